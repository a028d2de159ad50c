#!/usr/bin/env python3
"""run.py BUILD [--full] [--programs N] [--seed N]: ucilkcc --ucilk-tool=race finds every
seeded race (seeded.c), and just those of random programs (dag.py); it names what they
are of (locals.c); it reports none in programs that have none,
in half of them, the others every other day, without --full."""

import argparse
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import dag  # noqa: E402
from checks import HERE, ROOT, check, end, execute, must, scratch, ucilkcc  # noqa: E402

options = None

# Of tests/lang: tasks of theirs wait for others if there is more than one worker.
ALONE = {"futures_ends", "futures_waits", "inlets"}

EXAMPLES = {"fib": "16", "nqueens": "6", "btc": "8", "collatz": "1000", "ffib": "12",
            "futuretree": "8", "mergesort": "", "quicksort": "", "matmul": "", "strassen": "",
            "lu": "", "fft": "", "queens": "6", "connect": "3 3", "fanout": "20",
            "pipeline": "", "cholesky": "4", "lcs": "", "wordcount": ""}
MACROS = {"fib_macros": "16", "mergesort_macros": "", "pipeline_macros": ""}


def compile(sources, name, *flags, compiler="gcc"):
    ucilkcc(f"--ucilk-cc={compiler}", "--ucilk-tool=race", "-w", *flags, *sources, "-o", name,
            "-lm", "-pthread")
    return scratch / name


def run(program, *arguments, **variables):
    """The status, the pairs of places, and stderr."""
    done = execute([program, *arguments], limit=120, **{"NWORKERS": 2, **variables})
    pairs = []
    for report in done.stderr.split("ucilk race: these may")[1:]:
        places = re.findall(r"^  (?:read|write)\s+(\S+):(\d+)", report, re.M)
        pairs.append(tuple((os.path.basename(f), int(n)) for f, n in places))
    return done.returncode, pairs, done.stderr


# --- Seeded races ---

def cases_of(name):
    """The functions that are a case each: the program runs the one that it is told."""
    return ["c_" + case for case in re.findall(r"^(?:void c_|[A-Z]+\()(\w+)",
                                               (HERE / name).read_text(), re.M)]


def marks():
    """The places of each case."""
    places = {}
    for name in "seeded.c", "seeded_other.c", "seeded_library.c":
        for n, line in enumerate((HERE / name).read_text().splitlines(), 1):
            if "//" in line and "|" not in line:
                for case in line.split("//")[1].split():
                    places.setdefault("c_" + case, set()).add((name, n))
    return places


def check_seeded(compiler):
    library = compile([HERE / "seeded_library.c"], f"libseeded_{compiler}.so", "-O2", "-fPIC",
                      "-shared", compiler=compiler)
    seeded = compile([HERE / "seeded.c", HERE / "seeded_other.c", library], f"seeded_{compiler}",
                     "-O2", "-rdynamic", f"-Wl,-rpath,{scratch}", compiler=compiler)
    places = marks()
    found = 0
    for case in cases_of("seeded.c"):
        status, pairs, said = run(seeded, case)
        is_found = (status == 1 and pairs and
                    all(set(pair) <= places.get(case, set()) for pair in pairs))
        found += bool(is_found)
        if not is_found:
            check(f"{case} {compiler}", False, places.get(case), said)
    check(f"{found} seeded races, by {compiler}", found >= 60)
    status, pairs, said = run(seeded, "none")
    check(f"no race in what is synced, by {compiler}", status == 0 and not said, said)
    return seeded


def check_reports(seeded):
    status, pairs, said = run(seeded, "c_heap")
    check("malloc's place", re.search(r"byte 0 of 4 that \S*seeded.c:\d+ in `c_heap' allocated",
                                      said), said)
    status, pairs, said = run(seeded, "c_two_children")
    check("a variable's name, and both spawns", "of    `word'" in said and
          len(set(re.findall(r"spawned at \S*seeded.c:(\d+)", said))) == 2, said)
    status, pairs, said = run(seeded, "c_captured")
    check("iterations", "in iteration 0 of the cilk_for" in said, said)
    for name, is_silent in ("add_word", True), ("c_twice,add_word", True), ("add", False):
        status, pairs, said = run(seeded, "c_two_children", RACE_SUPPRESS=name)
        check(f"UCILK_RACE_SUPPRESS={name}", (status == 0 and not said) == is_silent, said)


def memory_marks():
    """What reports call the memory of each case."""
    expected = {}
    for name in "locals.c", "seeded_library.c":
        for n, line in enumerate((HERE / name).read_text().splitlines(), 1):
            mark = line.partition("//")[2]
            if "|" not in mark:
                continue
            case, text, *function = (part.strip() for part in mark.split("|"))
            if "`" in text and " of `c_" not in text:
                text += f", declared at {name}:{n}"
                text += f" in `{function[0]}'" if function else ""
            expected["c_" + case] = text
    return expected


# Of these gcc forgets the length, but at -O0, and clang from 19 on where they are.
FORGOTTEN = {"c_variable_length", "c_variable_matrix"}
NOWHERE = {"c_captured_array": "main", "c_of_iteration": "c_of_iteration"}


