# SPDX-License-Identifier: MIT
"""Prints as Markdown what the emulation does with every desktop GL function:  gl_report.py GL_ENTRIES_INC

The rows are those that scripts/gen_gl.py wrote from gl.xml and lib/gl_overlay.txt, so the report cannot say anything that the
build does not do."""
import collections
import os
import re
import sys

from glxml import Registry

MEANING = {
    'NATIVE': 'the driver\'s own function: same name and meaning in OpenGL ES',
    'ALIAS': 'the driver\'s function of an ES extension; a named gap where the driver lacks it',
    'EMULATE': 'ours',
    'IGNORE': 'accepted and without effect',
    'UNSUPPORTED': 'a named gap, counted in the result',
}
ROW = re.compile(r'GL_ROW\((\w+), (\w+), (\w+), .*, "([^"]*)"\)$')


def read_rows(path):
    for number, line in enumerate(open(path), 1):
        if not line.startswith('GL_ROW('):
            continue
        row = ROW.match(line.strip())
        if not row:
            sys.exit(f'{path}:{number}: no row of scripts/gen_gl.py')
        yield row.groups()


def providers(xml):
    """Name of a function without gl -> the version or extension that provides it."""
    return {name[2:]: by for name, by in Registry(xml).desktop.items()}


def core(provider):
    return provider[0].isdigit()


def main(path, xml=os.environ.get('GLXML') or '/usr/share/khronos-api/gl.xml'):
    rows, by = list(read_rows(path)), providers(xml)
    counts = collections.Counter((kind, core(by[name])) for kind, name, _, _ in rows)
    print('# Desktop OpenGL functions and what becomes of them\n')
    print('Aliases (glBindBufferARB) are counted with the function they stand for.\n')
    print('| kind | core versions | extensions | meaning |\n|---|---:|---:|---|')
    for kind, meaning in MEANING.items():
        print(f'| {kind} | {counts[kind, True]} | {counts[kind, False]} | {meaning} |')
    print(f'| all | {sum(n for (_, c), n in counts.items() if c)} | {sum(n for (_, c), n in counts.items() if not c)} | |')
    for kind in MEANING:
        print(f'\n## {kind}\n\n| function | since | {"ES function | " if kind == "ALIAS" else ""}reason |')
        print('|---|---|' + ('---|' if kind == 'ALIAS' else '') + '---|')
        for _, name, es, reason in (r for r in rows if r[0] == kind):
            print(f'| gl{name} | {by[name]} | {f"gl{es} | " if kind == "ALIAS" else ""}{reason} |')


if __name__ == '__main__':
    main(*sys.argv[1:])
