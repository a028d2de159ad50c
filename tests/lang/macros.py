#!/usr/bin/env python3
"""macros.py DIR [NAME...|--examples]: writes DIR/NAME_macros.c, for plain compilers, from
NAME.c, which is in keywords: the programs listed below, or those named; or the examples of which
examples/ has no NAME_macros.c.

It knows how these programs are laid out: a statement with a spawn begins a line, and a
function's header stands at the begin of one, where a comment behind it keeps the function
from being a task.  What macros have no form for is behind `#ifndef UCILK_MACROS_H' there, and
prints nothing, as both forms print the same.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / 'examples'
BOTH = ('exits futures futures_ends futures_views futures_waits groups local_reducers '
        'loops monoids promises recursion reducers regions returns scopes').split()

FUNCTION = re.compile(r'^(?:__attribute__\(\(\w+\)\) )?(static |inline |static inline )?'
                      r'((?:(?:struct|union|enum|const|unsigned|long) )*\w+ \**)(\w+)'
                      r'\(([^;{}]*?)\)(;|\s*\{)', re.M)
USES = re.compile(r'\b(?:spawn|sync|cilk_\w+)\b')
SPAWNED = re.compile(r'\b(?:spawn|cilk_(?:future|group)(?:\([^;]*?\))?) (\w+)\(')


def parameters(text):
    """`long n, char **p' as `, (long)n, (char **)p'."""
    text = ' '.join(text.split())
    if text in ('', 'void'):
        return ''
    found = (re.fullmatch(r'(.*?)(\w+)', p.strip()) for p in text.split(','))
    return ''.join(f', ({p[1].strip()}){p[2]}' for p in found)


def spawns(text):
    text = re.sub(r'\b(cilk_future|cilk_group)\(((?:[^()]|\([^()]*\))*)\) (\w[\w#]*)\(',
                  r'\1_k(\2, \3, ', text)
    text = re.sub(r'\b(cilk_future|cilk_group) (\w[\w#]*)\(', r'\1(\2, ', text)
    text = re.sub(r'^(\s*)((?:(?:struct|unsigned) )?\w+ \**)(\w+) = spawn ',
                  r'\1\2\3;\n\1\3 = spawn ', text, flags=re.M)
    text = re.sub(r'^(\s*)(\S.*?) =\s+spawn (\w[\w#]*)\(', r'\1spawn_to(\2, \3, ', text, flags=re.M)
    text = re.sub(r'^(\s*)(\S.*?) \+= spawn (\w[\w#]*)\(', r'\1spawn_add(\2, \3, ', text,
                  flags=re.M)
    text = re.sub(r'\bspawn (\w[\w#]*)\(', r'spawn(\1, ', text)
    text = re.sub(r', \)', ')', text)
    return re.sub(r'\bcilk_scope(\s*)\{', r'\1{ cilk_scope;', text)


def loops(text, original):
    """Loops over calls of functions, which take the index and captures: their bodies stand
    before the function."""
    loop = re.compile(r'cilk_for \(long (\w+) = (\w+); \1 < ([^;]+); \1\+\+\)\s+'
                      r'(\w+)\((\w+(?:, \w+)*)\);')
    while match := loop.search(text):
        index, first, limit, name, given = match.groups()
        called = re.search(rf'\b{name}\(([^;{{}}]*?)\)\s*\{{', original)[1]
        types = [re.sub(r'\w+$', '', p).strip() for p in called.split(',')]
        captured = [(kind, word) for kind, word in zip(types, given.split(', ')) if word != index]
        start = [m.end() for m in re.finditer(r'^(?:}|#include .*)\n', text[:match.start()], re.M)][-1]
        text = (f'{text[:start]}\ncilk_loop({name}_all, (long){index}'
                f'{"".join(f", ({kind}){word}" for kind, word in captured)})\n'
                f'{{\n    {name}({given});\n}}\n'
                f'{text[start:match.start()]}cilk_for({name}_all, {first}, {limit}'
                f'{"".join(f", {word}" for _, word in captured)});{text[match.end():]}')
    return text


def translate(path):
    text = path.read_text()
    headers = ''.join((path.parent / name).read_text()
                      for name in re.findall(r'#include "(\w+\.h)"', text))
    spawned = set(SPAWNED.findall(text))
    declared = set()

    def header(match):
        static, result, name, given, end = match.groups()
        body = text[match.end():text.find('\n}', match.end())]
        if name not in spawned and (end == ';' or set(USES.findall(body)) <= {'cilk_for'}):
            return match[0]
        static = 'static_' if static else ''
        if end == ';':
            declared.add(name)
        kind = 'declare' if end == ';' else 'define' if name in declared else 'task'
        return f'cilk_{static}{kind}({result.strip()}, {name}{parameters(given)}){end}'

    made = FUNCTION.sub(header, text)
    callees = ''.join(f'cilk_callee({m[2].strip()}, {m[3]}{parameters(m[4])});\n'
                      for m in FUNCTION.finditer(headers) if m[3] in spawned)
    end = [m.end() for m in re.finditer(r'^#include .*\n', made, re.M)][-1]
    made = loops(spawns(made[:end] + callees + made[end:]), headers + text)
    return made.replace('<ucilk/ucilk.h>', '<ucilk/macros.h>')


def main():
    into = pathlib.Path(sys.argv[1])
    made = {name: HERE / f'{name}.c' for name in sys.argv[2:] or BOTH}
    if sys.argv[2:] == ['--examples']:
        made = {path.stem: path for path in EXAMPLES.glob('*.c')
                if not path.with_name(f'{path.stem.removesuffix("_macros")}_macros.c').exists()
                and path.stem != 'pi'}  # macros have no pedigrees
    for name, path in made.items():
        to = into / f'{name}_macros.c'
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(translate(path))


main()
