"""Tables and pictures of points, with what the artifact measured beside them."""
import math
import os
import re
import sys

import programs
import runs

sys.path.insert(0, programs.BENCH)
import picture

POLICIES = {"own": "as shipped", "c22": "with the paper's steals",
            "c22-mesh": "with its steals and joins, in a mesh",
            "c22-joins": "with its steals and joins", "greedy": "greedy",
            "stalling": "stalling", "baseline": "baseline", "full": "child, full threads",
            "rtc": "child, to completion", "saws": "SAWS", "charm": "Charm++", "glb": "GLB (X10)",
            "prefetch": "prefetch", "pull": "pull", "static": "static", "switch": "switch"}
WHERE = {"sim": "simulated", "drawn": "drawn", "here": "here", "artifact": "artifact"}


def name_of(point):
    """Of the line of points that differ in their workers alone."""
    return f"{WHERE[point.where]}, {POLICIES[point.policy]}"


def seconds(points, results, known):
    """{point: (seconds, half of the interval or nan)} of those that have been run."""
    found = {}
    for point in points:
        if point.where == "artifact":
            if point in known:
                found[point] = (known[point], math.nan)
        elif point.machine in programs.GROUPS_TAKE:
            if results.median(point):
                found[point] = results.median(point)
        elif results.interval(point):
            found[point] = results.interval(point)
    return found


def percent(efficiency, half):
    text = f"{100 * efficiency:.1f} %"
    return text if math.isnan(half) else f"{text} ± {100 * half:.1f}"


def group_of(point, x_of):
    workers = "" if x_of(point) == point.workers else f", {point.workers:,} workers"
    return f"{point.program}, {point.machine}{workers}"


def tables(found, x_of, is_short=False):
    """Markdown: a table for each program and machine (and number of workers, if that is not
    what x_of gives), a row for each x, a column for each name of points, and one for the
    ideal time; if is_short, efficiencies alone."""
    groups = {}
    for point in found:
        groups.setdefault(group_of(point, x_of), []).append(point)
    return "\n\n".join(table(name, {point: found[point] for point in points}, x_of, is_short)
                       for name, points in groups.items())


def table(title, found, x_of, is_short):
    names = ([] if is_short else ["ideal"]) + list(dict.fromkeys(map(name_of, found)))
    rows = {}
    for point, (mean, half) in found.items():
        ideal = programs.command(point).ideal
        row = rows.setdefault(x_of(point), {})
        if point.policy not in programs.PEERS:
            row["ideal"] = f"{ideal:.4g} s"
        efficiency = percent(ideal / mean, half * ideal / mean / mean)
        row[name_of(point)] = efficiency if is_short else f"{mean:.4g} s, {efficiency}"
    lines = [f"| {title} | " + " | ".join(names) + " |", "|" + "---|" * (len(names) + 1)]
    for x in sorted(rows):
        lines.append(f"| {x:,} | " + " | ".join(rows[x].get(name, "") for name in names) + " |")
    return "\n".join(lines)


def counts(found, results):
    """Markdown: a row a point, with what its runs count."""
    lines = ["| | workers | s | steals | from other nodes | a steal | its copy | "
             "outstanding joins | until resumed |", "|---" * 9 + "|"]
    for point in found:
        if point.where == "artifact":
            cells = [f"{found[point][0]:.4g}"] + [""] * 6
        else:
            means = [results.interval(point, column) for column in
                     ("seconds", "steals", "far_steals", "steal_us", "copy_us", "joins",
                      "join_us")]
            cells = ["" if not mean else f"{mean[0]:.4g}" if column == 0 else
                     f"{mean[0]:.4g} us" if column in (3, 4, 6) else f"{mean[0]:,.0f}"
                     for column, mean in enumerate(means)]
        lines.append(f"| {point.program} {point.size}, {point.machine}, {name_of(point)} | "
                     f"{point.workers:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def draw(found, x_of, title, note):
    """Efficiency over x, a panel for each machine and program."""
    panels = {}
    for point, (mean, half) in found.items():
        ideal = programs.command(point).ideal
        best, interval = ideal / mean, half * ideal / mean / mean
        place = (x_of(point), best) if math.isnan(interval) else \
            (x_of(point), best, best - interval, best + interval)
        panels.setdefault(group_of(point, x_of), {}).setdefault(
            name_of(point), []).append(place)
    return picture.figure(title, note, panels, True)


def save(folder, name, svg):
    with open(os.path.join(folder, f"{name}.svg"), "w", encoding="utf-8") as file:
        file.write(svg)


def quantities(entry, measured):
    """Markdown: a row a quantity, of the paper and as measured here; or nothing."""
    rows = [f'| paper: {row["quantity"]} | {row["value"]} {row["unit"]} |'
            for row in runs.csv_rows(os.path.join(runs.HERE, "known.csv"))
            if row["entry"] == entry.name]
    rows += [f"| here: {quantity} | {value:.4g} {unit} |"
             for (quantity, unit), value in measured.items() if re.search(entry.shows, quantity)]
    return "\n".join(["| | |", "|---|---|", *rows]).replace("  |", " |") if rows else ""
