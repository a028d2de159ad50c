#!/usr/bin/env python3
"""children.py BUILD: programs linked with libucilk_child_sim.a, in both kinds of child
stealing, give their answers on simulated clusters; so do futures in
fully fledged threads; runs with many failed claims end; equal
runs give equal reports; the joins of run to completion wait longest; what it has not is
refused by name, and so is a stack that is full."""

import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, end, execute, must, run  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
TOOL = BUILD / "bin/ucilkcc"
KINDS = ("rtc", "full")
WORKERS = ((1, 1), (2, 1), (7, 3), (48, 1), (100, 48), (500, 48))
PROGRAMS = {
    "fib": ("16", "right"), "nqueens": ("7", "right"), "btc": ("5 2", "right"),
    "collatz": ("2000", "collatz(2000) = 1161, 181 steps"),
    "uts": ("-t 1 -a 3 -d 5 -b 4 -r 19",
            "geometric tree: 3987 nodes, 3232 leaves (81.06 %), depth 5"),
}
MISTAKES = {
    "twice": "get of a future that is used up: the future made from a value at",
    "none": "get of what is no handle of this process's futures (0, 0)",
    "large": "get of 8 bytes from byte 8 on: the result of",
    "set": "set of the promise made at ",
    "consumers": "for 0 consumers: their number is from 1 to 1000000000",
}
LIBRARIES = {"uts": ["-lnettle", "-lm"]}


def build(source, name, *flags):
    must([TOOL, "--ucilk-tool=child-sim", "-O1", source, "-o", name, *flags])


def check_answers():
    for name, (arguments, answer) in PROGRAMS.items():
        build(EXAMPLES / f"{name}.c", name, *LIBRARIES.get(name, []))
        for kind in KINDS:
            wrong = []
            for workers, node in WORKERS:
                done, report = run(name, arguments, CHILD=kind, NWORKERS=workers, NODE_SIZE=node,
                                   SIM_COST=200)
                if (done.returncode or answer not in done.stdout or
                        report["workers"] != workers or
                        report["records_made"] != report["records_freed"]):
                    wrong.append((workers, node, done.returncode, done.stdout, done.stderr))
            check(f"{name}, {kind}: {len(WORKERS)} clusters", not wrong, *wrong[:2])


def check_futures():
    build(EXAMPLES / "ffib.c", "ffib")
    build(HERE / "futures.c", "futures")
    build(ROOT / "bench/lcs_asleep.c", "lcs")
    for name, arguments in ("ffib", "12"), ("futures", ""), ("lcs", "-n 1000 -C 50"):
        wrong = []
        for workers, node in WORKERS + ((20, 1),):
            done, report = run(name, arguments, CHILD="full", NWORKERS=workers, NODE_SIZE=node,
                               SIM_COST=1000)
            if (done.returncode or "right" not in done.stdout or report["futures_made"] == 0 or
                    report["futures_made"] != report["futures_freed"] or
                    report["gets_suspended"] == 0 or (node < workers) != (report["gets"] > 0)):
                wrong.append((workers, node, done.returncode, done.stdout, done.stderr))
        check(f"{name}, full: {len(WORKERS) + 1} clusters", not wrong, *wrong[:2])
        done, report = run(name, arguments, CHILD="full", CHILD_LATE=1, NWORKERS=20, NODE_SIZE=1,
                           SIM_COST=1000)
        check(f"{name}, full, in turn", done.returncode == 0 and "right" in done.stdout and
              report["futures_made"] == report["futures_freed"], done, report)


def check_crowd():
    """Thieves without a pause: many claims fail, some while the owner looks whether its
    deque is empty (L7)."""
    build(ROOT / "bench/recpfor.c", "recpfor", "-lm")
    for kind in KINDS:
        wrong = []
        for seed in range(1, 9):
            done, report = run("recpfor", "-k 2 -n 512 -m 10000 -s 1 -w 0 -r 1", CHILD=kind,
                               NWORKERS=48, NODE_SIZE=12, SIM_NET="ito", SIM_SEED=seed,
                               VICTIM="random", SIM_BACKOFF=0)
            if done.returncode or "right" not in done.stdout or report["deque_resets"] == 0:
                wrong.append((seed, done.returncode, done.stdout, done.stderr))
        check(f"a crowd of thieves, {kind}: the run ends", not wrong, *wrong[:2])


