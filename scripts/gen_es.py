# SPDX-License-Identifier: MIT
"""Writes which functions of struct gles_table may be called when:  gen_es.py GL_XML > lib/gles/es_functions.inc

ES_FN(Name, version, "GL_EXT_a GL_OES_b"): core from that ES version (30 for anything older, 0 for never), or with any of
the extensions. ES_SAME(Name, Other): the same function under another name of struct gles_table; Name is the one to call,
filled from Other where the driver has only that. Standard library only."""
import sys

from glxml import Registry
import xml.etree.ElementTree as ET


def extensions(path):
    """Function -> every ES extension that provides it, sorted."""
    out = {}
    for x in ET.parse(path).getroot().find('extensions'):
        if 'gles2' not in x.get('supported', '').split('|'):
            continue
        for r in x.findall('require'):
            if r.get('api') in (None, 'gles2'):
                for c in r.findall('command'):
                    out.setdefault(c.get('name'), set()).add(x.get('name'))
    return {name: sorted(by) for name, by in out.items()}


def rank(name, core):
    """Core names first, then EXT, KHR, OES, then vendors."""
    suffixes = ('EXT', 'KHR', 'OES')
    return (0 if name in core else 1 + next((i for i, s in enumerate(suffixes) if name.endswith(s)), 3), name)


def root_of(reg, name):
    while reg.commands[name].alias:
        name = reg.commands[name].alias
    return name


def main(path):
    reg = Registry(path)
    provided = extensions(path)
    names = sorted(set(reg.es) | set(provided))
    print('/* Generated from gl.xml by scripts/gen_es.py; caps_test holds it to the registry. */')
    groups = {}
    for n in names:
        version = max(30, int(reg.es[n].replace('.', ''))) if n in reg.es else 0
        print(f'ES_FN({n[2:]}, {version}, "{" ".join(provided.get(n, []))}")')
        groups.setdefault(root_of(reg, n), []).append(n)
    for members in (sorted(g, key=lambda n: rank(n, reg.es)) for _, g in sorted(groups.items()) if len(g) > 1):
        for other in members[1:]:
            print(f'ES_SAME({members[0][2:]}, {other[2:]})')


if __name__ == '__main__':
    main(*sys.argv[1:])
