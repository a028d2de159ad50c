#!/usr/bin/env python3
"""run.py BUILD: programs for clusters, linked with libucilk_sim.a, give their
answers on 1 to 1,000 virtual workers, with nodes of 1, 3 and 48; a run that is made
again gives the same report, byte by byte; costs, clocks, reducers and futures are
right in virtual time."""

import concurrent.futures
import itertools
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import (BUILD, EXAMPLES, HERE, ROOT, TOOL, VARYING, check, end, execute,  # noqa: E402
                    must, run, ucilkcc)

WORKERS = ((1, 1), (2, 1), (7, 1), (7, 3), (48, 1), (48, 3), (48, 48), (100, 1), (100, 3),
           (100, 48), (1000, 1), (1000, 3), (1000, 48))
# Arguments, and what the answer has.
PROGRAMS = {
    "fib": ("16", "right"), "nqueens": ("7", "right"), "btc": ("5 2", "right"),
    "collatz": ("2000", "collatz(2000) = 1161, 181 steps"), "ffib": ("13", "right"),
    "futuretree": ("8", "right"), "fanout": ("100", "right"),
    "pipeline": ("-k 6 -n 30", "right"), "cholesky": ("4", "right"),
    "lcs": ("-n 300 -C 20", "right"),
    "uts": ("-t 1 -a 3 -d 5 -b 4 -r 19",
            "geometric tree: 3987 nodes, 3232 leaves (81.06 %), depth 5"),
}
LIBRARIES = {"cholesky": ["-lm"], "uts": ["-lnettle", "-lm"]}


def build(name):
    """Both forms of an example."""
    libraries = LIBRARIES.get(name, [])
    ucilkcc("--ucilk-tool=sim", "-O1", EXAMPLES / f"{name}.c", "-o", name, *libraries)
    macros = EXAMPLES / f"{name}_macros.c"
    if not macros.exists():
        macros = f"macros/{name}_macros.c"
    must(["gcc", "-O1", f"-I{BUILD}/include", f"-I{EXAMPLES}", "-DUCILK_CLUSTER", macros,
          BUILD / "lib/libucilk_sim.a", "-pthread", *libraries, "-o", f"{name}_macros"])


def spawns_of_fib(n):
    before, last = 0, 0
    for _ in range(n - 1):
        before, last = last, before + last + 1
    return last


# --- Examples ---

def check_examples(names):
    for k, name in enumerate(names):
        arguments, answer = PROGRAMS[name]
        wrong = []
        # The forms take turns: they differ in nothing that a worker does.
        for i, (workers, node) in enumerate(WORKERS):
            program = name + "_macros" * ((i + k) % 2)
            done, report = run(program, arguments, NWORKERS=workers, NODE_SIZE=node, SIM_COST=200)
            if (done.returncode or answer not in done.stdout or
                    report["workers"] != workers or report["workers of a node"] != node):
                wrong.append((program, workers, node, done.returncode, done.stdout, done.stderr))
        check(f"{name}: {len(WORKERS)} clusters", not wrong, *wrong[:3])


POLICIES = ({"JOIN": "stalling"}, {"FREE": "queue"}, {"VICTIM_ORDER": "ring"},
            {"JOIN": "stalling", "FREE": "queue"}, {"VICTIM_ORDER": "last"},
            {"JOIN": "stalling", "TEST_STEAL": "always"},
            {"EMPTY_CHECK": 0}, {"EMPTY_CHECK": 0, "TEST_STEAL": "always"},
            {"FREE": "queue", "TEST_STEAL": "always"})


