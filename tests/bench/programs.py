#!/usr/bin/env python3
"""programs.py BUILD: the papers' programs of bench/ run on one machine, on two ranks and in
the simulation, with right answers and figures that are possible; a wrong option ends them
with one message.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, ROOT, check, end, execute, must  # noqa: E402

BIN = BUILD / "bench"
# Arguments; a size that is wrong; and virtual seconds of a run on one worker, where each
# task costs 1 us: the iterations, the tasks of btc.
PROGRAMS = {
    "pfor": (["-k", "3", "-n", "100", "-m", "1000"], ["-n", "0"], 300e-6),
    "recpfor": (["-k", "2", "-n", "64", "-m", "1000"], ["-n", "65"], (2 * 64 * 6 + 64) * 1e-6),
    "queens": (["-n", "8"], ["-n", "19"], None),
    "btc": (["-d", "6", "-i", "2"], ["-d", "6", "-i", "0"], None),
    "lcs": (["-n", "700", "-C", "128", "-m", "1000"], ["-C", "1025"], 36e-6),
    "uts": (["T1"], ["T6"], None),
}
RESULT = re.compile(r"(\S+): ([\d.]+) s(?: \+- ([\d.]+) s)? \((\d) runs?, (\d+) workers\)"
                    r"(?:, ([\d.]+) % of the ideal)?, right")


def run(program, *arguments, **options):
    return execute([BIN / program, *arguments], limit=100, **options)


def result(name, workers, runs, *arguments, **options):
    """Checks the line that it prints; returns the mean, half of its interval, the share."""
    done = run(name, *arguments, NWORKERS=workers, **options)
    found = RESULT.search(done.stdout)
    check(f"{name} {' '.join(arguments)}, {workers} workers", done.returncode == 0 and found and
          (int(found[4]), int(found[5])) == (runs, workers), done)
    return [float(found[i] or 0) for i in (2, 3, 6)] if found else [0, 0, 0]


for program, (arguments, wrong, work) in PROGRAMS.items():
    if not (BIN / f"{program}_one").exists():
        print("no", program)
        continue
    short = ["-w", "0", "-r", "2", *arguments]
    for kind in ("one", "ranks"):
        result(f"{program}_{kind}", 2, 2, *short)
    once = ["-w", "0", "-r", "1", *arguments]
    mean, _, share = result(f"{program}_sim", 1, 1, *once)
    if work:
        check(f"{program}_sim: the time on one worker is the work", abs(mean - work) < 1e-6, mean)
    if share:
        check(f"{program}_sim: all of the ideal on one worker", share > 99.9, share)
    one, _, _ = result(f"{program}_sim", 1, 1, *once, SIM_COST=1000)
    mean, _, share = result(f"{program}_sim", 8, 2, *short, NODE_SIZE=4, SIM_COST=1000)
    check(f"{program}_sim: faster than one worker, at most 8 times", 1 < one / mean <= 8 and
          share <= 100, one, mean, share)
    for bad in (wrong, ["-r", "0"], ["-x"]):
        done = run(f"{program}_one", *bad)
        lines = [line for line in done.stderr.splitlines() if "invalid option" not in line]
        check(f"{program} {' '.join(bad)}: one message", done.returncode == 2 and
              len(lines) == 1 and lines[0].startswith(f"{program}: "), done)
    done = run(f"{program}_one", "--help")
    check(f"{program} --help", done.returncode == 0 and "-r RUNS" in done.stdout, done)


# Quantiles of Student's distribution, from tables; and of the runs 2, 4, 6 the interval.
PROBE = """#include "bench/runs.h"
int main(void)
{
    double x[] = {2, 4, 6};
    printf("%.4f %.3f %.3f %.3f %.3f", half_interval(x, 3, 4), student(10), student(11),
           student(30), student(120));
}
"""
pathlib.Path("probe.c").write_text(PROBE)
must(["cc", "-DUCILK_SERIAL", f"-I{ROOT}", f"-I{BUILD}/include", "probe.c", "-o", "probe", "-lm"])
found = [float(word) for word in must(["./probe"]).stdout.split()]
check("intervals are those of Student", all(
    abs(a - b) < 0.003 for a, b in zip(found, (4.9683, 2.228, 2.201, 2.042, 1.980), strict=True)),
    *found)

done = run("iso", "-n", "50")
rows = re.findall(r"^ +(\d+) +(\d+) +([\d.]+) +(\d+) +([\d.]+) +(\d+) +([\d.]+)$", done.stdout,
                  re.MULTILINE)
check("iso: four sizes", done.returncode == 0 and len(rows) == 4, done)
check("iso: a first steal touches each page once, others none",
      all(float(r[2]) < 0.1 and float(r[4]) >= 1 and float(r[6]) < 0.1 for r in rows), rows)
check("iso: 500 GiB of addresses, as 4096 * 8000 * 16 KiB are", "iso 500 GiB" in done.stdout,
      done)
check("iso -b 1: one message", run("iso", "-b", "1").returncode == 2)

# Groups on many nodes, in virtual time: all are done (or the program says so), twice in the
# same time, nearly all of the ideal where the groups are many, and with every policy.
for policy in ("prefetch", "pull", "static", "switch"):
    for makers in "0", "1":
        done, again = (run("groups_scale", "-n", "20", "-w", "2", "-g", "4000", "-a", makers,
                           policy) for _ in range(2))
        words = done.stdout.splitlines()[-1].split("\t") if done.returncode == 0 else ["0"] * 11
        check(f"groups_scale {policy}, -a {makers}", done.returncode == 0 and
              done.stdout == again.stdout and
              float(words[8]) > (95 if policy == "prefetch" else 30), done)
end()
