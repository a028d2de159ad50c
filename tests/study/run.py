#!/usr/bin/env python3
"""run.py BUILD: programs for clusters, linked with libucilk_study.a, give their
answers on ranks under each policy, with shared memory and over the simulated
network; the counters say that the policy was there; other programs refuse it."""

import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import EXAMPLES, TOOL, check, counted, end, execute, ucilkcc  # noqa: E402

# Arguments, and what the answer has.
PROGRAMS = {"fib": ("16", "right"), "futuretree": ("6", "right"),
            "pipeline": ("-k 4 -n 20", "right")}
PLACES = ({}, {"TRANSPORT": "nic", "NODE_SIZE": 2},
          {"TRANSPORT": "nic", "STEAL": "message", "ATOMICS": "assist"})
JOINS, FREES, ORDERS = ("greedy", "stalling"), ("bit", "queue"), ("draw", "ring", "last")


def run(name, **variables):
    """What a run of an example wrote, and its counters."""
    return counted([f"./{name}", *PROGRAMS[name][0].split()], NWORKERS=4, TEST_STEAL="always",
                   **variables)


def build(name, *flags, output=None, **variables):
    return execute([TOOL, *flags, "-O1", EXAMPLES / f"{name}.c", "-o", output or name], **variables)


def check_answers():
    for name, place in itertools.product(PROGRAMS, PLACES):
        wrong = []
        for join, free, order in itertools.product(JOINS, FREES, ORDERS):
            if (order != "draw") != (join == "stalling" and free == "bit"):
                continue            # each with one other choice at most
            done, counters = run(name, JOIN=join, FREE=free, VICTIM_ORDER=order, **place)
            if (done.returncode or PROGRAMS[name][1] not in done.stdout or
                    counters["records_made"] != counters["records_freed"] or
                    counters["segments_made"] != counters["segments_freed"] or
                    join == "stalling" and counters["joined_in_place"]):
                wrong.append((join, free, order, done.returncode, done.stdout, done.stderr, counters))
        check(f"{name} {place}: right under each policy", not wrong, *wrong[:2])


def check_policies():
    """fib with forced steals: parents suspend whose last child another worker took, so
    how many do is a matter of time: 40 to 300 of 1,600."""
    done, greedy = run("fib", TRANSPORT="nic")
    done, stalling = run("fib", TRANSPORT="nic", JOIN="stalling")
    check("greedy: a child resumes its parent, which has suspended once",
          greedy["outstanding_joins"] == greedy["suspends"] > 0, greedy)
    check("stalling: a parent suspends until it finds the result",
          stalling["suspends"] >= stalling["outstanding_joins"] > 0 and
          stalling["joins_resumed"] >= stalling["outstanding_joins"], stalling)
    def more_per_free(field):
        of_queue, of_bit = (c[field] / c["remote_frees"] for c in (queue, bit))
        return of_queue - of_bit
    for _ in range(5):  # idle workers' attempts count, too: more of them on a busy machine
        done, bit = run("fib", TRANSPORT="nic", FREE="bit")
        done, queue = run("fib", TRANSPORT="nic", FREE="queue")
        if more_per_free("far_flushes") > 0.5 and more_per_free("far_atomics") > 1:
            break
    check("queue: a free from another node takes a flush and two atomics more",
          more_per_free("far_flushes") > 0.5 and more_per_free("far_atomics") > 1, bit, queue)


def check_linking():
    done = build("fib", "--ucilk-cluster", output="plain")
    done = execute(["./plain", "10"], JOIN="stalling")
    check("programs for clusters refuse policies", done.returncode != 0 and
          "UCILK_JOIN: no such option of this program" in done.stderr and
          "--ucilk-tool=study" in done.stderr, done.stderr)
    done = execute(["./fib", "10"], JOIN="lazy")
    check("and these what is none", done.returncode != 0 and
          "UCILK_JOIN=lazy: allowed is greedy, stalling" in done.stderr, done.stderr)
    done = build("fib", "--ucilk-cluster", output="profiled", PROFILE="study")
    done = execute(["./profiled", "16"], NWORKERS=2, FREE="queue")
    check("UCILK_PROFILE=study", "right" in done.stdout, done.stderr)
    done = build("fib", "--ucilk-tool=study", "--ucilk-serial", output="serial")
    check("not the serial elision", done.returncode != 0 and
          "--ucilk-tool=study compares spawns" in done.stderr, done.stderr)
    done = build("fib", "--ucilk-tool=study", "--ucilk-tool=sim", output="both")
    check("nor two tools", done.returncode != 0 and "a program has one tool" in done.stderr,
          done.stderr)


for program in PROGRAMS:
    ucilkcc("--ucilk-tool=study", "-O1", EXAMPLES / f"{program}.c", "-o", program)
check_answers()
check_policies()
check_linking()
end()