def check_policies(names):
    for name in names:
        arguments, answer = PROGRAMS[name]
        wrong = []
        for policy in POLICIES:
            done, _ = run(name, arguments, NWORKERS=60, NODE_SIZE=4, SIM_COST=200, **policy)
            if done.returncode or answer not in done.stdout:
                wrong.append((policy, done.returncode, done.stdout, done.stderr))
        check(f"{name}: {len(POLICIES)} policies", not wrong, *wrong[:3])
    bit, queue, stalling = (run("fib", "18", NWORKERS=60, NODE_SIZE=4, SIM_COST=2000, **policy)[1]
                            for policy in ({}, {"FREE": "queue"}, {"JOIN": "stalling"}))
    check("frees by a queue take atomics", queue["atomics that wait"] / queue["steals in all"] >
          1.5 * bit["atomics that wait"] / bit["steals in all"] > 0, bit, queue)
    for policy, counters in (("greedy", bit), ("stalling", stalling)):
        check(f"{policy}: the times of steals, and of their copies",
              0 < counters["steal_copy_ticks"] < counters["steal_ticks"], counters)
    check("stalling joins are looked at more than once",
          stalling["suspends"] > stalling["outstanding_joins"] > 0 and
          stalling["join_ticks"] / stalling["outstanding_joins"] >
          2 * bit["join_ticks"] / bit["joins_resumed"], bit, stalling)
    # P2: beside its wait queue a worker makes one attempt, and does not rest.  On one node the
    # looks of an idle worker are left out, those of threads that wait would be, too.
    greedy, stalling = (sum(run("fib", "18", NWORKERS=48, NODE_SIZE=48, SIM_COST=2000, JOIN=join,
                                SIM_SEED=seed)[1]["virtual time"] for seed in range(3))
                        for join in ("greedy", "stalling"))
    check("no look is left out beside a wait queue", stalling < 1.1 * greedy, greedy, stalling)


def check_same():
    for name, node, net in (("fib", 48, "wisteria"), ("futuretree", 3, "ito"),
                            ("lcs", 1, "fx10"), ("pipeline", 7, "900,100,50,10"),
                            ("fib", 4, "900,100,50,10,300")):
        def once(*prefix):
            with tempfile.NamedTemporaryFile("r", dir=".") as file:
                done = execute([*prefix, f"./{name}", *PROGRAMS[name][0].split()], NWORKERS=100,
                               NODE_SIZE=node, SIM_COST=500, SIM_NET=net, SIM_REPORT=file.name,
                               **({"SIM_MESH": "3x3x3"} if net.count(",") == 4 else {}))
                text = file.read()
            return done.returncode, [line for line in text.splitlines()
                                     if not line.strip().startswith(tuple(f'"{v}"' for v in VARYING))]
        first, again, still = once(), once(), once("setarch", "-R")
        check(f"{name}: the same report three times", first == again == still and
              first[0] == 0 and len(first[1]) > 20, first, again, still)
    # A result lies in its parent's old frame while its worker waits for a thief (D4).
    if "uts" in names:
        done, _ = run("uts", "-t 1 -a 3 -d 9 -b 4 -r 19", NWORKERS=1728, SIM_WINDOW=20000,
                      SIM_COST=820)
        check("a result in an old frame", "1031269 nodes, 825408 leaves" in done.stdout, done.stdout)
    by_seed = [run("fib", "18", NWORKERS=100, SIM_COST=500, SIM_SEED=seed)[1]
               for seed in (0, 1, 2, 1)]
    check("a seed makes another run, which can be made again", by_seed[1] == by_seed[3] and
          len({report["virtual time"] for report in by_seed}) == 3, by_seed)
    times = {net: run("fib", "18", NWORKERS=48, NODE_SIZE=4, SIM_COST=500, SIM_NET=net)[1]
             for net in ("wisteria", "ito", "fx10", "100,10,10,50", "100000,10,10,50")}
    virtual = [report["virtual time"] for report in times.values()]
    for option in ("SIM_TRIPS", "SIM_RESUME_TRIPS"):
        one, more = (run("fib", "18", NWORKERS=48, NODE_SIZE=node, SIM_COST=500, **{option: 50})[1]
                     for node in (48, 4))
        usual = run("fib", "18", NWORKERS=48, NODE_SIZE=48, SIM_COST=500)[1]
        check(f"{option}: between nodes alone", one == usual and
              more["virtual time"] > 1.1 * times["wisteria"]["virtual time"], one, usual, more)
    check("the network matters", len(set(virtual)) == 5 and
          virtual[3] < min(virtual[:3]) and max(virtual[:3]) < virtual[4], virtual)


