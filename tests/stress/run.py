#!/usr/bin/env python3
"""Runs the language programs, the examples and tests/stress/*.c with 1 to 64
workers, forced steals and seeded delays, until so many continuations have been
stolen; says how often each rule of docs/protocols/ was hit.  See docs/stress.md."""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from seeding import wait  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORKERS = (1, 2, 3, 8, 32, 64)
CONFIGURATIONS = [("gcc", "-O0"), ("gcc", "-O2"), ("clang", "-O2"), ("clang", "-O0")]
# These may go without a hit: in CI, and with --quick.
RARE = {"D6"}
RARE_QUICK = {"D6", "S6"}
# Heaps, ends and private pages of workers that are processes.
OF_PROCESSES = {"H1", "H2", "H3", "E1", "E2", "E3", "R1"}
# Programs whose workers share no variable (tests/lang/run.sh has the same ones).
FOR_CLUSTERS = {"cilk5", "errno_macros", "exits", "exits_macros", "names", "old",
                "passing", "recursion", "recursion_macros", "reducers", "regions_macros", "scopes",
                "fib", "nqueens", "ffib", "futuretree", "trees"}
# With --quick: short, of every kind, and together they pass every rule of threads.
QUICK = {"trees", "dags", "ends", "exits", "ffib", "futures_ends", "futures_views",
         "local_reducers", "loops", "monoids", "pieces", "reducers", "returns",
         "spawned_statements"}
PARALLEL = 2
# With --groups: programs that make groups; the others that it takes are a group each, as
# tests/cluster/groups.sh has them.
GROUPS = {"groups": (), "gfib": ("16", "10"), "gnqueens": ("7", "2"),
          "gmatmul": ("-n", "60", "-b", "20"), "gsort": ("-n", "20000")}
AS_GROUPS = {"mergesort", "quicksort", "matmul", "strassen", "lu", "heat", "fft", "qcholesky"}
EXAMPLE = ROOT / "tests/cluster/programs/group_example.c"

Program = collections.namedtuple("Program", "name form source variants")
Variant = collections.namedtuple("Variant", "arguments status serial")
Run = collections.namedtuple(
    "Run", "program configuration variant workers forced seed")
Result = collections.namedtuple("Result", "why stats output seconds command")


def programs(macros):
    """Every program with the ways to run it; a seed takes the place of None.  The folders
    macros and macros/examples have those that tests/lang/macros.py made."""
    def example(name):
        return [source for folder in (ROOT / "examples", macros / "examples")
                for source in folder.glob(name + "*.c")]
    for source in sorted((ROOT / "tests/lang").glob("*.c")) + sorted(macros.glob("*.c")):
        yield program(source, [Variant((), 0, True)])
    arguments = {"fib": ("23",), "nqueens": ("7",), "btc": ("6", "2"),
                 "ffib": ("15",), "futuretree": ("8",), "fanout": ("200",),
                 "pipeline": ("-k", "6", "-n", "50"), "cholesky": ("5",)}
    for name, words in arguments.items():
        for source in example(name):
            yield program(source, [Variant(words, 0, True)])
    itself = {"lcs": ("-n", "300", "-C", "20", "-s", None)}  # check themselves
    for name, least in (("mergesort", ("-i", "3", "-m", "10")), ("quicksort", ("-i", "3"))):
        itself[name] = ("-n", "2001") + least
    for name in ("matmul", "strassen", "lu"):
        itself[name] = ("-n", "50", "-b", "5")
    itself["heat"] = ("-n", "40", "-m", "70", "-t", "3", "-b", "20")
    itself["fft"] = ("-n", "8192")
    itself["qcholesky"] = ("-n", "99", "-z", "150")
    itself["knapsack"] = ("-n", "16")
    itself["wordcount"] = ("-f", "3", "-n", "2000", "-p", "2000")
    for name, words in itself.items():
        for source in example(name):
            yield program(source, [Variant(words, 0, False)])
    yield program(HERE / "trees.c", [Variant(("20", None), 0, False)])
    yield program(HERE / "dags.c", [Variant(("10", None), 0, False)])
    ends = [("exit", 7), ("_exit", 7), ("kill", 137)]
    yield program(HERE / "ends.c", [
        Variant((mode,) + where, status, False)
        for mode, status in ends for where in ((), ("both",), ("future",))] +
        [Variant(("deadlock",), 1, False)])


