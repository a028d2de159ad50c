#!/usr/bin/env python3
"""regions.py BUILD: what the ends of parallel regions cost between nodes, by the
counts of UCILK_STATS: nothing that depends on the number of ranks where no future was
made; else only the ranks that had some take part.  What reducers hold is right."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, HERE, check, counted, end, ucilkcc  # noqa: E402

REGIONS = 3
DEPTH = {4: 1, 12: 2}  # of the tree of ranks

NIC = {"TRANSPORT": "nic"}
MPI = {"NODE_SIZE": "1"}
MESSAGES = {"STEAL": "message", "ATOMICS": "am"}
OPENMPI = ["mpirun.openmpi", "--oversubscribe", "-n", "4"]
WAYS = {  # name: settings, launcher, ranks, modes
    "nic": (NIC, [], 12, ["joins", "got", "left", "lingers"]),
    "nic, 4 ranks": (NIC, [], 4, ["joins", "left"]),
    "nic, 2 a node": (dict(NIC, NODE_SIZE="2"), [], 12, ["left"]),
    "nic, loopback": (dict(NIC, STEAL="onesided", ATOMICS="loopback", NIC_ATOMICS="own"), [],
                      12, ["got", "left"]),
    "nic, am": (dict(NIC, ATOMICS="am"), [], 12, ["left"]),
    "nic, message": (dict(NIC, STEAL="message"), [], 12, ["left"]),
    "openmpi": (MPI, OPENMPI, 4, ["left"]),
    "openmpi, messages": (dict(MPI, **MESSAGES), OPENMPI, 4, ["left"]),
    "mpich": (MPI, ["mpirun.mpich", "-n", "4"], 4, ["left"]),
}


def judge(mode, ranks, done, found):
    """What is wrong with a run and its counts, or None."""
    if done.returncode:
        return "status %d: %s%s" % (done.returncode, done.stdout[-500:], done.stderr[-1500:])
    futures, counts, asked = (found[name] for name in
                              ("futures_detached", "detached_ranks", "views_asked"))
    if found["workers"] != ranks:
        return "%d workers" % found["workers"]
    if mode == "joins":
        wrong = futures or counts or asked
    else:
        wrong = (futures == 0 or counts > DEPTH[ranks] * futures or
                 asked > REGIONS * (ranks - 1) or (mode == "left" and asked == 0))
    if wrong:
        return "%d futures, %d ranks counted, %d asked" % (futures, counts, asked)
    if found["views_made"] != found["views_freed"]:
        return "%d sets of views made, %d freed" % (found["views_made"], found["views_freed"])
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--nic", action="store_true", help="only the simulated network")
    parser.add_argument("--timeout", default="100", help="seconds of a run")
    options = parser.parse_args()
    ucilkcc("--ucilk-cluster", "-Wno-ucilk-shared-write", "-g", "-O1", HERE / "programs/regions.c",
            BUILD / "lib/libucilk_cluster_test.a", "-pthread", "-lm", "-o", "regions")
    for name, (settings, launcher, ranks, modes) in WAYS.items():
        workers = {} if launcher else {"NWORKERS": ranks}
        for mode in modes if not launcher or not options.nic else []:
            why = judge(mode, ranks, *counted(
                [*launcher, "./regions", mode, REGIONS], 150, TEST_TIMEOUT=options.timeout,
                TEST_STEAL="always", TEST_SEED=1, PLUGINS=BUILD / "lib/ucilk", **settings,
                **workers))
            check(f"{mode}, {name}", not why, why)
    end()


if __name__ == "__main__":
    main()