def check_mesh():
    """Far pairs are later; neighbours are not."""
    def on(mesh, nodes=8, **options):
        return run("fib", "22", NWORKERS=nodes, NODE_SIZE=1, SIM_COST=500, VICTIM="random",
                   SIM_NET="1000,100,50,10,20000", **({"SIM_MESH": mesh} if mesh else {}), **options)[1]
    flat, cube, line, turned = (on(mesh) for mesh in ("", "2x2x2", "1x1x8", "8"))
    mean = [report["steal_ticks"] / report["steals"] for report in (flat, cube, line)]
    check("a mesh makes far pairs later", 2 * mean[0] < mean[1] and 1.3 * mean[1] < mean[2] and
          flat["virtual time"] < cube["virtual time"] < line["virtual time"], mean)
    check("a line is one in any direction", line | {"mesh": ""} == turned | {"mesh": ""}, line, turned)
    check("neighbours are no later", on("2", nodes=2) | {"mesh": ""} == on("", nodes=2), on("2", nodes=2))
    trips = [on(mesh, SIM_TRIPS=5) for mesh in ("", "8")]
    more = [with_trips["steal_ticks"] / with_trips["steals"] - without for with_trips, without in
            zip(trips, (mean[0], mean[2]))]
    check("further round trips are as long", more[1] > 5 * more[0], more)
    # Three nodes fill a row of 2x3, but not one of 3x2.
    row, corner, full = (on(mesh, nodes=3) | {"mesh": ""} for mesh in ("3", "3x2", "2x3"))
    check("nodes are there row by row", row == full != corner, row, corner, full)


def check_networks():
    """The numbers of docs/simulation.md are those of the networks that it names."""
    text = (ROOT / "docs/simulation.md").read_text()
    rows = re.findall(r"^\| `(\w+)`[^|]*\| ([\d,]+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", text,
                      re.MULTILINE)
    check("networks of the document", [row[0] for row in rows] == ["wisteria", "ito", "fx10"], rows)
    for name, latency, *others in rows:
        named, numbers = (run("fib", "18", NWORKERS=48, NODE_SIZE=4, SIM_COST=500, SIM_NET=net)[1]
                          for net in (name, ",".join([latency.replace(",", ""), *others])))
        check(f"{name}: as in the document", named | {"net": ""} == numbers | {"net": ""},
              named, numbers)


# --- Costs ---

def check_costs():
    n = 20
    for workers, node, cost in ((1, 1, 300), (48, 48, 300), (100, 3, 700), (1000, 48, 50)):
        done, report = run("fib", str(n), NWORKERS=workers, NODE_SIZE=node, SIM_COST=cost)
        expected = spawns_of_fib(n) * cost / 1e9
        check(f"{workers} workers do {expected:.6f} s of work", report["work"] == round(expected, 9),
              report)
        check("in no less time", report["virtual time"] * workers >= report["work"], report)
    pathlib.Path("costs").write_text("# tasks\nfib 400\n\n* 30\n")
    done, report = run("fib", str(n), NWORKERS=7, NODE_SIZE=7, SIM_COST="costs")
    check("a table of costs", report["work"] == round(spawns_of_fib(n) * 400 / 1e9, 9), report)
    pathlib.Path("costs").write_text("nothing 400\n* 30.25\n")
    done, report = run("fib", str(n), NWORKERS=7, NODE_SIZE=7, SIM_COST="costs")
    check("and of all others", report["work"] == round(spawns_of_fib(n) * 30.25 / 1e9, 9), report)
    done, report = run("fib", "22", NWORKERS=48, NODE_SIZE=48, SIM_COST=1000)
    check("48 workers are efficient", 0.93 < report["efficiency"] <= 1, report)
    whole = report["virtual time"]
    done, wide = run("fib", "22", NWORKERS=48, NODE_SIZE=48, SIM_COST=1000, SIM_WINDOW=5000)
    check("a window changes little", "right" in done.stdout and
          abs(wide["efficiency"] - report["efficiency"]) < 0.01 and
          wide["switches"] < report["switches"], report["efficiency"], wide["efficiency"])
    done, report = run("fib", "22", NWORKERS=1, SIM_COST=1000)
    check("one worker takes the sum", report["virtual time"] == report["work"] and
          whole < report["work"] / 40, report)