def programs_of_groups(macros):
    for name, words in GROUPS.items():
        for folder in (ROOT / "tests/lang", macros, ROOT / "examples", macros / "examples"):
            for source in (folder / f"{name}.c", folder / f"{name}_macros.c"):
                if source.exists():
                    yield program(source, [Variant(words, 0, name == "groups")])
    yield from (p for p in programs(macros) if p.source.stem in AS_GROUPS)


def program(source, variants):
    form = "macros" if source.stem.endswith("_macros") else "keywords"
    return Program(source.stem.removesuffix("_macros"), form, source, tuple(variants))


def rules():
    """The rules of the protocol documents, in their order."""
    found = []
    for path in ("deque", "lazy", "join", "records", "suspend", "home", "idle", "views",
                 "future", "groups"):
        path = ROOT / "docs/protocols" / (path + ".md")
        if path.exists():
            found += re.findall(r"^\*\*([A-Z][0-9]+)\b", path.read_text(), re.M)
    return found


def library_of(options):
    return options.build / "lib" / ("libucilk_cluster_test.a" if options.cluster else
                                    "libucilk_groups_test.a" if options.groups else
                                    "libucilk_test.a")


class Builder:
    def __init__(self, options):
        build = self.build = options.build
        self.folder = build / ("stress_cluster" if options.cluster else
                               "stress_groups" if options.groups else "stress")
        self.folder.mkdir(exist_ok=True)
        self.library = library_of(options)
        self.for_macros = ["-DUCILK_CLUSTER"] if options.cluster else []
        self.for_tool = ["--ucilk-cluster", "-Wno-ucilk-shared-write",
                         "-DPROCESSES"] if options.cluster else []
        self.example = []
        if options.groups:
            self.for_tool = ["--ucilk-groups", "-Wno-ucilk-group-write"]
            self.example = [str(self.folder / "example.o")]
            run([str(build / "bin/ucilkcc"), "--ucilk-groups", "-g", "-O1", "-c",
                 str(EXAMPLE), "-o"] + self.example)
        self.include = [f"-I{folder}" for folder in
                        (build / "include", ROOT / "tests/lang", ROOT / "examples")]
        self.ucilkcc = str(build / "bin/ucilkcc")

    def path(self, program, configuration):
        words = (program.name, program.form) + configuration
        return self.folder / ".".join(words).replace("-", "")

    def compile(self, program, configuration):
        cc, level = configuration
        output = str(self.path(program, configuration))
        libraries = [str(self.library), "-pthread", "-ldl", "-lm", "-o", output]
        as_group = self.example and program.name not in GROUPS
        if program.form == "macros":
            run([cc, "-g", level, *self.include, str(program.source)] + self.for_macros + libraries)
            return
        run([self.ucilkcc, "--ucilk-cc=" + cc, *self.for_tool,
             *["-Dmain=example_main"] * bool(as_group), "-g", level, "-c",
             str(program.source), "-o", output + ".o"])
        run([cc, "-g", level, output + ".o"] + self.example * bool(as_group) + libraries)

    def elision(self, program, variant):
        """What the serial elision prints."""
        output = str(self.folder / (program.name + "." + program.form + ".serial"))
        compiler = (["gcc", "-DUCILK_SERIAL", *self.include]
                    if program.form == "macros" else
                    [self.ucilkcc, "--ucilk-cc=gcc", "--ucilk-serial"])
        run(compiler + ["-O1", str(program.source), "-lm", "-o", output])
        return run([output] + list(variant.arguments))


def read_json(path):
    """Nothing where the program ended before it had written all."""
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return None


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit("run.py: %s: status %d\n%s" % (
            " ".join(command), done.returncode, done.stderr.decode()[:4000]))
    return done.stdout


