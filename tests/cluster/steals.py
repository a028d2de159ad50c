#!/usr/bin/env python3
"""steals.py BUILD [--seeds N] [--first]: steals between workers that share no
memory, over the simulated network: results are right with every strategy, a steal
needs no more operations than it may, and no help of the victim."""

import argparse
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import checks  # noqa: E402

PROGRAMS = {"trees": checks.ROOT / "tests/stress/trees.c",
            "leaf": checks.HERE / "programs/leaf.c"}

WAYS = {
    "native": {"STEAL": "onesided", "ATOMICS": "native"},
    "blind": {"STEAL": "onesided", "ATOMICS": "native", "EMPTY_CHECK": "0"},
    "loopback": {"STEAL": "onesided", "ATOMICS": "loopback", "NIC_ATOMICS": "own"},
    "assist": {"STEAL": "onesided", "ATOMICS": "assist"},
    "am": {"STEAL": "onesided", "ATOMICS": "am"},
    "message": {"STEAL": "message"},
    "message, loopback": {"STEAL": "message", "ATOMICS": "loopback"},
}
# Of a successful steal: round trips, and what it consists of.
COSTS = {
    "native": {"steal_rounds": 4, "steal_gets": 4, "steal_atomics": 1, "steal_posts": 2},
    "blind": {"steal_rounds": 4, "steal_gets": 3, "steal_atomics": 2, "steal_posts": 2},
    "message": {"steal_rounds": 1, "steal_gets": 0, "steal_atomics": 0, "steal_posts": 0},
}

options = None


def check(name, why):
    checks.check(name, not why, why)
    if checks.failed and options.first:
        checks.end()


def run(program, *arguments, **settings):
    """Why it is not right, or None; its statistics."""
    done, found = checks.counted([f"./{program}", *arguments], 200, TRANSPORT="nic",
                                 TEST_TIMEOUT=options.timeout, **settings)
    return done.returncode and "status %d: %s%s" % (
        done.returncode, done.stdout[-500:], done.stderr[-1500:]), found


def check_results():
    for way, settings in WAYS.items():
        steals = ready = 0
        for workers, size, forced, seed in itertools.product(
                (2, 4), (1, 2), ("", "always"), range(1, options.seeds + 1)):
            more = dict(settings, NWORKERS=workers, NODE_SIZE=size, TEST_STEAL=forced,
                        TEST_SEED=seed)
            why, found = run("trees", 2 if forced else 12, seed, **more)
            if why:
                why += " with %s" % more
                break
            steals += found["steals"]
            ready += found["ready_taken"]
            for what in "records", "segments":
                made, freed = found[what + "_made"], found[what + "_freed"]
                if made != freed:
                    why = "%d %s made, %d freed with %s" % (made, what, freed, more)
        if not why and (steals == 0 or ready == 0):
            why = "%d steals, %d from ready queues" % (steals, ready)
        check(f"trees, {way}", why)


def check_costs():
    for way, costs in COSTS.items():
        # A run may be over before anybody has come to steal, or a record that is
        # still on its way is asked for again (N8).
        for _ in range(20):
            why, found = run("trees", 30, 7, NWORKERS=3, **WAYS[way])
            if why:
                break
            n = found["far_steals"]
            wrong = ["%s: %g instead of %d" % (name, found[name] / n, each)
                     for name, each in costs.items() if n and found[name] != n * each]
            why = "no steals" if n == 0 else ", ".join(wrong)
            if not why:
                break
        check(f"operations of a steal, {way}", why)


def check_leaf():
    for way, seconds in ("native", 10), ("message", 3):
        for _ in range(3):  # four ranks, with cards and assistants, on few cores
            why, found = run("leaf", seconds, 3, NWORKERS=4, **WAYS[way])
            if not why and found["far_steals"] < 3:
                why = "%d steals" % found["far_steals"]
            if not why:
                break
        check(f"victim in a leaf, {way}", why)


def main():
    global options
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first", action="store_true", help="end with the first failure")
    parser.add_argument("--timeout", default="100", help="seconds of a run")
    options = parser.parse_args()
    for name, source in PROGRAMS.items():
        checks.ucilkcc("--ucilk-cluster", "-Wno-ucilk-shared-write", "-DPROCESSES", "-g", "-O2",
                       source, checks.BUILD / "lib/libucilk_cluster_test.a", "-pthread", "-lm",
                       "-o", name)
    check_results()
    check_costs()
    check_leaf()
    checks.end()


if __name__ == "__main__":
    main()