# --- What programs do ---

def check_parts():
    for workers, node in ((1, 1), (2, 1), (7, 3), (100, 48)):
        where = dict(NWORKERS=workers, NODE_SIZE=node)
        for mode in "work", "usleep", "nanosleep":
            done, report = run("parts", mode, **where)
            check(f"{mode} on {workers}", done.returncode == 0 and
                  done.stdout.startswith("0 wrong") and report["work"] == 0.01024,
                  done.stdout, done.stderr, report)
        done, report = run("parts", "reducers", **where)
        check(f"reducers on {workers}", done.stdout == "124750, in order\n", done.stdout,
              done.stderr)
        done, report = run("parts", "deadlock", **where)
        check(f"a deadlock on {workers}", done.returncode == 1 and
              "deadlock: no task can run any more, and 2 gets wait" in done.stderr, done.stderr)
        done, report = run("parts", "overflow", STACK_SIZE="1M", **where)
        check(f"a stack that overflows on {workers}", done.returncode == 139 and re.search(
            r"worker \d+: stack overflow in task `deep' spawned at .*parts.c:\d+, \d+ spawns "
            r"deep, .* with all 1 MiB of stack in use; raise UCILK_STACK_SIZE", done.stderr),
            done.returncode, done.stderr)
    for steal, want in ("work", "0 wrong"), ("reducers", "124750, in order"):
        done, report = run("parts", steal, NWORKERS=7, NODE_SIZE=3, TEST_STEAL="always")
        check(f"{steal}, where each continuation migrates", done.stdout.startswith(want) and
              report["ready_taken"] > 10, done.stdout, done.stderr, report)


# --- Options ---

def check_refused():
    pathlib.Path("wrong").write_text("fib 300\nfib\n")
    for variables, message in (
            (dict(NWORKERS=131073), "UCILK_NWORKERS=131073: not a whole number from 1 to 131072"),
            (dict(SIM_NET="ethernet"), "UCILK_SIM_NET=ethernet: neither wisteria, ito nor fx10"),
            (dict(SIM_NET="1,2,3"), "UCILK_SIM_NET=1,2,3: neither"),
            (dict(SIM_NET="1,2,3,0"), "UCILK_SIM_NET=1,2,3,0: neither"),
            (dict(SIM_NET="1,2,3,4,-5"), "UCILK_SIM_NET=1,2,3,4,-5: neither"),
            (dict(SIM_NET="1,2,3,4,5,6"), "UCILK_SIM_NET=1,2,3,4,5,6: neither"),
            *((dict(SIM_MESH=mesh), f"UCILK_SIM_MESH={mesh}: not one to three sides in nodes")
              for mesh in ("cube", "2x", "2x0", "2x2x2x2", "-2", "2x 2")),
            (dict(SIM_MESH="3x1", NWORKERS=4, NODE_SIZE=1),
             "UCILK_SIM_MESH=3x1: 3 places for 4 nodes"),
            (dict(SIM_MESH="2x2", NWORKERS=4, NODE_SIZE=1),
             "UCILK_SIM_MESH=2x2: a hop costs nothing in this network; say"),
            (dict(SIM_COST="nowhere"), "UCILK_SIM_COST=nowhere: No such file"),
            (dict(SIM_COST="-1"), "UCILK_SIM_COST=-1: No such file"),
            (dict(SIM_COST="wrong"), "wrong:2: not a function and nanoseconds: fib"),
            (dict(SIM_WINDOW="1us"), "UCILK_SIM_WINDOW=1us: not a whole number"),
            (dict(SIM_REPORT="/nowhere/file"), "UCILK_SIM_REPORT=/nowhere/file: No such file"),
            (dict(STATS="1"), "UCILK_STATS: no such option of this program: it is one of those "
                              "that are not simulated"),
            (dict(SIM_FOO="1"), "UCILK_SIM_FOO: no such option;")):
        done = execute(["./fib", "10"], **variables)
        check(f"refused: {variables}", done.returncode == 1 and message in done.stderr,
              done.returncode, done.stderr)
    done = execute(["./fib", "10"], NWORKERS=4)
    check("the report as text", done.returncode == 0 and "ucilk sim: virtual time" in done.stderr,
          done.stderr)
    ucilkcc("--ucilk-cluster", "-O1", EXAMPLES / "fib.c", "-o", "cluster")
    done = execute(["./cluster", "10"], SIM_NET="ito")
    check("refused elsewhere", done.returncode == 1 and "UCILK_SIM_NET: no such option of this "
          "program: it is one of those that are simulated (ucilkcc --ucilk-tool=sim)" in
          done.stderr, done.stderr)


