"""Tables with bars, on standard output, and a count of the bars that are met."""

import numpy as np

_verdicts = []


def heading(text):
    print(f"\n## {text}\n")


def table(columns, rows):
    """Prints `rows` under `columns` in GitHub's Markdown, the first column to the left."""
    cells = [[_text(cell) for cell in row] for row in [columns, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = [
        "| " + " | ".join(cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(
            zip(row, widths))) + " |" for row in cells]
    rule = "|" + "|".join("-" * (width + 1) + (":" if i else "-") for i, width in enumerate(widths)) + "|"
    print("\n".join([lines[0], rule, *lines[1:]]))


def _text(cell):
    if cell is None:
        return ""
    if isinstance(cell, (float, np.floating)):
        return f"{cell:.0f}" if abs(cell) >= 1000 else f"{cell:.1f}" if abs(cell) >= 20 else f"{cell:.3g}"
    return str(cell)


def verdict(value, bar):
    """Whether `value` is at most `bar`, in words; counted."""
    met = bool(value <= bar)
    _verdicts.append(met)
    return "met" if met else "not met"


def bars(rows):
    """Prints and judges `rows` of (what, value, bar, unit): a value is to be at most its bar."""
    print()
    table(
        ["bar", "measured", "at most", ""],
        [(what, f"{_text(value)} {unit}".strip(), f"{bar:g} {unit}".strip(), verdict(value, bar))
         for what, value, bar, unit in rows])


def summary():
    print(f"\n{sum(_verdicts)} of {len(_verdicts)} bars met.")
