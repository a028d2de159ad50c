"""Runs of the papers' programs, here and simulated, and the file that keeps their results.

A point is what is asked for: where ("here", "sim", "drawn", which is a simulation that draws
the sizes of small subtrees, or "artifact"), machine, program, size,
policy, workers.  A row is one run of a point.  Policies:

  own       as shipped
  prefetch, pull, static, switch  of groups
  c22       the paper's steals: seven round trips, victims anywhere, no pause
  c22-joins and two round trips more for each join between nodes
  c22-mesh  both, in a mesh of the job's shape
  stalling  with stalling joins
  baseline  and frees by a queue under a lock
  full, rtc child stealing with the paper's steals, with threads (that wait as the artifact's
            do) and without"""
import csv
import json
import math
import os
import statistics
import subprocess
import sys
from collections import namedtuple

import nodes
import programs

HERE = os.path.dirname(os.path.abspath(__file__))  # with the results that are kept
JOINS = {"UCILK_SIM_RESUME_TRIPS": "2"}
POLICIES = {"c22-joins": JOINS, "c22-mesh": JOINS,
            "stalling": JOINS | {"UCILK_JOIN": "stalling"},
            "baseline": JOINS | {"UCILK_JOIN": "stalling", "UCILK_FREE": "queue"},
            "full": {"UCILK_CHILD": "full", "UCILK_CHILD_LATE": "1"},
            "rtc": {"UCILK_CHILD": "rtc"}}
Point = namedtuple("Point", "where machine program size policy workers")
COLUMNS = [*Point._fields, "seed", "seconds", "steals", "far_steals", "joins", "join_us",
           "real_s", "mib", "steal_us", "copy_us"]
# Student's t for 95 %, by the number of runs less one.
STUDENT = (math.nan, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)