def check_names(compiler, flag):
    program = compile([HERE / "locals.c", scratch / f"libseeded_{compiler}.so"], "locals", flag,
                      "-rdynamic", f"-Wl,-rpath,{scratch}", compiler=compiler)
    expected = memory_marks()
    version = must([compiler, "--version"])
    clang = int(re.search(r"clang version (\d+)|$", version.stdout)[1] or 0)
    cases = cases_of("locals.c")
    right = 0
    for case in cases:
        status, pairs, said = run(program, case)
        of = {re.sub(r" at \S*/", " at ", text)
              for text in re.findall(r"^  of    (.*)", said, re.M)}
        text = expected[case]
        if case in FORGOTTEN and compiler == "gcc" and flag != "-O0":
            text = re.sub(r"`(\w+)\S*'", r"`\1' or what lies behind it", text, count=1)
        is_right = of == {text}
        if case in NOWHERE and clang >= 19 and flag != "-O0":
            is_right = is_right or of == {f"a local variable of `{NOWHERE[case]}'"}
        right += is_right
        if not is_right:
            check(f"name of {case} {compiler} {flag}", False, text, said)
    check(f"{right} names of variables, by {compiler} {flag}", right == len(cases) >= 50)


def check_without_libdw():
    empty = scratch / "empty"
    empty.mkdir()
    (empty / "libdw.so.1").write_text("")
    for case, text in ("of_iteration", "a local variable of `c_of_iteration'"), \
                      ("global", "byte 8 of `global_array'"), ("static", "byte 8 of `points'"), \
                      ("thread_local", "byte 4 of `of_thread'"):
        status, pairs, said = run(scratch / "locals", "c_" + case, LD_LIBRARY_PATH=empty)
        check(f"without libdw, {case}", status == 1 and f"of    {text}\n" in said, said)


# --- Programs without races ---

def check_undeclared(compiler):
    """A compiler knows the library's functions where no header declares them, clang but for
    those that allocate."""
    source = scratch / "undeclared.c"
    declared = "void *malloc(unsigned long);" if compiler == "clang" else ""
    source.write_text(declared + """
#include <ucilk/ucilk.h>
int *f(int n) { int *p = malloc(n * sizeof *p); p[0] = sqrt(n); return p; }
int main(int argc, char **argv) {
    char *s = strrchr(argv[argc - 1], '/');
    int *p = spawn f(49);
    sync;
    return p[0] + strchr(s, '.')[1];
}
""")
    program = compile([source], f"undeclared_{compiler}", "-std=gnu89", compiler=compiler)
    status, pairs, errors = run(program, "a/b.!")
    check(f"undeclared functions, {compiler}", (status, pairs) == (7 + ord("!"), []), status, errors)


def check_silent():
    sources = [source for source in sorted((ROOT / "tests/lang").glob("*.c"))
               if not source.stem.endswith("_macros")]
    day = int(time.time()) // 86400
    for source in sources if options.full else sources[day % 2::2]:
        name = source.stem
        program = compile([source], "lang", "-O2", "-DIN_SERIAL_ORDER")
        status, pairs, said = run(program, NWORKERS=1 if name in ALONE else 2)
        check(name, status == 0 and not pairs, said)
    made = scratch / "macros"
    must([ROOT / "tests/lang/macros.py", made, "--examples"])
    for name, arguments in {**EXAMPLES, **MACROS}.items():
        source = ROOT / "examples" / f"{name}.c"
        if not source.exists():
            source = made / f"{name}.c"
        program = compile([source], "example", "-O2", f"-I{ROOT}/examples")
        status, pairs, said = run(program, *arguments.split())
        check(f"example {name}", status == 0 and not pairs, said)


# --- Random programs ---

def check_random(first, n):
    racing = wrong = 0
    for begin in range(first, first + n, 20):
        programs = [dag.Program(seed) for seed in range(begin, min(begin + 20, first + n))]
        text, lines = dag.whole(programs)
        source = scratch / "random.c"
        source.write_text(text)
        # clang gives no line to code that it has merged from two places.
        binary = compile([source], "random", *(["-O0"] if begin % 40 else []),
                         compiler="clang" if begin % 40 else "gcc")
        for i, program in enumerate(programs):
            pairs, of_bytes = dag.races_of(program, lines[i])
            status, got, said = run(binary, str(i))
            got = {tuple(sorted(n for _, n in pair)) for pair in got}
            racing += bool(pairs)
            if not (got <= pairs and all(got & some for some in of_bytes) and
                    status == bool(pairs)):
                wrong += 1
                check(f"seed {begin + i}", False, sorted(pairs), sorted(got), said)
    check(f"{n} random programs from seed {first} on, of which {racing} race", wrong == 0)


def main():
    global options
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only-random", action="store_true")
    options = parser.parse_args()
    if not options.only_random:
        check_reports(check_seeded("gcc"))
        check_seeded("clang")
        for compiler in "gcc", "clang":
            for flag in "-O0", "-O2":
                check_names(compiler, flag)
            check_undeclared(compiler)
        check_without_libdw()
        check_silent()
    check_random(options.seed, options.programs)
    end()


main()
