# SPDX-License-Identifier: MIT
"""Writes the player's decoding of GL calls from gl.xml and the overlay:  gen_player.py GL_XML OVERLAY OUT_DIR

player_calls.inc  call_Name() for every desktop function and the table of them, in the order of struct gl_table
player_hooks.inc  prototypes of the hand-written functions that the overlay names
Each call_Name has the steps decode and translate names -> before -> invoke -> record -> after. What gl.xml says of an
argument (C type, class of object, length) decides how it is read; the overlay (see its head) says the rest."""
import fnmatch
import os
import re
import sys

from glxml import Registry

KINDS = {'buffer': 'BUFFER', 'texture': 'TEXTURE', 'sampler': 'SAMPLER', 'renderbuffer': 'RENDERBUFFER',
         'program': 'PROGRAM', 'shader': 'PROGRAM', 'vertex array': 'VERTEX_ARRAY', 'framebuffer': 'FRAMEBUFFER',
         'query': 'QUERY', 'transform feedback': 'FEEDBACK', 'program pipeline': 'PIPELINE'}
ELEMENTS = {'GLbyte': 'I8', 'GLubyte': 'U8', 'GLboolean': 'U8', 'GLshort': 'I16', 'GLushort': 'U16', 'GLhalfNV': 'U16',
            'GLint': 'I32', 'GLsizei': 'I32', 'GLfixed': 'I32', 'GLuint': 'U32', 'GLenum': 'U32', 'GLbitfield': 'U32',
            'GLintptr': 'I64', 'GLsizeiptr': 'I64', 'GLint64': 'I64', 'GLint64EXT': 'I64', 'GLuint64': 'U64',
            'GLuint64EXT': 'U64', 'GLvdpauSurfaceNV': 'I64', 'GLfloat': 'FLOAT', 'GLdouble': 'DOUBLE'}
CHARS = ('GLchar', 'GLcharARB')
WORDS = ('SKIP', 'GAP', 'HAND', 'BEFORE', 'AFTER', 'BIND', 'DELETE', 'DRAW', 'CLASS', 'LEN')


def read_overlay(path):
    for number, line in enumerate(open(path), 1):
        line = line.split('#')[0].strip()
        if not line:
            continue
        head, colon, reason = line.partition(':')
        words = head.split()
        if not colon or not reason.strip() or words[0] not in WORDS or len(words) < 2:
            sys.exit(f'{path}:{number}: expected WORD … NAME… : reason')
        yield number, words[0], words[1:], reason.strip()


class Rules:
    """action: name -> (SKIP|GAP|HAND, argument or reason); before, after: name -> hook; bind, delete: names;
    classes, lens: 'name.param' -> value. Exact names win over patterns, then the first line."""

    def __init__(self, path, reg, names):
        self.reg, self.path = reg, path
        self.action, self.before, self.after = {}, {}, {}
        self.bind, self.delete, self.draw, self.classes, self.lens = set(), set(), set(), {}, {}
        self.hooks = {'call': set(), 'before': set(), 'after': set()}
        rows = list(read_overlay(path))
        for exact in (True, False):
            for number, word, words, reason in rows:
                self.row(number, word, words, reason, names, exact)

    def row(self, number, word, words, reason, names, exact):
        arg = ''
        if word in ('HAND', 'BEFORE', 'AFTER', 'CLASS', 'LEN'):
            arg, words = words[0], words[1:]
            if word == 'HAND':
                self.hooks['call'].add(arg)
        for pattern in words:
            if ('*' in pattern) == exact:
                continue
            param = ''
            by, _, glob = pattern.rpartition('/')
            if word in ('CLASS', 'LEN'):
                glob, _, param = glob.partition('.')
            hits = [n for n in names if fnmatch.fnmatchcase(n, glob) and (not by or fnmatch.fnmatchcase(self.reg.desktop[n], by))]
            if param:
                hits = [n for n in hits if any(p.name == param for p in self.reg.commands[n].params)]
            if not hits:
                sys.exit(f'{self.path}:{number}: {pattern} matches nothing')
            for n in hits:
                self.add(word, arg, n, param, reason)

    def add(self, word, arg, name, param, reason):
        if word in ('SKIP', 'GAP', 'HAND'):
            self.action.setdefault(name, (word, arg or reason))
        elif word in ('BEFORE', 'AFTER'):
            self.hooks[word.lower()].add(arg)
            getattr(self, word.lower()).setdefault(name, arg)
        elif word in ('BIND', 'DELETE', 'DRAW'):
            getattr(self, word.lower()).add(name)
        else:
            (self.classes if word == 'CLASS' else self.lens).setdefault(f'{name}.{param}', arg)


