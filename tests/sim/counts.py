#!/usr/bin/env python3
"""counts.py [--table] BUILD [WORKERS...]: the counts of docs/protocols/scale.md, by
simulations of that many workers (default: 100 and 1,000) in nodes of 48: none is more than
its formula says.  --table prints them as the table there."""

import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, failed, must, run  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
REGIONS, FUTURES, MILLISECONDS = 10, 64, 110


def depth(workers):
    """Of the tree of ranks: the octal digits of the last one's number."""
    return len(oct(workers - 1)) - 2


class Counts:
    """The reports of one number of workers."""

    def __init__(self, workers):
        self.workers, self.report = workers, {}
        for mode, n, answer in (("regions", REGIONS, f"{2 * REGIONS} 0"),
                                ("futures", FUTURES, f"{FUTURES} 0"),
                                ("left", FUTURES, f"0 {FUTURES}"),
                                ("waits", MILLISECONDS, "2 0")):
            done, self.report[mode] = run("counts", f"{mode} {n}", NWORKERS=workers)
            if done.returncode != 0 or done.stdout.strip() != answer:
                sys.exit(f"FAIL {mode} on {workers}: {done.stdout}{done.stderr}")

    def within(self, what, found, least, most):
        check(f"{self.workers} workers: {what}: {found}, {least} to {most}",
              least <= found <= most)

    def check(self):
        """Is all as the formulas say?"""
        p, d = self.workers, depth(self.workers)
        regions, left, waits = (self.report[m] for m in ("regions", "left", "waits"))
        self.within(f"messages of {REGIONS} regions", regions["messages"],
                    REGIONS * (p - 1), REGIONS * p)
        self.within("ranks counted, without futures", regions["detached_ranks"], 0, 0)
        for mode in "futures", "left":
            report = self.report[mode]
            self.within(f"ranks counted ({mode})", report["detached_ranks"], 1,
                         min(d * report["futures_detached"], p - 1))
        self.within("ranks asked for views", left["views_asked"], 1,
                    min(d * left["futures_detached"], p - 1))
        self.within("questions of a look for a deadlock", waits["deadlock_questions"],
                    p - 1, p - 1)

    def row(self):
        get = self.report
        return (f'| {self.workers:,} | {get["regions"]["messages"] / REGIONS:,.1f} '
                f'| {depth(self.workers)} | {get["left"]["futures_detached"]} '
                f'| {get["left"]["detached_ranks"]} | {get["left"]["views_asked"]} '
                f'| {get["waits"]["deadlock_questions"]:,} '
                f'| {get["regions"]["virtual time"] / REGIONS * 1e6:.1f} us |')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("workers", type=int, nargs="*", default=[100, 1000])
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    tool, rows = options.build.resolve() / "bin/ucilkcc", []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        must([tool, "--ucilk-tool=sim", "-O1", HERE / "counts.c", "-o", "counts"])
        for workers in options.workers:
            counts = Counts(workers)
            counts.check()
            rows.append(counts.row())
    if options.table:
        print("\n".join(rows))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
