#!/usr/bin/env python3
"""scale.py BUILD: `ucilk scale' runs a program as it is and on workers, and its
table, its JSON and its picture have the same numbers; in the picture no text
meets another.  What it cannot run it refuses with a remedy."""

import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from checks import BUILD, EXAMPLES, check, end, execute, must, scratch, ucilkcc  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def ucilk(*words, stdin=subprocess.DEVNULL, **variables):
    return execute([BUILD / "bin/ucilk", "scale", *words], limit=120, stdin=stdin, **variables)


def build(source, name, *flags, **variables):
    ucilkcc("-w", "-O2", *flags, source, "-o", name, **variables)


# --- The bounds ---

def at_most(got, workers):
    return min(workers, got["work"] / got["span"])


def greedy(got, workers):
    return got["work"] / (got["work"] / workers + (1 - 1 / workers) * got["span"])


def burdened(got, workers):
    time = got["work"] / workers + got["bound"] * got["burdened_span"]
    return got["work"] / time if workers > 1 else 1


def is_near(a, b, tolerance=1e-4):
    return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-9)


# --- The picture ---

def box(text):
    """About where a text is: 0.62 em a character is wide for sans-serif."""
    size = float(text.get("font-size", 13))
    width = 0.62 * size * len(text.text)
    x = float(text.get("x")) - {"middle": width / 2, "end": width}.get(
        text.get("text-anchor"), 0)
    y = float(text.get("y"))
    return x, y - 0.8 * size, x + width, y + 0.22 * size


def check_picture(name, got):
    root = tree.parse(name).getroot()
    texts = root.findall(f".//{SVG}text")
    _, _, width, height = map(float, root.get("viewBox").split())
    boxes = [(box(text), text.text) for text in texts]
    meet = [(s, t) for i, (a, s) in enumerate(boxes) for b, t in boxes[:i]
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]
    check("no text meets another", not meet, meet)
    outside = [t for b, t in boxes if b[0] < 0 or b[1] < 0 or b[2] > width or b[3] > height]
    check("nor the border", not outside, outside)

    def scale_of(axis, anchor):
        """From a coordinate to a number, by the texts of an axis."""
        marks = [(float(t.text), float(t.get(anchor))) for t in texts
                 if t.get("class") == axis]
        (a, p), (b, q) = marks[0], marks[-1]
        return lambda at: a * (b / a) ** ((at - p) / (q - p))

    x_of, raw_y = scale_of("x", "x"), scale_of("y", "y")
    y_of = lambda y: raw_y(y + 4)  # a text is 4 below its line
    circles = [c for c in root.findall(f".//{SVG}circle") if c.find(f"{SVG}title") is not None]
    lowest = min(float(t.text) for t in texts if t.get("class") == "y")
    drawn = [(x_of(float(c.get("cx"))), y_of(float(c.get("cy")))) for c in circles]
    # What is slower than by a factor of 8 is drawn at the border.
    wanted = [(m["workers"], max(m["speed_up"], 0.125)) for m in got["measured"]]
    check("points are those of JSON", len(drawn) == len(wanted) and all(
        is_near(a, b, 0.01) for one, other in zip(drawn, wanted) for a, b in zip(one, other)),
        drawn, wanted)
    for name, bound in ("at_most", at_most), ("greedy", greedy), ("burdened", burdened):
        line = root.find(f".//{SVG}polyline[@id='{name}']").get("points").split()
        wrong = []
        for point in line[1:]:
            x, y = map(float, point.split(","))
            if not is_near(y_of(y), max(bound(got, x_of(x)), lowest), 0.02):
                wrong.append((x_of(x), y_of(y), bound(got, x_of(x))))
        check(f"the line {name}", not wrong and len(line) > 100, wrong[:3])


# --- All ---

def check_numbers(got, workers):
    check("workers", [m["workers"] for m in got["measured"]] == workers, got["measured"])
    for m in got["measured"]:
        times = sorted(m["seconds"])
        middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
        first = got["measured"][0]["median"]
        check(f"median and speed-up of {m['workers']}", len(times) == got["runs"] and
              is_near(m["median"], middle, 1e-3) and
              is_near(m["speed_up"], first / m["median"], 1e-2), m)
    wrong = [b for b in got["bounds"] for name, bound in (
        ("at_most", at_most), ("greedy", greedy), ("burdened", burdened))
        if not is_near(b[name], bound(got, b["workers"]))]
    check("bounds", not wrong, wrong[:3])


