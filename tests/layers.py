#!/usr/bin/env python3
"""layers.py BUILD: no layer of the runtime uses one above it, by include or by link.

The layers of each library are listed below, the lowest first.  From common/ the code
above it is used only by names that seam/, words/ and the headers of common/ declare.
mpi.h is only under runtime/cluster/net/mpi and bench/peers, libclang only under
tools/ucilkcc and tests/liar; ucilkcc uses no constants of libclang that differ between
its versions.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / 'runtime'

CLUSTER = '''common/base common/words common/arch common/trace
    cluster/base cluster/words cluster/net cluster/mem cluster/seam
    common/sched cluster/sched common/api common/report
    cluster/data cluster/check cluster/trace cluster/end cluster/start'''
SCALE = 'common/base common/arch common/api serial scale'
RACE = 'common/base common/arch common/api serial race'
# The simulation stands above what it has of the library for clusters, which reaches
# it by clock.h, relax.h and its own headers alone.
SIM = CLUSTER + ' sim'
# Child stealing stands in the place of most of common/sched and cluster/sched.
CHILD = '''common/base common/words common/arch common/trace
    cluster/base cluster/words cluster/net cluster/mem cluster/seam
    common/sched common/api child common/report
    cluster/data cluster/check cluster/trace cluster/end cluster/start sim'''
ONE_MACHINE = '''common/base common/words common/arch common/trace
    common/sched common/api common/report one_machine'''
GROUPS = '''common/base common/words cluster/base cluster/net common/arch common/trace
    common/sched common/api common/report one_machine group'''

failures = []
fail = failures.append


def layer_of(name):
    """Of a file, by its name below runtime/."""
    parts = name.split('/')
    if parts[0] in ('one_machine', 'group', 'serial', 'scale', 'race', 'sim', 'child'):
        return parts[0]
    return '/'.join(parts[:2])


def levels_of(layers, **others):
    levels = {layer: level for level, layer in enumerate(layers.split())}
    levels.update({name: levels[layer] for name, layer in others.items()})
    return levels


def files_of(folder, endings):
    """Of a folder, or of one file."""
    path = ROOT / folder
    files = [path] if path.is_file() else sorted(path.rglob('*'))
    return [f for f in files if f.suffix in endings and f.is_file()]


def lines_of(folders, endings, pattern):
    """(file, line number, match) of the lines that match, by the files' names."""
    pattern = re.compile(pattern)
    for folder in folders:
        for file in files_of(folder, endings):
            for number, line in enumerate(file.read_text(errors='replace').splitlines(), 1):
                match = pattern.search(line)
                if match:
                    yield file.relative_to(ROOT).as_posix(), number, match


n_files = n_links = 0


def check_includes(levels, *folders, but=()):
    global n_files
    least = levels.get('common/trace', levels.get('serial', 0))
    names = [f'runtime/{folder}' for folder in folders]
    for folder in names:
        for file in files_of(folder, ('.c', '.h', '.S')):
            name = file.relative_to(RUNTIME).as_posix()
            if name not in but:
                n_files += 1
                if layer_of(name) not in levels:
                    fail(f'runtime/{name}: {layer_of(name)} is not a layer')
    for file, line, match in lines_of(names, ('.c', '.h', '.S'), r'^ *# *include *"(.*)"'):
        name, included = file.removeprefix('runtime/'), match[1]
        own = layer_of(name)
        # kind.h, and what UCI_SIM_BUILD chooses
        if name in but or own not in levels or \
                included in ('seam/kind.h', 'sim/clock.h', 'sim/relax.h'):
            continue
        if included.startswith(('seam/', 'words/')):  # the library's face, checked for itself
            if levels[own] < least:
                fail(f'{file}:{line}: {own} includes {included}, of a higher layer')
        elif '/' not in included:
            fail(f'{file}:{line}: "{included}" does not say its layer')
        elif layer_of(included) not in levels:
            fail(f'{file}:{line}: {layer_of(included)} is not a layer of this library')
        elif levels[layer_of(included)] > levels[own]:
            fail(f'{file}:{line}: {own} includes {included}, of a higher layer')


def symbols_of(library):
    """(source, kind, symbol) of a library's objects."""
    folder = BUILD / 'runtime/CMakeFiles' / f'{library}.dir'
    objects = sorted(o.relative_to(folder).as_posix() for o in folder.rglob('*.o'))
    objects = [o for o in objects if (RUNTIME / o[:-2]).exists()]  # not of sources that have gone
    out = subprocess.run(['nm', '-gA', *objects], cwd=folder, check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r'^(.*)\.o:.*? ([A-Za-z]) (\S+)$', out, re.M)


