#!/usr/bin/env python3
"""short.py PROGRAM [SVG]: short parallel loops and recursions (bench/short.c) on 2, 4 and 8
workers: their time over that on one worker.  Prints what is above 1.1, a line each, and
the worst of each shape; draws all of them to SVG.  Each figure is the least of three
processes, which take turns; some four minutes."""
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import picture

SHAPES = {"flat": "cilk_for", "nested": "cilk_for in a cilk_for", "tasks": "cilk_for in tasks",
          "fib": "a recursion"}
WORKERS = (2, 4, 8)
ROUNDS = 3
BOUND = 1.1
CELL_WIDTH, CELL_HEIGHT = 28, 20
STEPS = 5  # shades


def measure(program):
    """[{(shape, workers): {(length, body): ns}}]"""
    found = {}
    for _ in range(ROUNDS):
        for shape in SHAPES:
            for workers in (1, *WORKERS):
                done = subprocess.run([program, shape], stdout=subprocess.PIPE, text=True,
                                      timeout=300, check=True,
                                      env={**os.environ, "UCILK_NWORKERS": str(workers)})
                cells = found.setdefault((shape, workers), {})
                for line in done.stdout.splitlines():
                    length, body, ns = line.split()
                    key = int(length), int(body)
                    cells[key] = min(float(ns), cells.get(key, float("inf")))
    return [found]


def ratios(found, shape, workers):
    one = found[shape, 1]
    return {key: ns / one[key] for key, ns in found[shape, workers].items()}


def name(shape, key):
    return f"fib({key[0]})" if shape == "fib" else f"{key[0]} x {key[1]} ns"


def table(found):
    for shape, title in SHAPES.items():
        for workers in WORKERS:
            all_of = ratios(found, shape, workers)
            worst = max(all_of, key=all_of.get)
            print(f"{title}, {workers} workers: at most {all_of[worst]:.2f} ({name(shape, worst)}, "
                  f"{found[shape, 1][worst] / 1000:.2f} us)")
            for key, ratio in all_of.items():
                if ratio > BOUND:
                    print(f"  {name(shape, key)}: {ratio:.2f} of "
                          f"{found[shape, 1][key] / 1000:.3f} us")


def colour(ratio):
    """Green where workers help, white at 1, red above; in steps."""
    part = round(min(1, abs(1 - ratio) / 0.5) * STEPS) / STEPS
    low, rest = round(255 - 140 * part), round(255 - 60 * part)
    return f"#{low:02x}{rest:02x}{low:02x}" if ratio < 1 else f"#{rest:02x}{low:02x}{low:02x}"


def lengthwise(n):
    return f"{n // 1000000} M" if n >= 1000000 else f"{n // 1000} k" if n >= 1000 else str(n)


def time_of(ns):
    return f"{ns // 1000000} ms" if ns >= 1000000 else f"{ns // 1000} us" if ns >= 1000 else f"{ns} ns"


def panel(paths, texts, left, top, title, cells):
    """The cells go to the paths, by their shade, and what is written to the texts, by its look."""
    def put(look, x, y, text):
        texts.setdefault(look, []).append((x, y, text))
    lengths = sorted({key[0] for key in cells})
    bodies = sorted({key[1] for key in cells})
    x_of = {length: left + CELL_WIDTH * i for i, length in enumerate(lengths)}
    y_of = {body: top + CELL_HEIGHT * k for k, body in enumerate(bodies)}
    put('fill="black"', left, top - 8, title)
    for (length, body), ratio in cells.items():
        paths.setdefault(colour(ratio), []).append(
            f"M{x_of[length]},{y_of[body]} h{CELL_WIDTH - 1} v{CELL_HEIGHT - 1} h{1 - CELL_WIDTH} z")
        put('text-anchor="middle" font-size="10"',
            x_of[length] + CELL_WIDTH / 2 - 1, y_of[body] + 14, f"{ratio:.2f}")
    for body in filter(None, bodies):
        put('text-anchor="end" font-size="9"', left - 4, y_of[body] + 14, time_of(body))
    for length, x in x_of.items():
        put('text-anchor="middle" font-size="9"', x + CELL_WIDTH / 2,
            top + CELL_HEIGHT * len(bodies) + 11, lengthwise(length))


def draw(found):
    out = picture.begin(700, 30, "Short loops on N workers of two CPUs: time over that on one worker",
                        "across: iterations, or N of fib(N); down: time of one; each is called again "
                        "and again by a serial loop")
    top, paths, texts = 80, {}, {}
    for shape, title in SHAPES.items():
        for k, workers in enumerate(WORKERS):
            panel(paths, texts, 50 + 318 * k, top, f"{title}, {workers} workers",
                  ratios(found, shape, workers))
        top += 185
    out += [f'<path fill="{fill}" d="{" ".join(path)}"/>' for fill, path in paths.items()]
    for look, each in texts.items():
        picture.labels(out, each, look)
    return picture.end(out)


picture.main(__doc__, measure, table, draw, True)
