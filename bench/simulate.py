#!/usr/bin/env python3
"""simulate.py BUILD [--figure uts|lcs] [--protocol own|c22] [--machine ito-a|wisteria-o]
[--most WORKERS] [--least WORKERS] [--program NAME] [--svg FILE] [--save FILE]

Runs uts and lcs on simulated clusters (docs/simulation.md), and prints the times beside
those that the artifact of Shiina & Taura, CLUSTER'22, measured (bench/c22.csv): figures 9
and 12 of that paper.  A row a point: workers, the ideal time, seconds simulated, seconds
of the artifact (median), and the efficiency of both.

  --figure    uts: trees T1L and T1XXL; lcs: 2^18 and 2^20 letters, blocks of 512
  --program   only T1L, T1XXL, lcs18 or lcs20
  --protocol  own: as shipped; c22: victims anywhere, no pause after a failed attempt, and
              three round trips more for each steal, as the paper's runtime has it
  --most, --least  bounds of the number of workers (default: 2304 at most, which takes
              minutes; T1XXL takes 12 minutes and more at any size)
  --svg       draws the efficiencies
  --save      appends the rows to a CSV file; rows that are there are not run again
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections import namedtuple

import picture

HERE = os.path.dirname(os.path.abspath(__file__))
Machine = namedtuple("Machine", "net node one all block")
# The network; workers of a node; nanoseconds of a node of uts on one core alone, and when
# all cores are busy; of a block of lcs.
MACHINES = {
    "wisteria-o": Machine("wisteria", 48, 820.04, 820.04, 872_000),
    "ito-a": Machine("ito", 36, 223.81, 227.9, 340_000),
}
TREES = {"T1L": (102181082, "-t 1 -b 4 -r 29 -a 3 -d 13"),
         "T1XXL": (4230646601, "-t 1 -b 4 -r 19 -a 3 -d 15")}
COLUMNS = ["machine", "program", "workers", "protocol", "seconds", "real", "memory", "steals"]


def reference():
    """{(machine, program, workers): seconds}"""
    with open(os.path.join(HERE, "c22.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(r["machine"], r["program"], int(r["workers"])): float(r["median_s"])
                for r in rows if r["system"] == "greedy" and not r["size"] and
                int(r["workers"]) > 1}


def compile_it(build, folder, source, flags):
    out = os.path.join(folder, os.path.basename(source) + ".sim")
    subprocess.run([os.path.join(build, "bin", "ucilkcc"), "--ucilk-tool=sim", "-O3",
                    os.path.join(HERE, source), "-o", out, *flags], check=True)
    return out


def run(binary, arguments, machine, workers, protocol, folder, options):
    report = os.path.join(folder, "report.json")
    environment = dict(os.environ, UCILK_NWORKERS=str(workers), UCILK_SIM_NET=machine.net,
                       UCILK_NODE_SIZE=str(machine.node), UCILK_SIM_WINDOW="20000",
                       UCILK_SIM_REPORT=report, **options)
    if protocol == "c22":
        environment.update(UCILK_VICTIM="random", UCILK_SIM_BACKOFF="0", UCILK_SIM_TRIPS="3")
    done = subprocess.run([binary, *arguments], env=environment, stdout=subprocess.PIPE,
                          text=True, check=True)
    if "right" not in done.stdout and "-t" in arguments:
        sys.exit(f"simulate.py: not the right answer: {done.stdout}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def ideal(machine, program, workers):
    """As the paper has it: of one core's time; of the blocks' and the longest chain's."""
    if program in TREES:
        return TREES[program][0] * machine.one * 1e-9 / workers
    side = 1 << (int(program[3:]) - 9)
    return max(side * side / workers, 2 * side - 1) * machine.block * 1e-9


def simulate(binaries, machine, program, workers, protocol, folder):
    if program in TREES:
        costs = os.path.join(folder, "costs")
        with open(costs, "w", encoding="utf-8") as file:
            file.write(f"search {machine.all}\n* 0\n")
        return run(binaries["uts"], TREES[program][1].split(), machine, workers, protocol,
                   folder, {"UCILK_SIM_COST": costs})
    letters = 1 << int(program[3:])
    return run(binaries["lcs"], ["-n", str(letters), "-C", "512"], machine, workers, protocol,
               folder, {"LCS_BLOCK": str(machine.block)})


def draw(rows, known):
    """Efficiency over workers, a panel a machine and program."""
    names = {"own": "simulated, as shipped", "c22": "simulated, c22"}
    panels = {}
    for machine, program in sorted({(r["machine"], r["program"]) for r in rows}):
        at = MACHINES[machine]
        series = panels[f"{program}, {machine}"] = {}
        series["measured"] = [(w, ideal(at, program, w) / s) for (m, p, w), s in known.items()
                              if (m, p) == (machine, program)]
        for r in rows:
            if (r["machine"], r["program"]) == (machine, program):
                workers = int(r["workers"])
                series.setdefault(names[r["protocol"]], []).append(
                    (workers, ideal(at, program, workers) / float(r["seconds"])))
    return picture.figure("Efficiency, simulated and measured",
                          "of the ideal time; measured: artifact of CLUSTER'22, medians",
                          panels, True)


def saved(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def save(path, row):
    if path:
        is_new = not os.path.exists(path)
        with open(path, "a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            if is_new:
                writer.writeheader()
            writer.writerow(row)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=True)
    parser.add_argument("build")
    parser.add_argument("--figure", choices=["uts", "lcs"])
    parser.add_argument("--program", choices=["T1L", "T1XXL", "lcs18", "lcs20"])
    parser.add_argument("--protocol", choices=["own", "c22"], default="own")
    parser.add_argument("--machine", choices=sorted(MACHINES))
    parser.add_argument("--most", type=int, default=2304)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--svg")
    parser.add_argument("--save")
    options = parser.parse_args()
    known = reference()
    rows = saved(options.save)
    done = {(r["machine"], r["program"], int(r["workers"]), r["protocol"]) for r in rows}
    programs = ([options.program] if options.program else
                {"uts": ["T1L", "T1XXL"], "lcs": ["lcs18", "lcs20"],
                 None: ["T1L", "lcs18"]}[options.figure])
    with tempfile.TemporaryDirectory() as folder:
        binaries = {"uts": compile_it(options.build, folder, "../examples/uts.c",
                                      ["-lnettle", "-lm"]),
                    "lcs": compile_it(options.build, folder, "lcs_declared.c", [])}
        for machine, program, workers in sorted(known):
            if (program not in programs or machine != (options.machine or machine) or
                    not options.least <= workers <= options.most or
                    (machine, program, workers, options.protocol) in done):
                continue
            report = simulate(binaries, MACHINES[machine], program, workers,
                              options.protocol, folder)
            rows.append(dict(zip(COLUMNS, [
                machine, program, workers, options.protocol,
                f'{report["virtual time"]:.6f}', f'{report["real time"]:.0f}',
                f'{report["memory"]:.0f}', report["steals"]])))
            save(options.save, rows[-1])
    print(f'{"":34}{"ideal":>10}{"simulated":>11}{"measured":>10}')
    for r in rows:
        machine, program, workers = r["machine"], r["program"], int(r["workers"])
        best = ideal(MACHINES[machine], program, workers)
        measured = known[machine, program, workers]
        print(f'{machine:11}{program:6}{workers:>8} {r["protocol"]:6}  {best:10.5f}'
              f'{float(r["seconds"]):11.5f}{measured:10.5f}'
              f'   {best / float(r["seconds"]):.4f} {best / measured:.4f}')
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(draw(rows, known))


if __name__ == "__main__":
    main()
