#!/usr/bin/env python3
"""regions.py BUILD: what the ends of parallel regions cost between nodes, by the
counts of UCILK_STATS: nothing that depends on the number of ranks where no future was
made; else only the ranks that had some take part.  What reducers hold is right."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
REGIONS = 3
DEPTH = {4: 1, 12: 2}  # of the tree of ranks

NIC = {"UCILK_TRANSPORT": "nic"}
MPI = {"UCILK_NODE_SIZE": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
WAYS = {  # name: settings, launcher, ranks, modes
    "nic": (NIC, [], 12, ["joins", "got", "left", "lingers"]),
    "nic, 4 ranks": (NIC, [], 4, ["joins", "left"]),
    "nic, 2 a node": (dict(NIC, UCILK_NODE_SIZE="2"), [], 12, ["left"]),
    "nic, loopback": (dict(NIC, UCILK_STEAL="onesided", UCILK_ATOMICS="loopback",
                           UCILK_NIC_ATOMICS="own"), [], 12, ["got", "left"]),
    "nic, am": (dict(NIC, UCILK_ATOMICS="am"), [], 12, ["left"]),
    "nic, message": (dict(NIC, UCILK_STEAL="message"), [], 12, ["left"]),
    "openmpi": (MPI, ["mpirun.openmpi", "--oversubscribe", "-n", "4"], 4, ["left"]),
    "openmpi, messages": (dict(MPI, UCILK_STEAL="message", UCILK_ATOMICS="am"),
                          ["mpirun.openmpi", "--oversubscribe", "-n", "4"], 4, ["left"]),
    "mpich": (MPI, ["mpirun.mpich", "-n", "4"], 4, ["left"]),
}


def run(binary, mode, settings, launcher, ranks, stats, timeout):
    """Why it is not right, or None; its statistics."""
    environment = dict(os.environ, UCILK_TEST_TIMEOUT=timeout, UCILK_TEST_STEAL="always",
                       UCILK_TEST_SEED="1", UCILK_STATS="json:%s" % stats, **settings)
    if not launcher:
        environment["UCILK_NWORKERS"] = str(ranks)
    done = subprocess.run(launcher + [str(binary), mode, str(REGIONS)], env=environment,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=150)
    if done.returncode != 0:
        return "status %d: %s%s" % (done.returncode, done.stdout[-500:],
                                    done.stderr[-1500:]), {}
    return None, json.loads(stats.read_text())


def judge(mode, ranks, found):
    """What is wrong with the counts, or None."""
    futures, counted, asked = (found[name] for name in
                               ("futures_detached", "detached_ranks", "views_asked"))
    if found["workers"] != ranks:
        return "%d workers" % found["workers"]
    if mode == "joins":
        wrong = futures or counted or asked
    else:
        wrong = (futures == 0 or counted > DEPTH[ranks] * futures or
                 asked > REGIONS * (ranks - 1) or (mode == "left" and asked == 0))
    if wrong:
        return "%d futures, %d ranks counted, %d asked" % (futures, counted, asked)
    if found["views_made"] != found["views_freed"]:
        return "%d sets of views made, %d freed" % (found["views_made"],
                                                    found["views_freed"])
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--nic", action="store_true", help="only the simulated network")
    parser.add_argument("--timeout", default="100", help="seconds of a run")
    options = parser.parse_args()
    build = options.build.resolve()
    os.environ["UCILK_PLUGINS"] = str(build / "lib/ucilk")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        binary, stats = pathlib.Path(folder) / "regions", pathlib.Path(folder) / "stats"
        subprocess.run([str(build / "bin/ucilkcc"), "--ucilk-cluster",
                        "-Wno-ucilk-shared-write", "-g", "-O1",
                        str(HERE / "programs/regions.c"),
                        str(build / "lib/libucilk_cluster_test.a"), "-pthread", "-lm",
                        "-o", str(binary)], check=True)
        for name, (settings, launcher, ranks, modes) in WAYS.items():
            for mode in modes if not launcher or not options.nic else []:
                why, found = run(binary, mode, settings, launcher, ranks, stats,
                                 options.timeout)
                why = why or judge(mode, ranks, found)
                failed |= bool(why)
                print("%s %s, %s%s" % ("FAIL" if why else "ok", mode, name,
                                       ": " + why if why else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