def check_symbols(levels, library, least, *headers):
    global n_links
    folders = [f'runtime/{h}' for h in headers] + ['ucilk']
    declared = set()
    for folder in folders:
        for file in files_of(folder, ('.h',)):
            declared.update(re.findall(r'\b(?:uci|ucilk)_[a-z0-9_]+', file.read_text()))
    symbols = symbols_of(library)
    defined = {symbol: name for name, kind, symbol in symbols if kind != 'U'}
    n = 0
    for name, kind, symbol in symbols:
        owner = defined.get(symbol)
        if kind != 'U' or not owner:
            continue
        if owner == 'race/libc.c':  # stands in for libc
            continue
        if owner == 'sim/cost.c' and not symbol.startswith('uci_'):  # its clock and sleeps
            continue
        n += 1
        own, layer = layer_of(name), layer_of(owner)
        below = layer == 'sim' or re.match(r'common/|serial', own) and not layer.startswith('common/')
        if levels[layer] > levels[own] and not (below and symbol in declared):
            fail(f'{name} calls {symbol} of {owner}, of a higher layer')
    if n < least:
        fail(f'only {n} links between the objects of {library}')
    n_links += n


def check_libraries():
    levels = levels_of(CLUSTER)
    check_includes(levels, 'common', 'cluster')
    check_symbols(levels, 'ucilk_cluster_parts', 100, 'common', 'cluster/seam', 'cluster/words')
    levels = levels_of(ONE_MACHINE)
    check_includes(levels, 'common', 'one_machine')
    check_symbols(levels, 'ucilk', 100, 'common', 'one_machine/seam', 'one_machine/words')
    # Of the library for clusters this has what opens a network, and calls main.
    levels = levels_of(GROUPS, **{'cluster/start': 'group'})
    check_includes(levels, 'group')
    check_symbols(levels, 'ucilk_groups', 100, 'common', 'one_machine/seam', 'one_machine/words')
    levels = levels_of(SCALE)
    check_includes(levels, 'serial', 'scale')
    check_symbols(levels, 'ucilk_scale', 50, 'common', 'serial', 'scale')
    levels = levels_of(RACE)
    check_includes(levels, 'serial', 'race')
    check_symbols(levels, 'ucilk_race', 50, 'common', 'serial', 'race')
    sim = 'common', 'cluster', 'sim/clock.h', 'sim/relax.h'
    levels = levels_of(SIM)
    check_includes(levels, 'sim', but=['sim/children.c'])
    check_symbols(levels, 'ucilk_sim', 100, *sim)
    levels = levels_of(CHILD, **{'cluster/sched': 'child'})  # where a worker stands
    check_includes(levels, 'child', 'sim/children.c')
    check_symbols(levels, 'ucilk_child_parts', 100, 'common', 'cluster/seam', 'cluster/words')
    check_symbols(levels, 'ucilk_child_sim', 100, *sim)


def check_only_under(pattern, *homes):
    for file, line, _ in lines_of(('runtime', 'ucilk', 'macros', 'tools', 'tests', 'examples', 'bench'),
                                  ('.c', '.h', '.S', '.in'), rf'^ *# *include *[<"]{pattern}'):
        if not file.startswith(homes):
            fail(f'{file}:{line}: only under {" and ".join(homes)}')


if len(sys.argv) != 2:
    sys.exit(__doc__.splitlines()[0])
BUILD = pathlib.Path(sys.argv[1]).resolve()
check_libraries()
check_only_under(r'mpi\.h', 'runtime/cluster/net/mpi/', 'bench/peers/')
check_only_under('clang-c/', 'tools/ucilkcc/', 'tests/liar/')
# Of libclang's constants these have another value in some version: they cannot come from
# the headers of the build, where another version is loaded.
for file, line, match in lines_of(
        ['tools/ucilkcc'], ('.c', '.h'),
        r'\bCX(Cursor_(TranslationUnit|Last(Expr|Stmt|Attr|ExtraDecl|Decl|Preprocessing|Ref|Invalid))'
        r'|Type_LastBuiltin)\b'):
    fail(f'{file}:{line}: the value of {match[0]} differs between versions of libclang')
for file, line, _ in lines_of(('ucilk', 'macros'), ('.h',), r'^ *# *include *"'):
    if file.count('/') == 1:
        fail(f'{file}:{line}: a public header includes "..."')

for failure in failures:
    print('FAIL', failure)
if failures:
    sys.exit(1)
print(f'ok includes of {n_files} files and {n_links} links between them point down the layers')
