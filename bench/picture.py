"""Draws a picture of a table; for the scripts beside it."""
import sys


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


def end(out):
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main(about, read, table, draw):
    """Command line [SVG]: prints the table of stdin, and draws it to the file SVG."""
    if sys.argv[1:] in (["--help"], ["-h"]) or len(sys.argv) > 2:
        print(about)
        return
    parts = read(sys.stdin)
    table(*parts)
    if len(sys.argv) == 2:
        with open(sys.argv[1], "w") as file:
            file.write(draw(*parts))
