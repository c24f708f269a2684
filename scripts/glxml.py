# SPDX-License-Identifier: MIT
"""Reads the Khronos registry (gl.xml): commands with their C types, object classes and lengths, aliases, and which API
version or extension provides each. Used by the generators; standard library only."""
import re
import xml.etree.ElementTree as ET


# Functions that mean the same as a later one of the same arguments, though the registry does not call them aliases: where only the GLX
# protocol differs, and where it forgot. Not the EXT_direct_state_access functions that make the object they name.
SAME = {name: re.sub('(APPLE|ARB|EXT|MESA|NV)$', '', name) for name in (
    'glGenTexturesEXT', 'glDeleteTexturesEXT', 'glIsTextureEXT', 'glAreTexturesResidentEXT', 'glGetGraphicsResetStatusARB',
    'glBindVertexArrayAPPLE', 'glBindTransformFeedbackNV', 'glCopyImageSubDataNV', 'glPrimitiveRestartIndexNV',
    *(f'glProgramUniform{n}d{v}EXT' for n in '1234' for v in ('', 'v')),
    *(f'glProgramUniformMatrix{n}dvEXT' for n in ('2', '3', '4', '2x3', '3x2', '2x4', '4x2', '3x4', '4x3')))}


class Param:
    """One argument: C type, name, object class ('buffer', … or ''), length expression, enum group."""

    def __init__(self, el):
        self.name = el.find('name').text
        text = ' '.join(''.join(el.itertext()).split())
        self.type = tidy(text[:len(text) - len(self.name)])
        self.cls = el.get('class', '')
        self.len = el.get('len', '')
        self.group = el.get('group', '')
        self.pointers = self.type.count('*')
        self.const = 'const' in self.type
        self.base = self.type.replace('const', '').replace('*', '').strip()


class Command:
    def __init__(self, el):
        proto = el.find('proto')
        self.name = proto.find('name').text
        text = ' '.join(''.join(proto.itertext()).split())
        self.ret = tidy(text[:len(text) - len(self.name)])
        self.ret_cls = proto.get('class', '')
        self.params = [Param(p) for p in el.findall('param')]
        alias = el.find('alias')
        self.alias = alias.get('name') if alias is not None else ''
        self.short = self.name[2:]
        self.decl = ', '.join(f'{p.type} {p.name}' for p in self.params) or 'void'
        self.args = ', '.join(p.name for p in self.params)


def tidy(c_type):
    return re.sub(r'\s*\*\s*', ' *', ' '.join(c_type.split())).replace('* *', '**').strip()


class Registry:
    """commands: name -> Command. enums: name -> value text. desktop, es: name -> 'x.y' or extension, first provider wins."""

    def __init__(self, path):
        root = ET.parse(path).getroot()
        self.commands = {c.name: c for c in map(Command, root.find('commands').findall('command'))}
        for name, same in SAME.items():
            if [p.type for p in self.commands[name].params] != [p.type for p in self.commands[same].params]:
                raise ValueError(f'{name} and {same} differ')
            self.commands[name].alias = same
        self.enums = {}
        for e in root.iter('enum'):
            if e.get('value') and e.get('api') in (None, 'gl', 'gles2'):
                self.enums.setdefault(e.get('name'), e.get('value'))
        self.desktop, self.es, self.es_ext = {}, {}, {}
        for f in root.findall('feature'):
            target = {'gl': self.desktop, 'gles2': self.es}.get(f.get('api'))
            if target is not None:
                for r in f.findall('require'):
                    for c in r.findall('command'):
                        target.setdefault(c.get('name'), f.get('number'))
        for x in root.find('extensions'):
            apis = x.get('supported', '').split('|')
            for r in x.findall('require'):
                if r.get('api') not in (None, 'gl', 'glcore', 'gles2'):
                    continue
                for c in r.findall('command'):
                    if 'gl' in apis and r.get('api') != 'gles2':
                        self.desktop.setdefault(c.get('name'), x.get('name'))
                    if 'gles2' in apis and r.get('api') in (None, 'gles2'):
                        self.es_ext.setdefault(c.get('name'), x.get('name'))

    def canonical(self, name):
        """Follows aliases to the name that the desktop table holds."""
        seen = set()
        while name not in seen:
            seen.add(name)
            alias = self.commands[name].alias
            if not alias or alias not in self.desktop:
                return name
            name = alias
        return name
