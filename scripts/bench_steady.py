# SPDX-License-Identifier: MIT
"""The steady frames of a game, for scripts/bench --steady SHORT LONG: two captures of one program, LONG cut off some frames after SHORT.
Start-up takes fifty times as long as those frames, so what they take is measured on a capture that plays them ten times more, which is made
here: a stream is copied event by event, with call numbers counting on and without the signatures that are defined by then."""
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

import bench_reader

TIMES = 10


class Stream:
    """A trace's events, enough of them to cut and to number anew."""

    def __init__(self, data):
        self.data, self.at, self.calls = data, 0, 0
        self.known = {kind: {} for kind in ('function', 'enum', 'bitmask', 'struct', 'frame')}
        self.definitions, self.leaves = [], []

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self):
        size = self.number()
        self.at += size
        return size

    def signature(self, kind, parse):
        """What the signature that stands here says; defined where it is first used."""
        key, begin = self.number(), self.at
        if key not in self.known[kind]:
            self.known[kind][key] = parse()
            self.definitions.append((begin, self.at))
        return self.known[kind][key]

    def names(self):
        """Of a function or structure and of what is in it: how many."""
        self.text()
        count = self.number()
        for _ in range(count):
            self.text()
        return count

    def enum(self):
        for _ in range(self.number()):
            self.text()
            self.value()

    def bitmask(self):
        for _ in range(self.number()):
            self.text()
            self.number()

    def frame(self):
        while tag := self.number():
            self.text() if tag <= 3 else self.number()

    def value(self):
        tag = self.data[self.at]
        self.at += 1
        if tag in (3, 4, 13):  # integers, addresses
            self.number()
        elif tag in (5, 6):  # float, double
            self.at += 4 * (tag - 4)
        elif tag in (7, 8):  # string, blob
            self.text()
        elif tag == 9:
            self.signature('enum', self.enum)
            self.value()
        elif tag == 10:
            self.signature('bitmask', self.bitmask)
            self.number()
        elif tag in (11, 12):  # array, structure
            for _ in range(self.number() if tag == 11 else self.signature('struct', self.names)):
                self.value()
        elif tag == 14:  # two ways to read one value
            self.value()
            self.value()
        elif tag > 2:
            sys.exit(f'bench: a value of type {tag} at {self.at} of the stream')

    def details(self):
        while tag := self.number():
            if tag == 1:
                self.number()
            if tag in (1, 2):
                self.value()
            elif tag == 4:
                for _ in range(self.number()):
                    self.signature('frame', self.frame)
            else:
                self.number()

    def header(self):
        self.number()
        self.number()
        while self.text():
            self.text()

    def event(self):
        begin, leaves = self.at, self.number()
        if leaves:
            begin = self.at
            self.leaves.append((begin, self.number(), self.at))
        else:
            self.number()
            self.signature('function', self.names)
            self.calls += 1
        self.details()


def encoded(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def repeated(data, first, write):
    """Writes the stream, then its calls from the number `first` on, TIMES more."""
    s = Stream(data)
    s.header()
    while s.calls < first or data[s.at]:  # up to the next call, which an event 0 enters
        s.event()
    begin, s.definitions, s.leaves = s.at, [], []
    while s.at < len(data):
        s.event()
    write(data)
    for k in range(1, TIMES + 1):
        parts = [(a, b, b'') for a, b in s.definitions]
        parts += [(a, b, encoded(no + k * (s.calls - first))) for a, no, b in s.leaves]
        at, inside = begin, 0
        for a, b, new in sorted(parts):
            if a >= inside:  # a definition may lie in another
                write(data[at:a] + new)
                at = inside = b
        write(data[at:])


def make_repeated(path, first, folder):
    out = os.path.join(folder, os.path.basename(path).removesuffix('.trace') + '_repeated.trace')
    plain = out + '.gz'
    os.makedirs(folder, exist_ok=True)
    subprocess.run(['apitrace', 'repack', '--zlib', path, plain], check=True)
    with gzip.open(plain) as f:
        data = f.read()
    with gzip.open(plain, 'wb', compresslevel=1) as f:
        repeated(data, first, f.write)
    subprocess.run(['apitrace', 'repack', '--snappy', plain, out], check=True)
    os.unlink(plain)
    return out


def instructions(command, env, path):
    """As callgrind counts them. It cannot follow us into the worker, which executes the file that it is, so that one is given."""
    if 'digest' in command:
        job = {'trace': path, 'drivers_file': os.path.join(os.path.dirname(__file__), '../drivers.json'), 'driver': 'noop', 'tier': 'auto',
               'benchmark': True, 'time_floor_ns': 0, 'limit_call': 0, 'limit_subdraws': 0, 'image_prefix': 'digest',
               'cache': os.path.join(os.path.dirname(command[0]), 'bench/shaders')}
        command = [command[0], '_worker', json.dumps(job)]
    else:
        command = command + [path]
    command = ['sh', '-c', 'exec "$@" 3>/dev/null', 'sh'] + command
    bench_reader.seconds(command)  # fills the cache of shaders
    count = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null']
    p = subprocess.run(command[:4] + count + command[4:], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors='replace')
    return int(re.search(r'Collected : (\d+)', p.stderr)[1])


def compare(commands, env, short, long, calls, folder, rounds):
    """`commands`: label and words, ours last."""
    env = dict(env, LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER='llvmpipe')  # as drivers.json has it for noop
    whole = make_repeated(long, calls(short), folder)
    took = {label: [] for label in commands}
    os.environ.update(env)
    for i in range(rounds):
        for label in list(commands)[::1 if i % 2 else -1]:
            took[label].append([bench_reader.seconds(commands[label] + [path])[:2] for path in (long, whole)])
    print(f'{os.path.basename(long)}: {calls(long) - calls(short)} calls after {os.path.basename(short)}, {TIMES} times, {rounds} rounds')
    for clock, name in enumerate(('elapsed', 'CPU time')):  # what a thread unpacks ahead is in the second alone
        rates = {label: [(b[clock] - a[clock]) / TIMES * 1e3 for a, b in values] for label, values in took.items()}
        for label, values in rates.items():
            print(f'  {label:14} {statistics.median(values):6.2f} ms {name} ({min(values):.2f} … {max(values):.2f})')
        theirs, ours = rates.values()
        bench_reader.ratio(name, ours, theirs)
    if shutil.which('valgrind'):
        counts = {label: instructions(words, env, long) - instructions(words, env, short) for label, words in commands.items()}
        print('  instructions   ' + ', '.join(f'{label} {n / 1e6:.1f} M' for label, n in counts.items()))
        theirs, ours = counts.values()
        print(f'  ratio          {theirs / ours:6.2f}')
