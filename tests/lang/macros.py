#!/usr/bin/env python3
"""macros.py DIR [NAME...]: writes DIR/NAME_macros.c, for plain compilers, from NAME.c, which
is in keywords: the programs listed below, or those named.

It knows how these programs are laid out: a statement with a spawn begins a line, and a
function's header stands at the begin of one, where a comment behind it keeps the function
from being a task.  What macros have no form for is behind `#ifndef UCILK_MACROS_H' there.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
BOTH = ('exits futures futures_ends futures_views futures_waits groups loops monoids promises '
        'recursion regions returns scopes values').split()

FUNCTION = re.compile(r'^(static |inline |static inline )?'
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
    text = re.sub(r'^(\s*)(\S.*?) = spawn (\w[\w#]*)\(', r'\1spawn_to(\2, \3, ', text, flags=re.M)
    text = re.sub(r'^(\s*)(\S.*?) \+= spawn (\w[\w#]*)\(', r'\1spawn_add(\2, \3, ', text,
                  flags=re.M)
    text = re.sub(r'\bspawn (\w[\w#]*)\(', r'spawn(\1, ', text)
    text = re.sub(r', \)', ')', text)
    return re.sub(r'\bcilk_scope(\s*)\{', r'\1{ cilk_scope;', text)


def translate(path):
    text = path.read_text()
    spawned = set(SPAWNED.findall(text))
    declared = set()

    def header(match):
        static, result, name, given, end = match.groups()
        body = text[match.end():text.find('\n}', match.end())]
        if name not in spawned and (end == ';' or not USES.search(body)):
            return match[0]
        static = 'static_' if static else ''
        if end == ';':
            declared.add(name)
        kind = 'declare' if end == ';' else 'define' if name in declared else 'task'
        return f'cilk_{static}{kind}({result.strip()}, {name}{parameters(given)}){end}'

    return spawns(FUNCTION.sub(header, text)).replace('<ucilk/ucilk.h>', '<ucilk/macros.h>')


def main():
    into = pathlib.Path(sys.argv[1])
    for name in sys.argv[2:] or BOTH:
        made = into / f'{name}_macros.c'
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(translate(HERE / f'{name}.c'))


main()