def check_scale():
    build(EXAMPLES / "fib.c", "fib", "--ucilk-tool=scale")
    # More workers than there are CPUs.
    many = 2 * len(os.sched_getaffinity(0)) + 1
    done = ucilk("--runs", 3, "--workers", f"{many},2", "--svg", "fib.svg", "--json", "fib.json",
                 "--", "./fib", 25)
    check("fib", done.returncode == 0 and done.stderr == "", done.stderr)
    got = json.loads(pathlib.Path("fib.json").read_text())
    check("the command", got["command"] == ["./fib", "25"] and got["unit"] == "s", got["command"])
    check_numbers(got, sorted({1, 2, many}))
    check_picture("fib.svg", got)
    rows = re.findall(r"^ +(\d+)([* ]) +[0-9.]+ +[0-9.]+ \.\. [0-9.]+ +([0-9.]+) +([0-9.]+)",
                      done.stdout, re.M)
    check("the table", [(int(r[0]), float(r[2])) for r in rows] == [
        (m["workers"], round(m["speed_up"], 2)) for m in got["measured"]], done.stdout)
    check("and where there are too few CPUs", rows[-1][1] == "*" and
          "* more workers than the" in done.stdout, done.stdout)
    # Counted: the closed form, at a bound of many workers, and a long command.
    done = ucilk("--runs", 1, "--workers", 1, "--bounds", 4096, "--json", "-", "--svg", "unit.svg",
                 "./fib", 20, SCALE_UNIT=1)
    got = json.loads(done.stdout)
    check("strands", (got["work"], got["span"], got["unit"]) == (32836, 39, "strands"), done)
    check_numbers(got, [1])
    check_picture("unit.svg", got)
    # Linked with libucilk.so, it needs no other link.
    build(EXAMPLES / "fib_macros.c", "shared", "-c")
    must(["gcc", "-x", "none", "shared", f"-L{BUILD}/lib", "-l:libucilk.so",
          f"-Wl,-rpath,{BUILD}/lib", "-o", "fib_shared"])
    done = ucilk("--runs", 1, "--workers", 2, "--json", "-", "./fib_shared", 20, SCALE_UNIT=1)
    check("a program with libucilk.so", done.returncode == 0 and
          json.loads(done.stdout)["span"] == 39, done)


INPUT = r"""
#include <ucilk/ucilk.h>
#include <stdio.h>
static long leaf(long n) { return n; }
int main(void)
{
    int n, sum = 0;
    while (scanf("%d", &n) == 1) sum += n;
    long x = cilk_spawn leaf(sum);
    cilk_sync;
    fprintf(stderr, "the sum is %ld\n", x);
    return x != 6 ? 3 : 0;
}
"""


def check_refusals():
    pathlib.Path("input.c").write_text(INPUT)
    build("input.c", "input", PROFILE="scale")
    pathlib.Path("numbers").write_text("1 2 3\n")
    with open("numbers") as file:
        done = ucilk("--runs", 2, "--workers", 2, "./input", stdin=file)
    check("each run reads the input", done.returncode == 0, done.stderr)

    def refused(what, status, message, *words):
        done = ucilk(*words)
        check(what, done.returncode == status and message in done.stderr, done.stderr)

    refused("a run that fails", 1, "the sum is 0\nucilk: ./input: the run for work and span "
            "ended with status 3\n", "./input")
    build(EXAMPLES / "fib.c", "plain")
    build(EXAMPLES / "fib.c", "cluster", "--ucilk-cluster")
    build(EXAMPLES / "fib.c", "serial", "--ucilk-serial")
    refused("libucilk.a", 1, "./plain is linked with libucilk.a: link it with "
            "UCILK_PROFILE=scale", "./plain", 3)
    refused("a program for clusters", 1, "runtime for clusters", "./cluster", 3)
    refused("the serial elision", 1, "is linked with no runtime of ucilk", "./serial", 3)
    pathlib.Path("script").write_text("#!/bin/sh\n./fib 3\n")
    os.chmod("script", 0o755)
    refused("a script", 1, "./script is no program for x86-64; if it is a script", "./script")
    refused("a source", 1, "ucilkcc --ucilk-tool=scale -O3 input.c -o input'", "input.c")
    refused("no such file", 1, "./none: No such file", "./none")
    refused("no such command", 1, "nosuch: no such program in PATH", "nosuch")
    refused("no program", 2, "which program")
    refused("no such option", 2, "no such option: --works", "--works", "./fib")
    refused("no workers", 2, "--workers takes a number from 1 to 4096, not 0", "--workers", "1,0",
            "./fib")
    refused("no value", 2, "nothing behind --runs", "--runs")
    check("no file is left", not list(pathlib.Path(".").glob("ucilk-scale-*")))


os.environ["TMPDIR"] = str(scratch)
check_scale()
check_refusals()
end()
