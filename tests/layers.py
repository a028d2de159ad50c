#!/usr/bin/env python3
"""layers.py BUILD: no layer of the runtime uses one above it, by include or by link.

The layers of each library are listed below, the lowest first.  From the folders that all
libraries share the code above them is used only by names that their headers declare, and
those that the headers of SEAMS choose.  Nothing outside of runtime/study and runtime/tools
includes a header of theirs.  mpi.h is only under runtime/net/mpi and bench/peers, libclang
only under tools/ucilkcc and tests/liar; ucilkcc uses no constants of libclang that differ
between its versions.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / 'runtime'

SHARED = 'base', 'arch', 'trace', 'sched', 'api', 'report'
# Headers that declare what each library defines for itself, or choose its header.
SEAMS = ('base/policies.h', 'base/simulated.h', 'sched/worker.h', 'sched/thread.h', 'sched/words.h',
         'sched/heap.h', 'sched/strand_views.h', 'api/pedigree.h', 'report/worker_kind.h',
         'tools/serial/child.h')
PROCESSES = 'cluster/sched/frames_move.h', 'cluster/sched/view_copies.h', 'cluster/world'
THREADS = ('one_machine/frames_stay.h', 'one_machine/view_tables.h', 'one_machine/near_words.h',
           'one_machine/worker_thread.h', 'one_machine/sanitizer.h')

CLUSTER = '''base arch trace cluster/world net cluster/far cluster/mem sched cluster/sched api report
    cluster/data cluster/check cluster/trace cluster/end cluster/start'''
SCALE = 'base arch api tools/serial tools/scale'
RACE = 'base arch api tools/serial tools/race'
# The simulation stands above what it has of the library for clusters, which reaches
# it by base/simulated.h alone.
STUDY = CLUSTER + ' study'
SIM = STUDY + ' study/sim'
# Child stealing stands in the place of most of sched and cluster/sched.
CHILD = '''base arch trace cluster/world net cluster/far cluster/mem sched api study study/child report
    cluster/data cluster/check cluster/trace cluster/end cluster/start study/sim'''
ONE_MACHINE = 'base arch trace sched api report one_machine'
GROUPS = 'base net arch trace sched api report one_machine group'

failures = []
fail = failures.append


def layer_of(name):
    """Of a file, by its name below runtime/."""
    parts = name.split('/')[:-1]
    return '/'.join(parts[:2 if parts[0] in ('cluster', 'study', 'tools') else 1])


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
        if name in but or name in SEAMS or own not in levels or included == 'serial/child.h':
            continue
        if included in SEAMS:  # the library's face, checked for itself
            if own == 'base' and not included.startswith('base/'):
                fail(f'{file}:{line}: {own} includes {included}, of a higher layer')
        elif '/' not in included:
            fail(f'{file}:{line}: "{included}" does not say its layer')
        else:
            layer = layer_of(included if (RUNTIME / included).exists() else 'tools/' + included)
            if layer not in levels:
                fail(f'{file}:{line}: {layer} is not a layer of this library')
            elif levels[layer] > levels[own]:
                fail(f'{file}:{line}: {own} includes {included}, of a higher layer')


def symbols_of(library):
    """(source, kind, symbol) of a library's objects."""
    folder = BUILD / 'runtime/CMakeFiles' / f'{library}.dir'
    objects = sorted(o.relative_to(folder).as_posix() for o in folder.rglob('*.o'))
    objects = [o for o in objects if (RUNTIME / o[:-2]).exists()]  # not of sources that have gone
    out = subprocess.run(['nm', '-gA', *objects], cwd=folder, check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r'^(.*)\.o:.*? ([A-Za-z]) (\S+)$', out, re.M)


def check_symbols(levels, library, least, headers):
    global n_links
    folders = [f'runtime/{h}' for h in SHARED + headers] + ['ucilk']
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
        if owner == 'tools/race/libc.c':  # stands in for libc
            continue
        if owner == 'study/sim/cost.c' and not symbol.startswith('uci_'):  # its clock and sleeps
            continue
        n += 1
        own, layer = layer_of(name), layer_of(owner)
        below = layer.startswith('study') or own in SHARED + ('tools/serial',) and layer not in SHARED
        if levels[layer] > levels[own] and not (below and symbol in declared):
            fail(f'{name} calls {symbol} of {owner}, of a higher layer')
    if n < least:
        fail(f'only {n} links between the objects of {library}')
    n_links += n


def check_libraries():
    levels = levels_of(CLUSTER)
    check_includes(levels, *SHARED, 'cluster', 'net')
    check_symbols(levels, 'ucilk_cluster_parts', 100, PROCESSES)
    levels = levels_of(ONE_MACHINE)
    check_includes(levels, *SHARED, 'one_machine')
    check_symbols(levels, 'ucilk', 100, THREADS)
    # Of the library for clusters this has what opens a network.
    levels = levels_of(GROUPS)
    check_includes(levels, 'group')
    check_symbols(levels, 'ucilk_groups', 100, THREADS)
    for name, layers in ('scale', SCALE), ('race', RACE):
        levels = levels_of(layers)
        check_includes(levels, 'tools/serial', 'tools/' + name)
        check_symbols(levels, 'ucilk_' + name, 50, ('tools/serial', 'tools/' + name))
    levels = levels_of(STUDY)
    check_includes(levels, 'study/stalling.c', 'study/free_queue.c', 'study/turns.h')
    check_symbols(levels, 'ucilk_study_parts', 100, PROCESSES)
    levels = levels_of(SIM)
    check_includes(levels, 'study/sim', but=['study/sim/children.c'])
    check_symbols(levels, 'ucilk_sim', 100, ('cluster', 'net'))
    levels = levels_of(CHILD, **{'cluster/sched': 'study/child'})  # where a worker stands
    check_includes(levels, 'study/child', 'study/sim/children.c')
    check_symbols(levels, 'ucilk_child_parts', 100, PROCESSES)
    check_symbols(levels, 'ucilk_child_sim', 100, ('cluster', 'net'))


def check_only_under(pattern, *homes):
    for file, line, _ in lines_of(('runtime', 'ucilk', 'macros', 'tools', 'tests', 'examples', 'bench'),
                                  ('.c', '.h', '.S', '.in'), rf'^ *# *include *[<"]{pattern}'):
        if not file.startswith(homes):
            fail(f'{file}:{line}: only under {" and ".join(homes)}')


if len(sys.argv) != 2:
    sys.exit(__doc__.splitlines()[0])
BUILD = pathlib.Path(sys.argv[1]).resolve()
check_libraries()
check_only_under(r'mpi\.h', 'runtime/net/mpi/', 'bench/peers/')
check_only_under('study/', 'runtime/study/', 'tests/')
check_only_under('(tools/|race/|scale/|serial/)', 'runtime/tools/', 'tools/')
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