def check_reports():
    reports = {}
    for kind in KINDS:
        again = [run("fib", "18", CHILD=kind, NWORKERS=100, NODE_SIZE=10, SIM_COST=1000)[1]
                 for _ in range(2)]
        check(f"{kind}: the same report twice", again[0] == again[1] and len(again[0]) > 20, again)
        reports[kind] = report = again[0]
        check(f"{kind}: counts and times of steals and joins",
              report["steals"] > 100 and report["far_steals"] > 20 and report["failed_ticks"] > 0 and
              0 < report["steal_copy_ticks"] < report["steal_ticks"] and
              0 < report["joins_resumed"] <= report["suspends"], report)
    waits = {k: r["join_ticks"] / r["joins_resumed"] for k, r in reports.items()}
    check("buried joins wait longer", waits["rtc"] > 1.5 * waits["full"], waits)
    done, late = run("fib", "18", CHILD="full", CHILD_LATE=1, NWORKERS=100, NODE_SIZE=10,
                     SIM_COST=1000)
    check("and so do those of full threads that are looked at in turn", "right" in done.stdout and
          late["join_ticks"] / late["joins_resumed"] > 1.1 * waits["full"], late, waits)
    serial = run("fib", "18", CHILD="rtc", NWORKERS=1, SIM_COST=1000)[1]
    check("one worker: work is the time", serial["virtual time"] == serial["work"], serial)


def check_refusals():
    done = execute(["./ffib", "10"], CHILD="rtc", NWORKERS=4)
    check("rtc: no futures", done.returncode == 1 and "ffib.c:" in done.stderr and
          "run to completion has no futures" in done.stderr, done)
    for mistake, message in MISTAKES.items():
        done = execute(["./futures", mistake], CHILD="full", NWORKERS=4)
        check(f"a mistake with futures: {mistake}", done.returncode == 1 and
              "futures.c:" in done.stderr and message in done.stderr, done)
    build(HERE / "parts.c", "reducer")
    done = execute(["./reducer"], NWORKERS=4)
    check("no reducers at file scope", done.returncode == 1 and
          "child stealing has no reducers at file scope" in done.stderr, done)
    build(HERE / "deep.c", "deep")
    done = execute(["./deep", "deep", "5"], CHILD="full", NWORKERS=4)
    check("a short way down", done.returncode == 0 and done.stdout == "5\n", done)
    done = execute(["./deep", "deep", "1000"], CHILD="full", NWORKERS=4)
    check("a full stack of a task", done.returncode == 1 and
          "deep.c:" in done.stderr and "the stack of this task, of 32 KiB, is full" in done.stderr,
          done)
    done = execute(["./deep", "deep", "1000"], CHILD="rtc", NWORKERS=4)
    check("that has room on a worker's", done.returncode == 0 and done.stdout == "1000\n", done)
    done = execute(["./deep", "deep", "100000"], CHILD="rtc", NWORKERS=4)
    check("a full stack of a worker", done.returncode == 1 and
          "the stack of this worker is full" in done.stderr, done)
    for workers, who in (1, "0"), (4, "[1-3]"):
        done = execute(["./deep", "sunk", "100000"], CHILD="rtc", NWORKERS=workers,
                       STACK_SIZE="1M")
        check(f"a stack that overflows in a call, on {workers}", done.returncode == 139 and
              re.search(f"worker {who}: stack overflow at 0x.* with all 1 MiB of stack in use; "
                        "raise UCILK_STACK_SIZE", done.stderr), done)
    for tools in ("sim", "child-sim"), ("child-sim", "child"), ("study", "child"), ("child-sim", "scale"):
        done = execute([TOOL, *(f"--ucilk-tool={tool}" for tool in tools), HERE / "deep.c"])
        check(f"not {' with '.join(tools)}", done.returncode == 2 and
              "a program has one tool" in done.stderr, done)
    done = execute(["./fib", "5"], CHILD="other")
    check("a kind that there is not", done.returncode == 1 and "UCILK_CHILD" in done.stderr, done)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        check_answers()
        check_futures()
        check_crowd()
        check_reports()
        check_refusals()
    end()


main()