def check_tool():
    source = EXAMPLES / "fib.c"
    for flags, message in (
            (["--ucilk-serial"], "--ucilk-tool=sim simulates spawns: the serial elision has none"),
            (["--ucilk-tool=race"], "--ucilk-tool=race: a program has one tool, and another"),
            (["--ucilk-tool=scale"], "--ucilk-tool=scale: a program has one tool, and another"),
            (["--ucilk-pedigrees"], "--ucilk-pedigrees needs workers that share memory")):
        done = execute([TOOL, "--ucilk-tool=sim", *flags, "-c", source])
        check(f"refused: {flags[0]}", done.returncode == 2 and message in done.stderr, done.stderr)
    done = execute([TOOL, "--ucilk-tool=sim", "-static", source, "-o", "static"])
    check("refused: -static", done.returncode == 1 and "-static: programs that are simulated" in
          done.stderr, done.stderr)
    # Objects and libraries for clusters, by a link option.
    ucilkcc("--ucilk-cluster", "-O1", "-c", source, "-o", "fib.o")
    ucilkcc("--ucilk-tool=sim", "fib.o", "-o", "by_flag")
    done = execute([TOOL, "--ucilk-cluster", "fib.o", "-o", "by_variable"], PROFILE="sim")
    check("UCILK_PROFILE=sim", done.returncode == 0, done.stderr)
    ucilkcc("--ucilk-tool=sim", "-O1", "-fPIC", "-shared", HERE / "library.c", "-o",
            "libnumbers.so")
    ucilkcc("--ucilk-tool=sim", "-O1", HERE / "library_main.c", "./libnumbers.so", "-o",
            "by_library")
    for name, answer in (("by_flag", "fib(15) = 610"), ("by_variable", "fib(15) = 610"),
                         ("by_library", "13530")):
        done, report = run(name, "15", NWORKERS=100)
        check(name, answer in done.stdout and report["workers"] == 100, done.stdout, done.stderr)


# uts needs Nettle.
names = [name for name in PROGRAMS if (BUILD / "examples/cluster" / name).exists() or
         name != "uts"]
must([HERE.parent / "lang/macros.py", "macros", "--examples"])
with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    parts = pool.submit(ucilkcc, "--ucilk-tool=sim", "-O1", HERE / "parts.c", "-o", "parts")
    list(itertools.chain(pool.map(build, names)))
    parts.result()
check_examples(names)
check_policies(names)
check_same()
check_mesh()
check_networks()
check_costs()
check_parts()
check_refused()
check_tool()
end()
