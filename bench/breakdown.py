#!/usr/bin/env python3
"""breakdown.py [SVG] < TABLE: what bench/breakdown printed, as a table for
docs/performance.md, and as a picture: stacked bars, one a segment size, for
the steal, the suspend and the resume."""
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
import picture

STEAL = ["empty check", "lock and claim", "fence of the victim", "check of T",
         "slots", "stack copy", "record", "publish, unlock", "jump"]
COLOURS = {"empty check": "#4e79a7", "lock and claim": "#a0cbe8",
           "fence of the victim": "#bab0ac", "check of T": "#79706e",
           "slots": "#f1ce63", "stack copy": "#f28e2b", "record": "#b6992d",
           "publish, unlock": "#59a14f", "jump": "#8cd17d",
           "suspend": "#e15759", "resume": "#b07aa1"}


def read(lines):
    rows, notes, titles = [], {}, None
    for line in lines:
        cells = line.rstrip("\n").split("\t")
        if line.startswith("#"):
            notes[cells[0][2:]] = cells[1] if len(cells) > 1 else ""
        elif titles is None:
            titles = cells
        else:
            steps = dict.fromkeys(STEAL, 0.0)
            values = list(map(float, cells))
            n = len(STEAL)
            steps.update(zip(STEAL, values[1:1 + n]))
            steps["suspend"] = sum(values[1 + n:3 + n])
            steps["resume"] = sum(values[3 + n:5 + n])
            rows.append((values[0], steps, values[5 + n]))
            if titles[1:1 + n] != STEAL:
                sys.exit("breakdown.py: the table has other steps: %s" % titles)
    if not rows:
        sys.exit("breakdown.py: no table")
    return rows, notes


def kib(size):
    return "%.1f" % (size / 1024)


def table(rows, notes):
    heads = ["KiB"] + STEAL + ["steal", "suspend", "resume", "fences, mean"]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for size, steps, fences in rows:
        cells = [steps[s] for s in STEAL]
        cells += [sum(cells), steps["suspend"], steps["resume"], fences]
        print("| " + " | ".join([kib(size)] + ["%.0f" % c for c in cells]) + " |")
    for what, value in notes.items():
        print("\n" + what + (": " + value if value else ""))


def panel(out, rows, left, width, bottom, height, unit):
    top = max(max(sum(steps[s] for s in STEAL), steps["suspend"], steps["resume"])
              for _, steps, _ in rows)
    grid = next(m * 10**e for e in range(2, 12) for m in (1, 2, 5)
                if top / (m * 10**e) <= 6)
    scale = height / (grid * (int(top / grid) + 1))
    for i in range(int(top / grid) + 2):
        y = bottom - i * grid * scale
        out.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{i * grid:,}</text>')
    step = width / len(rows)
    bar = step / 4.5
    for k, (size, steps, _) in enumerate(rows):
        x = left + k * step + bar * 0.6
        for names in (STEAL, ["suspend"], ["resume"]):
            y = bottom
            for name in names:
                h = steps[name] * scale
                y -= h
                out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar:.1f}" height="{h:.1f}" '
                           f'fill="{COLOURS[name]}"><title>{name}, {kib(size)} KiB: '
                           f'{steps[name]:.0f} {unit}</title></rect>')
            x += bar * 1.15
        out.append(f'<text x="{left + (k + .5) * step:.1f}" y="{bottom + 18}" '
                   f'text-anchor="middle">{kib(size)}</text>')
    out.append(f'<text x="{left + width / 2}" y="{bottom + 38}" text-anchor="middle">segment, KiB</text>')


def draw(rows, _):
    out = picture.begin(430, 60, "A steal, step by step; then suspending at a sync, and resuming",
                        "ticks of the time stamp counter; three bars a size: "
                        "steal, suspend, resume")
    small = [r for r in rows if r[0] < 4000]
    large = [r for r in rows if r[0] >= 4000]
    panel(out, small, 60, 400, 340, 270, "ticks")
    if large:
        panel(out, large, 550, 420, 340, 270, "ticks")
    for i, name in enumerate(STEAL + ["suspend", "resume"]):
        x, y = 60 + (i % 6) * 155, 396 + (i // 6) * 20
        picture.legend(out, x, y, COLOURS[name], name)
    return picture.end(out)


picture.main(__doc__, read, table, draw)
