#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the manual pages:  gen_man.py RETRACE FOLDER
retrace.1 from man/retrace.1, and retrace-COMMAND.1 for each command from what its --help says, so that the pages cannot
tell of options that there are not, or forget one."""
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def roff(text):
    text = text.replace('\\', '\\e').replace('-', '\\-').replace("'", '\\(aq')
    return re.sub(r'^([.\'])', r'\\&\1', text, flags=re.M)


def ask(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def commands(program):
    """(name, summary) of each."""
    block = ask(program, '--help').split('\ncommands', 1)[1].split('\n\n')[0]
    return re.findall(r'^  (\S+) +(.*)$', block, re.M)


def date(program):
    """Of the build, so that the same build gives the same pages."""
    return time.strftime('%Y-%m-%d', time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH') or os.path.getmtime(program))))


def command_page(program, name):
    head, rest = ask(program, name, '--help').split('\n\noptions:\n', 1)
    usage, summary = head.split('\n', 1)
    options, _, details = rest.partition('\n\n')
    synopsis = usage.split(' ', 2)[2]
    summary = ' '.join(summary.split()).rstrip('.')
    lines = ['.\\" SPDX-License-Identifier: MIT', f'.TH RETRACE\\-{name.upper()} 1 "{date(program)}" "retrace" "User Commands"',
             '.SH NAME', f'retrace\\-{name} \\- {roff(summary[0].lower() + summary[1:])}',
             '.SH SYNOPSIS', f'.B retrace {name}', roff(synopsis)]
    if details.strip():
        lines += ['.SH DESCRIPTION', roff('\n'.join(l for l in details.strip().splitlines() if l.strip()))]
    lines.append('.SH OPTIONS')
    for option, text in re.findall(r'^  ( *-.*?)(?: {2,}| (?=\S+$))(\S.*)?$', options, re.M):
        lines += ['.TP', '.B ' + roff(option.strip()), roff(text or '')]
    return '\n'.join(lines + ['.SH SEE ALSO', '.BR retrace (1)', ''])


def main(program, folder):
    os.makedirs(folder, exist_ok=True)
    found = commands(program)
    overview = open(os.path.join(ROOT, 'man', 'retrace.1'), encoding='utf-8').read()
    listed = '\n'.join(f'.TP\n.BR retrace\\-{name} (1)\n{roff(summary)}' for name, summary in found)
    overview = overview.replace('@COMMANDS@', listed).replace('@DATE@', date(program))
    overview = overview.replace('.BR apitrace (1)\n@SEEALSO@', '.BR apitrace (1),\n' + ',\n'.join(
        f'.BR retrace\\-{name} (1)' for name, _ in found))
    pages = {'retrace': overview, **{f'retrace-{name}': command_page(program, name) for name, _ in found}}
    for name, text in pages.items():
        with open(os.path.join(folder, name + '.1'), 'w', encoding='utf-8') as out:
            out.write(text)


if __name__ == '__main__':
    main(*sys.argv[1:])
