#!/usr/bin/env python3
"""run.py BUILD: programs linked with libucilk_child.a, in both kinds of child stealing,
give their answers on 1 to 8 workers: with shared memory, over the simulated network with
one-sided operations and with messages, and under mpirun; regions bring main's data; a
task's exit ends all; the counters say that blocks were stolen."""

import concurrent.futures
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import ROOT, TOOL, check, counted, end, execute  # noqa: E402

KINDS = ("rtc", "full")
# Source, arguments, and what the answer has.
PROGRAMS = {
    "fib": ("examples/fib.c", "24", "right"), "nqueens": ("examples/nqueens.c", "9", "right"),
    "uts": ("examples/uts.c", "-t 1 -a 3 -d 6 -b 4 -r 19", "depth 6"),
    # Its iterations sleep: 0.3 s in all, in which thieves come to run on any machine.
    "pfor": ("bench/pfor.c", "-k 2 -n 150 -m 1000000 -s 1 -w 0 -r 1", "right"),
    "recpfor": ("bench/recpfor.c", "-k 2 -n 256 -m 1000 -w 0 -r 2", "right"),
    "data": ("tests/cluster/programs/data.c", "one 'two words'", "wrong 0")}
FUTURES = {  # of `full' alone
    "futures": ("tests/sim/futures.c", "", "right"),
    "lcs": ("examples/lcs.c", "-n 1500 -C 50", "right")}
EXITS = {"exit": ("tests/cluster/programs/exit.c",)}
LIBRARIES = {"uts": ["-lnettle", "-lm"], "pfor": ["-lm"], "recpfor": ["-lm"]}
NIC = {"TRANSPORT": "nic"}
PLACES = {
    "1 worker": {"NWORKERS": 1}, "2 workers": {"NWORKERS": 2},
    "2 nodes of 2": {**NIC, "NWORKERS": 4, "NODE_SIZE": 2},
    "8 nodes": {**NIC, "NWORKERS": 8, "NODE_SIZE": 1}}
MORE_PLACES = {  # for two or three programs
    "8 workers": {"NWORKERS": 8},
    "4 nodes, late": {**NIC, "NWORKERS": 4, "NODE_SIZE": 1, "NIC_DELAY": 50},
    "2 nodes of 2, atomics of their own":
        {**NIC, "NWORKERS": 4, "NODE_SIZE": 2, "NIC_ATOMICS": "own"},
    "4 nodes, messages": {**NIC, "NWORKERS": 4, "NODE_SIZE": 1, "ATOMICS": "am"},
    "2 nodes of 2, assisted": {**NIC, "NWORKERS": 4, "NODE_SIZE": 2, "ATOMICS": "assist"}}
LAUNCHERS = {"Open MPI": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-n", "4"],
             "MPICH": ["mpirun.mpich", "-n", "4"]}


def run(name, launcher=(), **variables):
    """What a run wrote, and its counters."""
    arguments = shlex.split({**PROGRAMS, **FUTURES}[name][1])
    return counted([*launcher, f"./{name}", *arguments], SILENCE=29, **variables)


def build(name):
    source = {**PROGRAMS, **FUTURES, **EXITS}[name][0]
    return execute([TOOL, "--ucilk-tool=child", "-O1", ROOT / source, "-o", name,
                    *LIBRARIES.get(name, [])])


def check_all(place, names, launcher=(), **variables):
    """All steals of the place, over its programs."""
    for kind in KINDS:
        wrong, steals = [], 0
        for name in (*names, *(FUTURES if kind == "full" else ())):
            done, counters = run(name, launcher, CHILD=kind, **variables)
            steals += counters.get("steals", 0)
            if (done.returncode or {**PROGRAMS, **FUTURES}[name][2] not in done.stdout or
                    counters["records_made"] != counters["records_freed"] or
                    counters["futures_made"] != counters["futures_freed"]):
                wrong.append((name, done.returncode, done.stdout, done.stderr, counters))
        is_alone = variables.get("NWORKERS") == 1
        check(f"{kind}, {place}: the right answers", not wrong, *wrong[:2])
        check(f"{kind}, {place}: {'no steals' if is_alone else 'steals'}",
              (steals == 0) == is_alone, steals)


def check_exit():
    for kind in KINDS:
        for place in "2 workers", "2 nodes of 2":
            done = execute(["./exit"], CHILD=kind, **PLACES[place])
            check(f"{kind}, {place}: a task's exit", done.returncode == 7, done)


def main():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        built = list(pool.map(build, (*PROGRAMS, *FUTURES, *EXITS)))
    check("built", not any(done.returncode for done in built), *built)
    for place, variables in PLACES.items():
        check_all(place, PROGRAMS, **variables)
    for place, variables in MORE_PLACES.items():
        check_all(place, ("pfor",), **variables)
    for place, launcher in LAUNCHERS.items():
        check_all(place, ("pfor",), launcher, NODE_SIZE=2)
    check_exit()
    done = execute(["./lcs", "-n", "100"], CHILD="rtc", NWORKERS=2)
    check("rtc: no futures", done.returncode == 1 and
          "run to completion has no futures" in done.stderr, done)
    end()


main()
