"""What the papers measure of single operations, measured here: each function returns a
list of (quantity, value, unit), by the runtime's own benchmarks."""
import glob
import json
import os
import re
import statistics
import subprocess
import sys

import programs

ROOT = os.path.dirname(programs.BENCH)
TWO_RANKS = "mpirun.openmpi --oversubscribe --bind-to none -n 2 -x UCILK_NODE_SIZE=1".split()
TARGET = {"polls": "polling", "assisted": "computing beside a thread that polls",
          "alone": "computing, with a look every 10 ms"}


class Bench:
    """The build tree, a folder for what is compiled, and one for pictures, or None."""

    def __init__(self, build, folder, is_tiny, pictures):
        self.build, self.folder, self.is_tiny = os.path.abspath(build), folder, is_tiny
        self.pictures = pictures

    def execute(self, words, **environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("UCILK_", "CILK_"))}
        clean |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = subprocess.run(words, env=clean | environment, text=True, cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            sys.exit(f"papers: {' '.join(words)}: status {done.returncode}: "
                     f"{done.stdout}{done.stderr}")
        return done.stdout

    def compile(self, source, name, *flags):
        out = os.path.join(self.folder, name)
        self.execute([os.path.join(self.build, "bin/ucilkcc"), "-O3", *flags[:1],
                      os.path.join(ROOT, source), "-o", out, *flags[1:]])
        return out

    def target(self, name):
        """A program of the build tree that is not in ALL."""
        self.execute(["cmake", "--build", self.build, "--target", f"bench_{name}"])
        return os.path.join(self.build, "bench", name)

    def statistics_of(self, binary, *arguments, workers=2):
        report = os.path.join(self.folder, "statistics.json")
        self.execute([binary, *arguments], UCILK_NWORKERS=str(workers),
                     UCILK_STATS=f"json:{report}")
        with open(report, encoding="utf-8") as file:
            return json.load(file)


def creation(bench):
    """A task that does nothing, created and joined."""
    found = []
    for name, flag in (("one process", "-O3"), ("programs for clusters", "--ucilk-cluster")):
        binary = bench.compile("bench/creation.c", f"creation{flag}", flag)
        text = bench.execute([binary], UCILK_NWORKERS="1")
        ticks, ns = re.fullmatch(r"(-?[\d.]+) ticks, (-?[\d.]+) ns\n", text).groups()
        found += [(f"create and join, {name}", float(ticks), "cycles"),
                  (f"create and join, {name}", float(ns), "ns")]
    return found


def stack(bench):
    """The largest stack of any worker."""
    runs = (("btc", "examples/btc.c", ["12" if bench.is_tiny else "22"], []),
            ("uts", "examples/uts.c", "-t 1 -b 4 -r 19 -a 3".split() +
             ["-d", "5" if bench.is_tiny else "10"], ["-lnettle", "-lm"]),
            ("nqueens", "examples/nqueens.c", ["8" if bench.is_tiny else "11"], []))
    found = []
    for name, source, arguments, libraries in runs:
        binary = bench.compile(source, name, "--ucilk-cluster", *libraries)
        used = bench.statistics_of(binary, *arguments)["stack_high_water"]
        found.append((f"stack of a worker, {name}", used / 1024, "KiB"))
    return found


def steps(bench):
    """A steal within a node, step by step, and what follows it."""
    text = bench.execute([bench.target("breakdown"), "200" if bench.is_tiny else "20000"],
                         UCILK_NWORKERS="2")
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    rate = next(float(cells[1]) for cells in rows if cells[0] == "# ticks a second") * 1e-9
    found, part = [], "steal"
    for title, ticks in rows:
        if title.startswith((" ", "#")):
            continue
        if title == "evacuation":
            part = "suspend"
        found.append((f"{part}: {title}", float(ticks) / rate, "ns"))
        if title == "arrival":
            part = "resume"
    return found


def between_ranks(bench):
    """A steal between two ranks that are nodes of their own, one-sided and by message."""
    plugins = glob.glob(os.path.join(bench.build, "lib/ucilk/ucilk_openmpi.so"))
    if not plugins:
        return []
    found = []
    for how, words in (("onesided", "one-sided"), ("message", "by message")):
        report = os.path.join(bench.folder, "steals.json")
        text = bench.execute([*TWO_RANKS, "-x", f"UCILK_STEAL={how}", "-x",
                              f"UCILK_STATS=json:{report}", bench.target("steals"), "polls",
                              "1024", "64" if bench.is_tiny else "400"])
        lines = [line.split("\t") for line in text.splitlines()]
        titles = next(cells[1:] for cells in lines if cells[0] == "bytes")
        taken = [list(map(float, cells[2:])) for cells in lines if cells[0] == "steal"]
        found += [(f"steal {words}: {title}", statistics.median(step) / 1000, "us")
                  for title, step in zip(titles, zip(*taken)) if any(step)]
        found.append((f"steal {words}", statistics.median(map(sum, taken)) / 1000, "us"))
        with open(report, encoding="utf-8") as file:
            said = json.load(file)
        found += [(f"steal {words}: {name}", said[f"steal_{name}"] / said["far_steals"], "")
                  for name in ("rounds", "gets", "atomics", "posts") if said["far_steals"]]
    return found


def link(bench):
    """Round trips between two ranks of this machine, through MPI."""
    plugins = glob.glob(os.path.join(bench.build, "lib/ucilk/ucilk_openmpi.so"))
    if not plugins:
        return []
    text = bench.execute([*TWO_RANKS, bench.target("link"), plugins[0],
                          "0.005" if bench.is_tiny else "0.3"])
    columns, found = [], []
    for cells in (line.split("\t") for line in text.splitlines()):
        if cells[0] == "operation":
            columns = cells[2:]
        elif (len(cells) == len(columns) + 2 and cells[0] != "message" and
              cells[1] in ("8", "4096")):
            found += [(f"{cells[0]} of {cells[1]} bytes, the target {TARGET[how]}", float(value),
                       "us") for how, value in zip(columns, cells[2:]) if how in TARGET]
    return found


def timeline(bench):
    """RecPFor on 8 workers over time: those that are busy, and joins that are ready."""
    binary = bench.compile("bench/recpfor.c", "traced", "--ucilk-cluster", "-lm")
    bench.execute([binary, *"-k 5 -n 32 -m 1000000 -s 1 -w 0 -r 1".split()],
                  UCILK_NWORKERS="8", UCILK_TRACE="trace")
    tool = os.path.join(bench.build, "bin/ucilk")
    if bench.pictures:
        bench.execute([tool, "trace", "trace", "--svg",
                       os.path.join(os.path.abspath(bench.pictures), "papers-c22-f7.svg")])
    text = bench.execute([tool, "trace", "trace"])
    busy = re.search(r"busy workers: ([\d.]+) on the average", text)
    ready = re.search(r"ready but not resumed: ([\d.]+) on the average, at most (\d+)", text)
    return [("workers that are busy, of 8, on the average", float(busy[1]), ""),
            ("joins that are ready and not resumed, on the average", float(ready[1]), ""),
            ("the same, at most", float(ready[2]), "")]