class Writer:
    def __init__(self, cmd, rules):
        self.cmd, self.rules = cmd, rules
        self.names = {p.name for p in cmd.params}
        self.args, self.late, self.record = [], [], []
        self.locals, self.can_refuse = [], False

    def cls(self, p):
        cls = self.rules.classes.get(f'{self.cmd.name}.{p.name}', p.cls)
        return KINDS.get(cls.replace('_', ' '), cls)

    def need(self, p):
        """Elements that GL reads or writes, as a C expression; -1 when the registry does not say."""
        text = self.rules.lens.get(f'{self.cmd.name}.{p.name}', p.len).replace(' ', '')
        if text.startswith('='):
            return text[1:]
        if text.isdigit():
            return text
        m = re.fullmatch(r'(?:COMPSIZE\()?([A-Za-z]\w*)\)?(?:([*/])(\d+))?', text)
        if m and m[1] in self.names and (not text.startswith('COMP') or m[1] in ('count', 'size', 'uniformCount')):
            times = {None: '', '*': f' * {m[3]}', '/': f' / {m[3]}'}[m[2]]
            return f'(int64_t){m[1]}{times}'
        return '-1'

    def scalar(self, p, v):
        kind = self.cls(p)
        if kind in KINDS.values():
            how = 'arg_bind' if self.cmd.name in self.rules.bind else 'arg_name'
            if self.cmd.name in self.rules.delete:
                self.record.append(f'player_name_remove(p, NAME_{kind}, (GLuint)arg_integer({v}));')
            return f'{how}(p, NAME_{kind}, {v})'
        if kind == 'sync':
            return f'player_sync_get(p, {v})'
        if p.name == 'location' and p.base == 'GLint' and re.match(r'gl(Program)?Uniform', self.cmd.name):
            program = [i for i, q in enumerate(self.cmd.params) if self.cls(q) == 'PROGRAM']
            return f'arg_location_of(p, a + {program[0]}, {v})' if program else f'arg_location(p, {v})'
        if p.base in ('GLfloat', 'GLclampf'):
            return f'arg_float({v})'
        if p.base in ('GLdouble', 'GLclampd'):
            return f'arg_double({v})'
        if p.base in ELEMENTS or p.base in ('GLclampx', 'GLhandleARB'):
            return f'({p.base})arg_integer({v})'
        return f'({p.type})arg_offset({v})'

    def pointer(self, p, v):
        kind, need = self.cls(p), self.need(p)
        self.can_refuse = True
        if kind in KINDS.values():
            count = need.replace('(int64_t)', '')
            if not p.const:
                self.record.append(f'player_names_record(p, NAME_{kind}, {v}, {count}, {p.name});')
                return f'player_names_out(p, {v}, {count})'
            if self.cmd.name in self.rules.delete:
                self.record.append(f'player_names_removed(p, NAME_{kind}, {v}, {count});')
            bind = 'true' if self.cmd.name in self.rules.bind else 'false'
            return f'player_names_in(p, NAME_{kind}, {v}, {count}, {bind})'
        if p.base == 'void' and p.pointers == 1:
            return self.memory(p, v, need)
        if p.base in CHARS and p.pointers == 2:
            return f'({p.type})arg_strings(p, {v}, {need if need != "-1" else 0})'
        if p.base in CHARS and p.const:
            return f'arg_string(p, {v}, {need})'
        if p.pointers == 1 and (p.base in ELEMENTS or p.base in CHARS):
            if p.const:
                how = 'arg_map_values' if self.cmd.name.startswith('glPixelMap') else 'arg_array_or_null' \
                    if self.cmd.name in self.rules.bind else 'arg_array'
                return f'{how}(p, {v}, ELEMENT_{ELEMENTS[p.base]}, {need})'
            return f'arg_out(p, {v}, sizeof(*{p.name}), {need})'
        sys.exit(f'{self.cmd.name}: no rule for argument {p.type} {p.name}')

    def extent(self):
        size = [n if n in self.names else '1' for n in ('width', 'height', 'depth')]
        return ', '.join([str(3 - size[1:].count('1'))] + size)

    def memory(self, p, v, need):
        if not p.const:
            return f'arg_out(p, {v}, 1, {need})'
        if p.name in ('indices', 'indirect', 'offset'):
            if p.name == 'indices':
                return f'arg_indices(p, {v}, count, type)'
            stride = 'stride' if 'stride' in self.names else '0'
            draws = next((n for n in ('drawcount', 'maxdrawcount') if n in self.names), '1')
            return f'arg_indirect(p, {v}, {draws}, {stride}, {20 if "Elements" in self.cmd.name else 16})'
        if {'format', 'type', 'width'} <= self.names and p.name in ('pixels', 'image', 'table', 'data') \
                and not self.cmd.name.startswith('glClear'):
            dims, size = self.extent().split(', ', 1)
            return f'arg_pixels(p, {v}, {dims}, format, type, {size})'
        if p.name in ('row', 'column'):
            return f'arg_pixels(p, {v}, 1, format, type, {"width" if p.name == "row" else "height"}, 1, 1)'
        if {'format', 'type'} <= self.names and self.cmd.name.startswith('glClear'):
            return f'arg_texel(p, {v}, format, type)'
        if 'imageSize' in self.names:
            return f'arg_compressed(p, {v}, {self.extent()}, imageSize)'
        bytes_read = self.cmd.name.endswith(('SubData', 'SubDataEXT', 'ProgramStringARB', 'NamedProgramStringEXT'))
        return f'{"arg_bytes" if bytes_read else "arg_data"}(p, {v}, {need})'

    def body(self):
        for i, p in enumerate(self.cmd.params):
            if p.pointers:
                self.late.append((p, self.pointer(p, f'a + {i}')))
            else:
                self.locals.append((p, self.scalar(p, f'a + {i}')))
        plain = not (self.late or self.record or self.before() or self.after() or self.returns() or self.draw())
        lines = [f'static void call_{self.cmd.short}(struct player *p, const struct trace_call *call, const struct trace_value *a)', '{']
        if plain:
            unused = '(void)call;' if self.locals else '(void)call, (void)a;'
            args = ', '.join(e for _, e in self.locals)
            return lines + [f'    {unused}', f'    p->gl->{self.cmd.short}({args});', '}']
        lines += self.before() + [f'    {p.type} {p.name} = {e};' for p, e in self.locals + self.late]
        lines += ['    (void)call, (void)a;'] + self.draw()
        if self.can_refuse:
            lines += ['    if (player_refused(p, call))', '        return;']
        call = f'p->gl->{self.cmd.short}({self.cmd.args})'
        lines += [f'    {self.returns().format(call) if self.returns() else call + ";"}']
        return lines + ['    ' + r for r in self.record] + self.after() + ['}']

    def draw(self):
        """Counts a call that draws; one that reads vertex arrays is checked against arrays in client memory."""
        if self.cmd.name not in self.rules.draw:
            return []
        either = lambda *options: next((n for n in options if n in self.names), '0')
        tail = f'{either("instancecount", "primcount") if either("instancecount", "primcount") != "0" else "1"}, {either("baseinstance")}'
        check = ''
        if 'indices' in self.names:
            check = f'player_check_elements(p, indices, count, type, {either("basevertex")}, {tail})'
        elif {'first', 'count', 'drawcount'} <= self.names:
            check = 'player_check_multi_arrays(p, first, count, drawcount)'
        elif {'first', 'count'} <= self.names:
            check = f'player_check_arrays(p, first, count, {tail})'
        elif 'indirect' in self.names:
            check = 'player_check_indirect(p)'
        if not check:
            return ['    p->draws++;']
        self.can_refuse = True
        return ['    p->draws++;', '    if (p->ctx->vao->clients)', f'        {check};']

    def before(self):
        hook = self.rules.before.get(self.cmd.name)
        return [f'    if (!player_before_{hook}(p, call, a))', '        return;'] if hook else []

    def after(self):
        hook = self.rules.after.get(self.cmd.name)
        return [f'    player_after_{hook}(p, call, a);'] if hook else []

    def returns(self):
        kind = KINDS.get(self.cmd.ret_cls)
        if kind:
            return f'player_name_add(p, NAME_{kind}, (GLuint)trace_value_uint(&call->ret), {{}});'
        return 'player_sync_add(p, &call->ret, {});' if self.cmd.ret_cls == 'sync' else ''


