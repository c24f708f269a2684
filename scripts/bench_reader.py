# SPDX-License-Identifier: MIT
"""The reader's figures, for scripts/bench --reader. Reading is `retrace info`, one pass over every call, beside `apitrace info`,
alternating; and beside snappy alone, called from here on the same chunks, where a capture is mostly blobs. A stream of 4 GiB comes through a
pipe, made as it goes, so that only its reader's memory is seen."""
import ctypes
import ctypes.util
import os
import re
import statistics
import subprocess
import sys
import time

SNAPPY = ctypes.CDLL(ctypes.util.find_library('snappy') or 'libsnappy.so.1')


def chunks(path):
    data, at = open(path, 'rb').read(), 2
    while at + 4 <= len(data):
        n = int.from_bytes(data[at:at + 4], 'little')
        yield data[at + 4:at + 4 + n]
        at += 4 + n


def snappy_seconds(path, rounds):
    """(seconds that snappy alone takes for the file's chunks, bytes that come out)"""
    packed, out = list(chunks(path)), ctypes.create_string_buffer(1 << 22)
    best = []
    for _ in range(rounds):
        total, begin = 0, time.perf_counter()
        for chunk in packed:
            size = ctypes.c_size_t(len(out))
            if SNAPPY.snappy_uncompress(chunk, ctypes.c_size_t(len(chunk)), out, ctypes.byref(size)):
                sys.exit(f'bench: {path} is damaged')
            total += size.value
        best.append(time.perf_counter() - begin)
    return statistics.median(best), total


def seconds(command):
    """(elapsed, processor time of all its threads)"""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"bench: {' '.join(command)} ended with status {process.returncode}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def ratio(label, ours, theirs):
    ratios = [b / a for a, b in zip(ours, theirs)]
    print(f'  {label:14} {statistics.median(ratios):6.2f} ({min(ratios):.2f} … {max(ratios):.2f})')


def beside_apitrace(retrace, path, calls, rounds):
    """Side by side in elapsed time, which the read-ahead thread shortens, and in processor time, which it does not."""
    rows = {'apitrace info': ['apitrace', 'info', path], 'retrace info': [retrace, 'info', path]}
    took = {label: [] for label in rows}
    for i in range(rounds):
        for label in list(rows)[::1 if i % 2 else -1]:
            took[label].append(seconds(rows[label]))
    alone, size = snappy_seconds(path, rounds)
    print(f'{os.path.basename(path)}: {calls} calls, {size >> 20} MiB, {rounds} rounds')
    for label in rows:
        values = [elapsed for elapsed, _ in took[label]]
        print(f'  {label:14} {calls / statistics.median(values) / 1e6:6.2f} M calls/s ({calls / max(values) / 1e6:.2f} … {calls / min(values) / 1e6:.2f})')
    theirs, ours = (list(zip(*values)) for values in took.values())
    ratio('ratio', ours[0], theirs[0])
    ratio('of CPU time', ours[1], theirs[1])
    print(f'  of snappy\'s own rate {alone / statistics.median(ours[0]):.2f} ({size / statistics.median(ours[0]) / 1e6:.0f} of {size / alone / 1e6:.0f} MB/s)')


# --- 4 GiB -----------------------------------------------------------------------------------------------
def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def pack(data, room):
    size = ctypes.c_size_t(len(room))
    SNAPPY.snappy_compress(data, ctypes.c_size_t(len(data)), room, ctypes.byref(size))
    return size.value.to_bytes(4, 'little') + ctypes.string_at(room, size.value)


def upload(no, bytes_each):
    """glBufferSubData(target, offset, size, data), call `no`."""
    text = lambda s: varint(len(s)) + s
    sig = b'\4' + (text(b'glBufferSubData') + b'\4' + b''.join(map(text, (b'target', b'offset', b'size', b'data'))) if not no else b'')
    args = b'\1\0\4' + varint(0x8892) + b'\1\1\4\0' + b'\1\2\4' + varint(bytes_each) + b'\1\3\x08' + varint(bytes_each)
    return b'\0\0' + sig + args, b'\0' + b'\1' + varint(no) + b'\0'


def long_stream(retrace, total=4 << 30, each=1 << 20):
    body, room = bytes(each), ctypes.create_string_buffer(2 * each + 4096)
    begin = time.perf_counter()
    reader = subprocess.Popen([retrace, 'info', '/dev/stdin'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    reader.stdin.write(b'at' + pack(b'\5', room))
    for no in range(total // each):
        head, tail = upload(no, each)
        reader.stdin.write(pack(head + body + tail, room))
    # Not what wait4() tells: a process starts with its parent's mark.
    peak = int(re.search(r'VmHWM:\s+(\d+) kB', open(f'/proc/{reader.pid}/status').read())[1])
    reader.stdin.close()
    reader.wait()
    print(f'{total >> 20} MiB in {total // each} calls through a pipe: {peak >> 10} MiB resident at most, status {reader.returncode}, '
          f'{time.perf_counter() - begin:.0f} s with making it')
