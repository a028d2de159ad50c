"""Draws a picture of a table; for the scripts beside it."""
import math
import sys

COLOURS = ("#1f6fb4", "#d98c00", "#59a14f", "#e15759", "#8a6bb0", "#555555", "#17a2a2", "#a0522d")
DOT = 5  # its diameter


def begin(height, left, title, note):
    """The lines of a picture so far."""
    return [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 {height}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="1000" height="{height}" fill="white"/>',
            f'<text x="{left}" y="24" font-size="15">{title}</text>',
            f'<text x="{left}" y="42" fill="#555">{note}</text>']


def legend(out, x, y, colour, text):
    out.append(f'<rect x="{x}" y="{y - 10}" width="11" height="11" fill="{colour}"/>')
    out.append(f'<text x="{x + 16}" y="{y}">{text}</text>')


def ticks(low, high):
    """Powers of ten from low to high, with 2 and 5 times these if they are few."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1,) if len(powers) > 4 else (1, 2, 5)
    found = [step * 10.0 ** power for power in powers for step in steps]
    return [tick for tick in found if low * 0.999 <= tick <= high * 1.001]


def panel(out, box, title, series, colours, is_percent):
    """Lines over a logarithmic axis in the box (left, top, width, height).  series: {name:
    [(x, y) or (x, y, low, high), ...]}; low and high are an interval's, drawn as a bar if it is longer than a dot.  The
    other axis has efficiencies from 0 to 1 if is_percent, else it is logarithmic, too."""
    left, top, width, height = box
    points = [point for line in series.values() for point in line]
    everywhere = sorted({point[0] for point in points})
    first, last = math.log(everywhere[0]), math.log(everywhere[-1] * 1.001)
    if is_percent:
        marks = [part / 5 for part in range(6)]
        def y_of(y):
            return top + height * (1 - max(0, min(y, 1)))
    else:
        low = min(point[1] for point in points) / 1.3
        high = max(point[1] for point in points) * 1.3
        marks = ticks(low, high)
        def y_of(y):
            return top + height * (1 - math.log(max(y, low) / low) / math.log(high / low))
    def x_of(x):
        return left + width * (math.log(x) - first) / (last - first)
    out.append(f'<text x="{left}" y="{top - 8}">{title}</text>')
    grid(out, left, width, [(y_of(mark), f"{100 * mark:.0f} %" if is_percent else f"{mark:g}")
                            for mark in marks])
    shown, places = -math.inf, []
    for x in everywhere:
        if x_of(x) - shown >= 9 * len(f"{x}") * 0.7 + 6:
            shown = x_of(x)
            places.append((shown, x))
    below(out, top + height + 15, places)
    for name, line in series.items():
        curve(out, [(x_of(point[0]), y_of(point[1])) for point in sorted(line)], colours[name])
        bars = [f"M{x_of(point[0]):.1f},{y_of(point[2]):.1f} V{y_of(point[3]):.1f}"
                for point in line if len(point) == 4 and y_of(point[2]) - y_of(point[3]) > DOT]
        if bars:
            out.append(f'<path d="{" ".join(bars)}" stroke="{colours[name]}" stroke-width="3" '
                       'opacity="0.5"/>')


def grid(out, left, width, marks):
    """Lines across, at [(y, label), ...]."""
    path = " ".join(f"M{left},{y:.1f} h{width}" for y, _ in marks)
    out.append(f'<path d="{path}" stroke="#ddd"/>')
    labels(out, [(left - 8, y + 4, label) for y, label in marks], 'text-anchor="end"')


def below(out, y, marks):
    """Labels of the axis below, at [(x, label), ...]."""
    labels(out, [(x, y, label) for x, label in marks], 'text-anchor="middle" font-size="10"')


def labels(out, texts, look):
    """One element of [(x, y, text), ...]."""
    parts = "".join(f'<tspan x="{x:.0f}" y="{y:.0f}">{text}</tspan>' for x, y, text in texts)
    out.append(f"<text {look}>{parts}</text>")


def dots(out, colours):
    """For curves of these colours."""
    for colour in dict.fromkeys(colours):
        out.append(f'<marker id="dot{colour[1:]}" viewBox="-1 -1 2 2" markerWidth="{DOT}" '
                   f'markerHeight="{DOT}" markerUnits="userSpaceOnUse">'
                   f'<circle r="1" fill="{colour}"/></marker>')


def curve(out, places, colour):
    """A line with dots: [(x, y), ...]."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places * (2 if len(places) == 1 else 1))
    out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5" '
               f'style="marker:url(#dot{colour[1:]})"/>')


def figure(title, note, panels, is_percent):
    """A picture of panels {title: series}, two a row, with one legend."""
    names = list(dict.fromkeys(name for series in panels.values() for name in series))
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(names)}
    legend_rows = math.ceil(len(names) / 3)
    above = 70 + 18 * legend_rows
    out = begin(above + 230 * math.ceil(len(panels) / 2), 20, title, note)
    dots(out, colours.values())
    for k, name in enumerate(names):
        legend(out, 20 + 330 * (k % 3), 64 + 18 * (k // 3), colours[name], name)
    for k, (name, series) in enumerate(panels.items()):
        panel(out, (60 + 490 * (k % 2), above + 14 + 230 * (k // 2), 400, 170), name, series,
              colours, is_percent)
    return end(out)


def end(out):
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main(about, read, table, draw, has_source=False):
    """Command line [SOURCE] [SVG]: prints the table of the source, or of stdin, and draws it
    to the file SVG."""
    words = sys.argv[1:]
    if words in (["--help"], ["-h"]) or not has_source <= len(words) <= has_source + 1:
        print(about)
        return
    parts = read(words[0] if has_source else sys.stdin)
    table(*parts)
    if len(words) > has_source:
        with open(words[-1], "w") as file:
            file.write(draw(*parts))