def main(xml, overlay, out):
    reg = Registry(xml)
    names = sorted(n for n in reg.desktop if reg.canonical(n) == n)
    rules = Rules(overlay, reg, names)
    calls, rows = [], []
    for name in names:
        cmd = reg.commands[name]
        word, arg = rules.action.get(name, ('', ''))
        if word in ('SKIP', 'GAP'):
            rows.append(f'    {{NULL, "{arg}", PLAYER_{word}, 0, true}},')
            continue
        fn = f'player_call_{arg}' if word == 'HAND' else f'call_{cmd.short}'
        if word != 'HAND':
            calls += Writer(cmd, rules).body()
        rows.append(f'    {{{fn}, NULL, PLAYER_PLAY, {len(cmd.params)}, true}},')
    head = '/* Generated by scripts/gen_player.py from gl.xml. */'
    with open(os.path.join(out, 'player_calls.inc'), 'w') as f:
        f.write('\n'.join([head] + calls + ['', 'static const struct player_entry gl_calls[] = {'] + rows + ['};', '']))
    hooks = [f'player_call_fn player_call_{n};' for n in sorted(rules.hooks['call'])]
    for word, ret in (('before', 'bool'), ('after', 'void')):
        hooks += [f'{ret} player_{word}_{n}(struct player *p, const struct trace_call *call, const struct trace_value *a);'
                  for n in sorted(rules.hooks[word])]
    with open(os.path.join(out, 'player_hooks.inc'), 'w') as f:
        f.write('\n'.join([head] + hooks + ['']))


if __name__ == '__main__':
    main(*sys.argv[1:])
