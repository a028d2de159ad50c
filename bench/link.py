#!/usr/bin/env python3
"""link.py [SVG] < TABLE...: the output of bench/link as a table for
docs/performance.md, and as a picture: latency of gets and puts against size,
with the target polling, assisted by a thread, and alone (Akiyama & Taura, JIP
24(3), figure 11)."""
import math
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import picture

COLOURS = {"polls": "#59a14f", "assisted": "#4e79a7", "alone": "#e15759"}
WORDS = {"polls": "the target polls", "assisted": "it computes beside a thread that polls",
         "alone": "it computes, and looks every 10 ms"}
LEFT, WIDTH, BOTTOM, HEIGHT = 70, 380, 330, 270


def read(lines):
    notes, columns, rows = [], [], []
    for line in lines:
        cells = line.rstrip("\n").split("\t")
        if line.startswith("#"):
            notes.append(": ".join(cells)[2:])
        elif cells[0] == "operation":
            columns = cells[2:]
        elif len(cells) == len(columns) + 2:
            rows.append((cells[0], int(cells[1]), dict(zip(
                [c if c != "least" else columns[i - 1] + " least"
                 for i, c in enumerate(columns)], map(float, cells[2:])))))
    if not rows:
        sys.exit("link.py: no table")
    return notes, rows


def table(notes, rows):
    heads = list(rows[0][2])
    print("| operation | bytes | " + " | ".join(heads) + " |")
    print("|---|---|" + "---|" * len(heads))
    for name, size, took in rows:
        print("| %s | %d | %s |" % (name, size, " | ".join("%.1f" % took[h] for h in heads)))
    for note in notes:
        print("\n" + note)


def panel(out, rows, operation, left, low, high):
    sizes = [size for name, size, _ in rows if name == operation]
    x = lambda size: left + WIDTH * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])
    y = lambda us: BOTTOM - HEIGHT * (math.log10(max(us, 10**low)) - low) / (high - low)
    picture.grid(out, left, WIDTH, [(y(10**power), f"{10**power:g}")
                                    for power in range(low, high + 1)])
    picture.below(out, BOTTOM + 18, [(x(size), f"{size >> 10}K" if size >= 1024 else size)
                                     for size in sizes])
    for how, colour in COLOURS.items():
        picture.curve(out, [(x(size), y(took[how])) for name, size, took in rows
                            if name == operation], colour)
    out.append(f'<text x="{left + WIDTH / 2}" y="{BOTTOM + 38}" text-anchor="middle">'
               f'{operation}, bytes</text>')


def draw(notes, rows):
    wanted = [o for o in ("get", "put") if any(r[0] == o for r in rows)] or ["message"]
    values = [t[h] for name, _, t in rows if name in wanted for h in COLOURS]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    out = picture.begin(420, 70, "Round trips against size, microseconds",
                        notes[0] if notes else "")
    picture.dots(out, COLOURS.values())
    for i, operation in enumerate(wanted):
        panel(out, rows, operation, LEFT + i * (WIDTH + 90), low, high)
    for i, (how, colour) in enumerate(COLOURS.items()):
        picture.legend(out, 70 + i * 290, 402, colour, WORDS[how])
    return picture.end(out)


picture.main(__doc__, read, table, draw)
