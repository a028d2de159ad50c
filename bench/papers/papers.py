#!/usr/bin/env python3
"""papers.sh [OPTION]... [BUILD] [ENTRY]...: the tables and figures of three papers

u1 is Akiyama & Taura, HPDC'15; u2 the same, JIP 24(3), 2016; c22 Shiina & Taura,
CLUSTER'22.  An entry is a table or figure of one: u1-f11, c22-t2; --list prints all.  Of
each it prints what is measured here, what has been simulated (bench/papers/results.csv),
and what the paper has.  BUILD is a build tree, `build' if not given.

  --list       prints the entries, and ends
  --simulate   runs what is to be simulated and has not been, before
  --seeds N    with so many seeds (1): several give an interval
  --most W     only points of at most W workers (2,304): more take hours
  --machine M  only points of the machine M: ito-a, wisteria-o, fx10, x86-ib, here
  --program P  only points of the program P
  --policy P   only points of the policy P: own, c22, stalling, baseline, full, rtc
  --no-runs    runs nothing here, either
  --tiny       the smallest sizes of all, to see that they run; keeps nothing
  --save FILE  adds runs to this file (bench/papers/results.csv)
  --svg FOLDER draws a picture of each figure"""
import argparse
import os
import sys
import tempfile

import entries
import micro
import runs
import show


def wanted(point, options):
    return (point.workers <= options.most and
            options.machine in (None, point.machine) and
            options.program in (None, point.program) and
            options.policy in (None, point.policy))


def fill(points, options, results, runner):
    """Runs the points that have not been run so often as is wanted."""
    for point in points:
        if point.where == "artifact" or not wanted(point, options):
            continue
        if point.where == "here" and options.no_runs:
            continue
        if point.where == "sim" and not (options.simulate or options.tiny):
            continue
        for seed in range(options.seeds if point.where == "sim" else 1):
            if point.where == "here" or seed not in results.seeds(point):
                results.add(point, seed, runner.run(point, seed))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    for flag in ("list", "simulate", "no-runs", "tiny"):
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--most", type=int, default=2304)
    for flag in ("machine", "program", "policy", "svg"):
        parser.add_argument(f"--{flag}")
    parser.add_argument("--save", default=runs.RESULTS)
    options = parser.parse_args()
    if options.list:
        for entry in entries.ENTRIES:
            print(f"{entry.name:8} {entry.title}")
        return
    known_names = {entry.name for entry in entries.ENTRIES}
    builds = [name for name in options.names if name not in known_names]
    if len(builds) > 1:
        parser.error(f"{builds[-1]}: no entry; --list prints them")
    build = builds[0] if builds else "build"
    if not os.path.exists(os.path.join(build, "bin/ucilkcc")):
        parser.error(f"{build}: no entry, and no build tree")
    chosen = [name for name in options.names if name in known_names] or known_names
    known = runs.artifact()
    with tempfile.TemporaryDirectory() as folder:
        results = runs.Results("" if options.tiny else options.save)
        runner = runs.Runner(build, folder)
        bench = micro.Bench(build, folder, options.tiny)
        for entry in entries.ENTRIES:
            if entry.name not in chosen:
                continue
            print(f"\n{entry.name}: {entry.title}\n", flush=True)
            points = entry.tiny if options.tiny else entry.points
            fill(points, options, results, runner)
            found = show.seconds(points, results, known)
            if found:
                print(show.table(found, entry.x_of))
                if options.svg:
                    show.save(options.svg, entry.name,
                              show.draw(found, entry.x_of, entry.title, entry.note))
            if entry.measure and not options.no_runs:
                print(show.quantities(entry.name, [one for measure in entry.measure
                                                   for one in bench.measure(measure)]))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
