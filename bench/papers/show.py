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
MOST_COLUMNS = 10  # of tables side by side
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
    ideal time; if is_short, efficiencies alone.  Tables with the same x stand side by side; those
    of the artifact alone are left out."""
    groups, joined = {}, []
    for point in found:
        groups.setdefault(group_of(point, x_of), {})[point] = found[point]
    for title, points in groups.items():
        if all(point.where == "artifact" for point in points):
            continue
        names, rows = columns(points, x_of, is_short)
        if joined and list(joined[-1][2]) == list(rows) and \
                len(joined[-1][1]) + len(names) <= MOST_COLUMNS:
            joined[-1][0].append(title)
            joined[-1][1].extend((title, name) for name in names)
            for x, row in rows.items():
                joined[-1][2][x].extend(row)
        else:
            joined.append(([title], [(title, name) for name in names], rows))
    return "\n\n".join(map(lines_of, *zip(*joined))) if joined else ""


def columns(found, x_of, is_short):
    """Their names, and {x: [cell, ...]}."""
    names = ([] if is_short else ["ideal"]) + list(dict.fromkeys(map(name_of, found)))
    rows = {}
    for point, (mean, half) in found.items():
        ideal = programs.command(point).ideal
        row = rows.setdefault(x_of(point), {})
        if point.policy not in programs.PEERS:
            row["ideal"] = f"{ideal:.4g} s"
        efficiency = percent(ideal / mean, half * ideal / mean / mean)
        row[name_of(point)] = efficiency if is_short else f"{mean:.4g} s, {efficiency}"
    return names, {x: [rows[x].get(name, "") for name in names] for x in sorted(rows)}


def lines_of(titles, names, rows):
    """A table of Markdown; of columns that are the same the first alone."""
    cells = list(zip(*rows.values()))
    kept = [i for i in range(len(names)) if names[i][1] != "ideal" or cells[i] not in cells[:i]]
    heads = [name if len(titles) == 1 or name == "ideal" and len(kept) < len(names) else
             f"{title}: {name}" for title, name in (names[i] for i in kept)]
    lines = [f"| {titles[0] if len(titles) == 1 else ''} | " + " | ".join(heads) + " |",
             "|" + "---|" * (len(heads) + 1)]
    lines += [f"| {x:,} | " + " | ".join(row[i] for i in kept) + " |" for x, row in rows.items()]
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


def starts_with_name(text):
    return text[0].isalpha()


def quantities(entry, measured, shown_by):
    """Markdown: a row a quantity, of the paper and as measured here; or nothing.  Here the
    parts of one quantity are a row, or it is said which entry has them."""
    rows = [f'| paper: {row["quantity"]} | {row["value"]} {row["unit"]} |'
            for row in runs.csv_rows(os.path.join(runs.HERE, "known.csv"))
            if row["entry"] == entry.name]
    here = {}
    for (quantity, unit), value in measured.items():
        if re.search(entry.shows, quantity):
            whole, part = re.fullmatch(r"(.*?)(?:(?:: |, the target )(.*))?", quantity).groups()
            here.setdefault(whole, []).append(f"{part or ''} {value:.4g} {unit}".strip())
    if shown_by and here:
        paper, kind, number = re.fullmatch(r"(\w+)-([tf])(\d+)", shown_by).groups()
        rows.append(f"| here | as {paper}, {'table' if kind == 't' else 'figure'} {number} |")
    else:
        rows += [f"| here: {whole} | {'; '.join(sorted(parts, key=starts_with_name))} |" for whole, parts in here.items()]
    return "\n".join(["| | |", "|---|---|", *rows]).replace("  |", " |") if rows else ""