class Driver:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.builder = Builder(options)
        self.environment = {name: value for name, value in os.environ.items()
                            if "CILK_" not in name}
        self.expected = {}  # (program, variant): output
        self.began = time.monotonic()
        self.cells = collections.defaultdict(collections.Counter)
        self.hits = collections.Counter()  # by point
        self.spent = collections.Counter()  # seconds, by program
        self.points = {}  # name: (rules, where)
        self.steals = self.n_runs = self.n_failed = 0

    def configurations(self, p):
        """In CI one of them: the macros mostly have another than the keywords."""
        if self.options.nightly:
            return CONFIGURATIONS
        return [CONFIGURATIONS[len(p.source.stem) % len(CONFIGURATIONS)]]

    def compile(self, chosen):
        jobs = [(p, c) for p in chosen for c in self.configurations(p)]
        serial = [(p, variant) for p in chosen for variant in p.variants if variant.serial]
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            list(pool.map(lambda job: self.builder.compile(*job), jobs))
            self.expected.update(zip(serial, pool.map(
                lambda job: self.builder.elision(*job), serial)))

    def execute(self, wanted):
        """One run; `why' in the result is empty where it was as it should."""
        setting = {"UCILK_NWORKERS": str(wanted.workers),
                   "UCILK_TEST_SEED": str(wanted.seed),
                   "UCILK_TEST_TIMEOUT": str(self.options.timeout)}
        if wanted.forced: # each way by turns
            setting["UCILK_TEST_STEAL"] = ("always", "random")[wanted.seed % 2]
        if self.options.groups:
            setting.update(UCILK_TRANSPORT="nic", UCILK_NODES=str(2 + wanted.seed % 2),
                           UCILK_TEST_GROUP=("away", "copy", "")[wanted.seed % 3])
        command = [str(self.builder.path(wanted.program, wanted.configuration))]
        command += [str(wanted.seed) if word is None else word
                    for word in wanted.variant.arguments]
        text = " ".join(["%s=%s" % item for item in setting.items()] + command)
        stats = self.builder.folder / ("stats.%d.json" % threading.get_native_id())
        stats.unlink(missing_ok=True)
        setting["UCILK_STATS"] = "json:%s" % stats
        began = time.monotonic()
        status, output, errors = wait(command, dict(self.environment, **setting),
                                      self.options.timeout + 30)
        why = ""
        if status != wanted.variant.status:
            why = "status %s instead of %d" % (status, wanted.variant.status)
        elif wanted.variant.serial and \
                output != self.expected[wanted.program, wanted.variant]:
            why = "prints something else than its serial elision"
        elif status == 0 and not stats.exists():
            why = "no statistics"
        try:
            figures = read_json(stats)
        except UnicodeDecodeError as error:
            # Two tasks that call exit at the same time may spoil each other's streams.
            figures = None
            if status == 0:
                why = why or "statistics that are no text: %s" % error
        return Result(why, figures, output + errors, time.monotonic() - began, text)

    def count(self, wanted, result):
        self.n_runs += 1
        self.spent[wanted.program] += result.seconds
        cell = self.cells[wanted.workers, wanted.forced]
        cell["runs"] += 1
        cell["ms"] += int(1000 * result.seconds)
        cell["longest"] = max(cell["longest"], int(1000 * result.seconds))
        if not result.stats:
            return
        self.steals += result.stats["steals"]
        cell["steals"] += result.stats["steals"]
        cell["ready"] += result.stats["ready_taken"]
        for point in result.stats["points"]:
            self.points[point["name"]] = point["rules"].split(), point["where"]
            self.hits[point["name"]] += point["hits"]

    def take(self, wanted, result):
        self.count(wanted, result)
        if result.why:
            self.n_failed += 1
            print("\rFAIL %s: %s\n     %s" % (
                wanted.program.source.name, result.why, result.command))
            for line in result.output.decode(errors="replace").splitlines()[:120]:
                print("     " + line, flush=True)
            if self.n_failed >= self.options.failures:
                print("run.py: %d failures, no more runs" % self.n_failed)
        if sys.stdout.isatty():
            print("\r%d runs, %d steals of %d, %d failed, %.0f s " % (
                self.n_runs, self.steals, self.options.steals, self.n_failed,
                self.seconds()), end="", flush=True)

    def seconds(self):
        return time.monotonic() - self.began

    def every_run(self, chosen):
        """Each program, in each of its variants, with each number of workers,
        forced and not: in CI a third of those up to 8 workers, and either with 32 or with
        64, either forced or not, in turn."""
        whole = self.options.nightly or self.options.quick or self.options.groups
        for forced in (False, True):
            for k, workers in enumerate(self.options.workers):
                one_of = 1 if whole else 6 if workers >= 32 else 3
                for i, (p, variant) in enumerate(
                        (p, v) for p in chosen for v in p.variants):
                    if (i + k + forced * one_of // 2) % one_of:
                        continue
                    for configuration in self.configurations(p):
                        yield Run(p, configuration, variant, workers, forced,
                                  self.draw_seed(workers))

    def draw_seed(self, workers):
        """Of the delays: there are no races to stretch with one worker."""
        seed = self.random.randrange(1, 1 << 32)
        return 0 if workers == 1 and not self.options.groups else seed

    def more_runs(self, chosen):
        """Until there are steals and runs enough; every other one of trees, or, where
        runs are wanted, of the programs that have had the least time."""
        trees = [p for p in chosen if p.name == "trees"]
        nightly = Variant(("200", None), 0, False)
        while self.steals < self.options.steals or self.n_runs < self.options.runs:
            if self.options.runs:
                p = min(self.random.sample(chosen, min(8, len(chosen))),
                        key=lambda p: self.spent[p])
            else:
                p = self.random.choice(self.random.choice((trees or chosen, chosen)))
            variant = self.random.choice(p.variants)
            if p.name == "trees" and self.options.nightly and not self.options.runs:
                variant = nightly
            workers = self.random.choice(self.options.workers[1:])
            yield Run(p, self.random.choice(self.configurations(p)), variant, workers,
                      self.random.random() < 0.7, self.draw_seed(workers))

    def stress(self, chosen):
        runs = self.more_runs(chosen)
        if not self.options.runs:
            runs = itertools.chain(self.every_run(chosen), runs)
        pending = {}
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            while True:
                while len(pending) < PARALLEL and self.n_failed < self.options.failures:
                    wanted = next(runs, None)
                    if wanted is None:
                        break
                    pending[pool.submit(self.execute, wanted)] = wanted
                if not pending:
                    break
                done, _ = concurrent.futures.wait(
                    pending, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    self.take(pending.pop(future), future.result())
        if sys.stdout.isatty():
            print()

    def stop(self):
        """No more runs."""
        self.options.steals = self.options.runs = 0

    def print_table(self):
        print("\nworkers forced   runs    steals  ready queue   seconds  longest")
        for (workers, forced), c in sorted(self.cells.items()):
            print("%7d %-6s %6d %9d %12d %9.1f %8.1f" % (
                workers, "always" if forced else "no", c["runs"], c["steals"],
                c["ready"], c["ms"] / 1000, c["longest"] / 1000))
        print("%d runs, %d steals, %d failed, %.1f minutes, seed %d" % (
            self.n_runs, self.steals, self.n_failed, self.seconds() / 60,
            self.options.seed))

    def print_coverage(self):
        """True if each rule was hit."""
        good = True
        print("\nrule         hits  points")
        for rule in rules():
            if (rule in OF_PROCESSES and not self.options.cluster) or \
                    (rule[0] == "G") != self.options.groups:
                continue
            own = [name for name, (of, _) in self.points.items() if rule in of]
            if self.options.groups and not own:
                continue  # no point stands for it
            total = sum(self.hits[name] for name in own)
            mark = ""
            if total == 0:
                rare = rule in (RARE_QUICK if self.options.quick else RARE)
                rare = rare and not self.options.nightly
                mark = " (rare)" if rare else " NEVER HIT"
                good &= rare
            print("%-4s %12d  %s%s" % (rule, total, ", ".join(
                "%s %d" % (name, self.hits[name]) for name in own), mark))
        return good

    def self_test(self):
        """The driver reports a program that hangs and one that is wrong."""
        bad = {"hangs": ("status 124 instead of 0", [
            r"worker %d \((?:thread|process) \d+, [RSD]\): \w.*; deque H \d+ T \d+ "
            r"(un)?locked, \d+ entries, .*last event: \w" % i for i in range(3)]),
               "wrong": ("prints something else than its serial elision", ["3"])}
        good = True
        for name, (why, lines) in bad.items():
            p = program(HERE / "broken" / (name + ".c"),
                        [Variant((), 0, name == "wrong")])
            self.compile([p])
            saved = self.options.timeout
            if name == "hangs":
                self.options.timeout = 2
            result = self.execute(Run(p, self.configurations(p)[0], p.variants[0], 3, True, 4))
            self.options.timeout = saved
            text = result.output.decode(errors="replace")
            missing = [line for line in lines if not re.search(line, text)]
            if result.why != why or missing or "UCILK_TEST_SEED=" not in result.command:
                good = False
                self.n_failed += 1
                print("FAIL self-test: %s: \"%s\" instead of \"%s\"; not found: %s\n%s"
                      % (name, result.why, why, missing, text))
            else:
                print("ok self-test: %s: %s" % (name, why))
        return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="build tree")
    parser.add_argument("program", nargs="*", help="only these, by name")
    parser.add_argument("--nightly", action="store_true",
                        help="all compilations, 1,000,000 steals")
    parser.add_argument("--quick", action="store_true",
                        help="a few programs, on 2 and 8 workers")
    parser.add_argument("--cluster", action="store_true",
                        help="the library whose workers are processes")
    parser.add_argument("--groups", action="store_true",
                        help="groups, on two or three nodes of so many workers")
    parser.add_argument("--steals", type=int, help="steals wanted; 12,000 in CI")
    parser.add_argument("--runs", type=int, default=0,
                        help="runs wanted, the more of a program the shorter they are")
    parser.add_argument("--seed", type=int, help="master seed, for the same runs again")
    parser.add_argument("--timeout", type=int, default=120, metavar="SECONDS",
                        help="limit of each run (default %(default)s)")
    parser.add_argument("--failures", type=int, default=10, metavar="N",
                        help="stop after so many (default %(default)s)")
    parser.add_argument("--self-test", action="store_true",
                        help="only check that failures are found")
    options = parser.parse_intermixed_args()
    options.build = options.build.resolve()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1 << 32)
    if options.steals is None:
        options.steals = 1000000 if options.nightly else \
            0 if options.quick or options.groups else 12000
    options.workers = (2, 8) if options.quick else (1, 2, 8) if options.groups else WORKERS
    names = options.program or (QUICK if options.quick and not options.groups else ())
    macros = options.build / "stress_macros"
    run([str(ROOT / "tests/lang/macros.py"), str(macros)])
    run([str(ROOT / "tests/lang/macros.py"), str(macros / "examples"), "--examples"])
    all_programs = (programs_of_groups if options.groups else programs)(macros)
    chosen = [p for p in all_programs if (not names or p.name in names)
              and (not options.cluster or p.source.stem in FOR_CLUSTERS)]
    library = library_of(options)
    if not chosen or not library.exists():
        sys.exit("run.py: no such program, or no %s" % library)
    # For the elisions of deep recursions; the others have the region.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))

    print("seed %d" % options.seed, flush=True)
    driver = Driver(options)
    good = options.quick or options.groups or driver.self_test()
    if options.self_test or driver.n_failed >= options.failures:
        return 0 if good else 1
    driver.compile(chosen)
    print("%d programs compiled in %.0f s" % (len(chosen), driver.seconds()), flush=True)
    signal.signal(signal.SIGTERM, lambda *_: driver.stop())
    driver.stress(chosen)
    driver.print_table()
    covered = driver.print_coverage()
    if driver.steals == 0:
        print("FAIL nothing was stolen, or steals are not counted")
        covered = False
    is_part = options.program or (options.quick and options.cluster)
    return 0 if good and (covered or is_part) and driver.n_failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
