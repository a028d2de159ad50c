#!/usr/bin/env python3
"""counts.py BUILD [--table] [WORKERS...]: the counts of docs/protocols/scale.md, by
simulations of that many workers (default: 100 and 1,000) in nodes of 48: none is more than
its formula says.  --table prints them as the table there."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import HERE, check, end, run, ucilkcc  # noqa: E402

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
            done, self.report[mode] = run("counts", f"{mode} {n}", limit=7200,
                                          NWORKERS=workers)
            check(f"{mode} on {workers}", done.returncode == 0 and done.stdout.strip() == answer, done)

    def within(self, what, found, least, most):
        check(f"{self.workers} workers: {what}: {found}, {least} to {most}", least <= found <= most)

    def check(self):
        """All is as the formulas say."""
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


ucilkcc("--ucilk-tool=sim", "-O1", HERE / "counts.c", "-o", "counts")
words = [word for word in sys.argv[2:] if word != "--table"] or (100, 1000)
all_counts = [Counts(int(workers)) for workers in words]
for counts in all_counts:
    counts.check()
if "--table" in sys.argv:
    print("\n".join(counts.row() for counts in all_counts))
end()