def csv_rows(path):
    """Lines that begin with # are comments."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def point_of(row):
    return Point(*(int(row[name]) if name == "workers" else row[name] for name in Point._fields))


def artifact():
    """{Point: seconds}, of bench/c22.csv, which has a column for each policy and system."""
    return {Point("artifact", r["machine"], r["program"], r["size"], policy, int(r["workers"])):
            float(r[policy]) for r in csv_rows(os.path.join(programs.BENCH, "c22.csv"))
            for policy in r if policy not in Point._fields and r[policy]}


class Results:
    """Rows of the files results.csv of some folders, by point, and of their files
    measured.csv, by the function of micro.py.  What is added goes to the folder `saves',
    if there is one."""

    def __init__(self, saves):
        self.saves, self.rows, self.measured = saves, {}, {}

    def load(self, folder, also_here=True):
        for row in csv_rows(os.path.join(folder, "results.csv")):
            if also_here or row["where"] != "here":
                self.rows.setdefault(point_of(row), []).append(row)
        for row in csv_rows(os.path.join(folder, "measured.csv")) if also_here else ():
            self.measured.setdefault(row["measure"], {})[row["quantity"], row["unit"]] = \
                float(row["value"])

    def add(self, point, seed, values):
        row = dict(zip(COLUMNS, [*point, seed])) | values
        self.rows.setdefault(point, []).append({k: str(v) for k, v in row.items()})
        self.append("results.csv", row)

    def measure(self, function, bench):
        """Quantities of a function, which is called once."""
        name = function.__name__
        self.measured[name] = {}
        for quantity, value, unit in function(bench):
            self.measured[name][quantity, unit] = value
            self.append("measured.csv", {"measure": name, "quantity": quantity,
                                         "value": f"{value:.4g}", "unit": unit})

    def append(self, name, row):
        if not self.saves:
            return
        os.makedirs(self.saves, exist_ok=True)
        path = os.path.join(self.saves, name)
        is_new = not os.path.exists(path)
        with open(path, "a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            if is_new:
                writer.writeheader()
            writer.writerow(row)

    def seeds(self, point):
        return {int(row["seed"]) for row in self.rows.get(point, [])}

    def median(self, point):
        """The same without an interval, of runs that the kernel disturbs."""
        rows = self.rows.get(point, [])
        return rows and (statistics.median(float(row["seconds"]) for row in rows), math.nan)

    def interval(self, point, column="seconds"):
        """(mean, half of the 95 % interval or nan), or None."""
        values = [float(row[column]) for row in self.rows.get(point, []) if row[column]]
        if not values:
            return None
        if len(values) == 1:
            return values[0], math.nan
        spread = statistics.stdev(values) / math.sqrt(len(values))
        return (statistics.mean(values),
                STUDENT[min(len(values) - 1, len(STUDENT) - 1)] * spread)


class Runner:
    """Compiles each program once, and runs points."""

    def __init__(self, build, folder):
        self.build, self.folder, self.binaries = os.path.abspath(build), folder, {}

    def compile(self, command, where, policy):
        tool = "child-sim" if policy in programs.CHILD else "sim"
        flags = ["--ucilk-cluster"] if where == "here" else [f"--ucilk-tool={tool}"]
        name = f"{os.path.basename(command.source)}.{where}.{tool}"
        if name not in self.binaries:
            out = os.path.join(self.folder, name)
            done = subprocess.run(
                [os.path.join(self.build, "bin/ucilkcc"), *flags, "-O3",
                 os.path.join(programs.BENCH, command.source), "-o", out, *command.flags],
                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                sys.exit(f"papers: {command.source} does not compile: {done.stdout}")
            self.binaries[name] = out
        return self.binaries[name]

    def run(self, point, seed):
        """The values of a row."""
        if point.machine in programs.GROUPS_TAKE:
            return nodes.run(self.build, self.folder, point)
        is_here = point.where == "here"
        command = programs.command(point)
        binary = self.compile(command, point.where, point.policy)
        report = os.path.join(self.folder, "report.json")
        environment = {k: v for k, v in os.environ.items()
                       if not k.startswith(("UCILK_", "CILK_"))}
        environment.update(command.environment, UCILK_NWORKERS=str(point.workers))
        if is_here:
            environment["UCILK_STATS"] = f"json:{report}"
        else:
            environment.update(simulated(point, command, seed, report, self.folder))
        done = subprocess.run([binary, *command.arguments], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode or not command.is_right(done.stdout):
            sys.exit(f"papers: {point}: status {done.returncode}, not the right answer: "
                     f"{done.stdout}{done.stderr}")
        with open(report, encoding="utf-8") as file:
            said = json.load(file)
        joins = said["joins_resumed"]
        return {"seconds": f'{said["seconds" if is_here else "virtual time"]:.6f}',
                "steals": said["steals"], "far_steals": said["far_steals"], "joins": joins,
                "join_us": f"{join_time(said, is_here) / joins * 1e6:.2f}" if joins else "",
                "real_s": "" if is_here else f'{said["real time"]:.0f}',
                "mib": "" if is_here else f'{said["memory"]:.0f}',
                "steal_us": mean_us(said, "steal_ticks"),
                "copy_us": "" if point.policy in programs.CHILD else
                mean_us(said, "steal_copy_ticks")}


def mean_us(said, field):
    """Of a steal; programs that are not simulated do not count it."""
    return f'{said[field] / said["steals"] * 1e-3:.2f}' if said.get(field) else ""


def join_time(said, is_here):
    """Seconds of all joins together; a tick of the simulation is a nanosecond."""
    return said["join_seconds"] * said["joins_resumed"] if is_here else said["join_ticks"] * 1e-9


def simulated(point, command, seed, report, folder):
    machine = programs.MACHINES[point.machine]
    options = {"UCILK_SIM_NET": machine.net, "UCILK_NODE_SIZE": str(machine.node),
               "UCILK_SIM_WINDOW": "20000", "UCILK_SIM_REPORT": report}
    if command.cost:
        options["UCILK_SIM_COST"] = os.path.join(folder, "costs")
        with open(options["UCILK_SIM_COST"], "w", encoding="utf-8") as file:
            file.write(command.cost)
    if point.policy == "c22-mesh":
        options.update(UCILK_SIM_NET=programs.MESH_NET,
                       UCILK_SIM_MESH=programs.MESHES[point.workers])
    if point.policy != "own":
        options.update(UCILK_VICTIM="random", UCILK_SIM_BACKOFF="0", UCILK_SIM_TRIPS="3")
    options.update(POLICIES.get(point.policy, {}))
    if seed:
        options["UCILK_SIM_SEED"] = str(seed)
    return options
