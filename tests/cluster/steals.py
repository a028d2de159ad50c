#!/usr/bin/env python3
"""steals.py BUILD [--seeds N] [--first]: steals between workers that share no
memory, over the simulated network: results are right with every strategy, a steal
needs no more operations than it may, and no help of the victim."""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

WAYS = {
    "native": {"UCILK_STEAL": "onesided", "UCILK_ATOMICS": "native"},
    "blind": {"UCILK_STEAL": "onesided", "UCILK_ATOMICS": "native",
              "UCILK_EMPTY_CHECK": "0"},
    "loopback": {"UCILK_STEAL": "onesided", "UCILK_ATOMICS": "loopback",
                 "UCILK_NIC_ATOMICS": "own"},
    "assist": {"UCILK_STEAL": "onesided", "UCILK_ATOMICS": "assist"},
    "am": {"UCILK_STEAL": "onesided", "UCILK_ATOMICS": "am"},
    "message": {"UCILK_STEAL": "message"},
    "message, loopback": {"UCILK_STEAL": "message", "UCILK_ATOMICS": "loopback"},
}
# Of a successful steal: round trips, and what it consists of.
COSTS = {
    "native": {"steal_rounds": 4, "steal_gets": 4, "steal_atomics": 1,
               "steal_posts": 2},
    "blind": {"steal_rounds": 4, "steal_gets": 3, "steal_atomics": 2,
              "steal_posts": 2},
    "message": {"steal_rounds": 1, "steal_gets": 0, "steal_atomics": 0,
                "steal_posts": 0},
}

failed = 0
options = None


def report(good, what, why=""):
    global failed
    failed += not good
    print("%s %s%s" % ("ok" if good else "FAIL", what,
                       "" if good else ": " + why), flush=True)
    if failed and options.first:
        sys.exit(1)


def run(binary, arguments, settings, stats):
    """Why it is not right, or None; its statistics."""
    environment = dict(os.environ, UCILK_TRANSPORT="nic",
                       UCILK_TEST_TIMEOUT=options.timeout,
                       UCILK_STATS="json:%s" % stats, **settings)
    stats.unlink(missing_ok=True)
    done = subprocess.run([str(binary)] + arguments, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=200)
    if done.returncode != 0:
        return "status %d: %s%s" % (done.returncode, done.stdout[-500:],
                                    done.stderr[-1500:]), {}
    return None, json.loads(stats.read_text())


def main():
    global options
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first", action="store_true", help="end with the first failure")
    parser.add_argument("--timeout", default="100", help="seconds of a run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder, build = pathlib.Path(folder), options.build.resolve()
        stats = folder / "stats"
        for name in ("nodes", "leaf"):
            subprocess.run([str(build / "bin/ucilkcc"), "--ucilk-cluster", "-Wno-ucilk-shared-write", "-g", "-O2",
                            str(HERE / "programs" / (name + ".c")),
                            str(build / "lib/libucilk_cluster_test.a"), "-pthread",
                            "-lm", "-o", str(folder / name)], check=True)
        check_results(folder / "nodes", stats, options.seeds)
        check_costs(folder / "nodes", stats)
        check_leaf(folder / "leaf", stats)
    return 1 if failed else 0


def check_results(binary, stats, n_seeds):
    for way, settings in WAYS.items():
        steals = ready = 0
        why = None
        for workers, size, forced, seed in itertools.product(
                ("2", "4"), ("1", "2"), ("", "always"), range(1, n_seeds + 1)):
            more = dict(settings, UCILK_NWORKERS=workers, UCILK_NODE_SIZE=size,
                        UCILK_TEST_STEAL=forced, UCILK_TEST_SEED=str(seed))
            why, found = run(binary, ["1" if forced else "4", str(seed)], more, stats)
            if why:
                why += " with %s" % more
                break
            steals += found["steals"]
            ready += found["ready_taken"]
            for made, freed in (("records_made", "records_freed"),
                                ("segments_made", "segments_freed")):
                if found[made] != found[freed]:
                    why = "%s %d, %s %d with %s" % (made, found[made], freed,
                                                    found[freed], more)
        if not why and (steals == 0 or ready == 0):
            why = "%d steals, %d from ready queues" % (steals, ready)
        report(not why, "trees, %s" % way, str(why))


def check_costs(binary, stats):
    for way, costs in COSTS.items():
        # A run may be over before anybody has come to steal, or a record that is
        # still on its way is asked for again (N8).
        for _ in range(20):
            why, found = run(binary, ["12", "7"], dict(WAYS[way], UCILK_NWORKERS="3"), stats)
            if why:
                break
            n = found["far_steals"]
            wrong = ["%s: %g instead of %d" % (name, found[name] / n, each)
                     for name, each in costs.items() if n and found[name] != n * each]
            why = "no steals" if n == 0 else ", ".join(wrong)
            if not why:
                break
        report(not why, "operations of a steal, %s" % way, str(why))


def check_leaf(binary, stats):
    for way, seconds in (("native", "10"), ("message", "3")):
        for _ in range(3):  # four ranks, with cards and assistants, on few cores
            why, found = run(binary, [seconds], dict(WAYS[way], UCILK_NWORKERS="4"), stats)
            if not why and found["far_steals"] < 3:
                why = "%d steals" % found["far_steals"]
            if not why:
                break
        report(not why, "victim in a leaf, %s" % way, str(why))


if __name__ == "__main__":
    sys.exit(main())
