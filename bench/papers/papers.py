#!/usr/bin/env python3
"""papers.sh [OPTION]... [BUILD] [ENTRY]...: the tables and figures of four papers

u1 is Akiyama & Taura, HPDC'15; u2 the same, JIP 24(3), 2016; c22 Shiina & Taura,
CLUSTER'22; tg "Extending Task-based Programming Model beyond Shared Memory Systems".  An entry is a table or figure of one: u1-f11, c22-t2; --list prints all.  Of
each it prints what the paper has, what this machine measures now, and what has been
simulated (bench/papers/results.csv).  BUILD is a build tree, `build' if not given.

  --list         prints the entries, and ends
  --no-runs      runs nothing: what has been measured is shown, too
  --simulate     also runs what is to be simulated and has not been
  --seeds N      with so many seeds (1): several give an interval
  --least W, --most W  only simulates points of W workers or more, or fewer (2,304): more
                 take hours
  --where W      only points that are had so: here, sim, or drawn (a simulation that draws
                 the sizes of small subtrees)
  --machine M    only points of the machine M: ito-a, wisteria-o, fx10, x86-ib, here, hosts
  --program P    only points of the program P
  --policy P     only points of the policy P: own, c22, c22-joins, c22-mesh, stalling,
                 baseline, full, rtc, prefetch, pull, static, switch
  --tiny         the smallest sizes of all, to see that they run
  --save FOLDER  adds the runs to files there, and takes those there for made
  --svg FOLDER   draws a picture of each figure
  --short        prints efficiencies alone, without the artifact's other systems
  --write        puts tables and pictures into docs/papers.md"""
import argparse
import os
import re
import tempfile

import entries
import micro
import programs
import runs
import show


DOCS = os.path.join(os.path.dirname(programs.BENCH), "docs")


def is_wanted(point, options):
    return (point.where != "artifact" and
            (point.where == "here" or options.least <= point.workers <= options.most) and
            options.where in (None, point.where) and
            options.machine in (None, point.machine) and
            options.program in (None, point.program) and
            options.policy in (None, point.policy))


def fill(points, options, results, runner):
    """Runs the points that have not been run so often as is wanted."""
    for point in points:
        is_simulated = point.where in ("sim", "drawn")
        if not is_wanted(point, options) or (
                options.no_runs if not is_simulated else not options.simulate):
            continue
        again = is_simulated or point.machine in programs.GROUPS_TAKE
        for seed in range(options.seeds if again else 1):
            if seed not in results.seeds(point):
                results.add(point, seed, runner.run(point, seed))


def shown_by(entry, options):
    """The name of an entry before it, that is printed, too, and shows what it measures."""
    for other in entries.ENTRIES[:entries.ENTRIES.index(entry)]:
        if entry.measure and set(entry.measure) <= set(other.measure) and \
                other.shows == entry.shows and (options.write or other.name in options.names):
            return other.name
    return None


def text_of(entry, found, results, options):
    """All tables of an entry."""
    if options.short:
        found = {point: value for point, value in found.items()
                 if point.machine != "here" and point.policy not in programs.PEERS}
    measured = {}
    for function in entry.measure:
        measured |= results.measured.get(function.__name__, {})
    parts = []
    if found:
        parts.append(show.counts(found, results) if entry.has_counts else
                     show.tables(found, entry.x_of, options.short))
    parts.append(show.quantities(entry, measured, shown_by(entry, options)))
    return "\n\n".join(filter(None, parts))


def write(texts):
    """Each entry's tables follow <!-- NAME -->, up to <!-- end -->, unless it has a picture."""
    path = os.path.join(DOCS, "papers.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name, tables in texts.items():
        text = re.sub(f"(<!-- {name} -->\n).*?(<!-- end -->\n)",
                      lambda match: f"{match[1]}{tables}\n\n{match[2]}", text, flags=re.DOTALL)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def arguments():
    parser = argparse.ArgumentParser(prog="papers.sh", usage=__doc__)
    parser.add_argument("names", nargs="*")
    for flag in ("list", "no-runs", "simulate", "tiny", "short", "write"):
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--most", type=int, default=2304)
    for flag in ("where", "machine", "program", "policy", "save", "svg"):
        parser.add_argument(f"--{flag}")
    options = parser.parse_args()
    names = [entry.name for entry in entries.ENTRIES]
    builds = [name for name in options.names if name not in names] or [
        os.path.join(os.path.dirname(programs.BENCH), "build")]
    options.names = [name for name in options.names if name in names] or names
    options.build = builds[0]
    if options.short and options.write:
        parser.error("--write takes whole tables, not --short ones")
    if len(builds) > 1:
        parser.error(f"{builds[1]}: no entry; --list prints them")
    options.simulate |= options.tiny
    runs_something = not options.list and (options.simulate or not options.no_runs)
    if runs_something and not os.path.exists(os.path.join(options.build, "bin/ucilkcc")):
        parser.error(f"{options.build}: neither an entry nor a build tree")
    return options


def main():
    options = arguments()
    if options.list:
        for entry in entries.ENTRIES:
            print(f"{entry.name:8} {entry.title}")
        return
    known, texts = runs.artifact(), {}
    results = runs.Results(options.save)
    if not options.tiny:
        results.load(runs.HERE, also_here=options.no_runs)
    if options.save:
        results.load(options.save)
    pictures = options.svg or (DOCS if options.write else None)
    with tempfile.TemporaryDirectory() as folder:
        runner = runs.Runner(options.build, folder)
        bench = micro.Bench(options.build, folder, options.tiny, pictures)
        for entry in entries.ENTRIES:
            if entry.name not in options.names:
                continue
            points = entry.tiny if options.tiny else entry.points
            fill(points, options, results, runner)
            for function in entry.measure:
                if not options.no_runs and function.__name__ not in results.measured:
                    results.measure(function, bench)
            found = show.seconds(points, results, known)
            texts[entry.name] = text_of(entry, found, results, options)
            print(f"\n{entry.name}: {entry.title}\n\n{texts[entry.name]}", flush=True)
            if found and pictures and "-f" in entry.name:
                show.save(pictures, f"papers-{entry.name}",
                          show.draw(found, entry.x_of, entry.title, entry.note))
    if options.write:
        write(texts)


if __name__ == "__main__":
    main()
