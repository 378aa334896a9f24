"""Prints tables and targets on standard output, and counts the targets that are met."""

import numpy as np

_verdicts = []


def heading(text):
    print(f"\n## {text}\n")


def table(columns, rows):
    """Prints `rows` under `columns` as a Markdown table. All columns but the first are aligned to the right."""
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


def verdict(value, target):
    """Returns whether `value` is at most `target`, in words, and counts it."""
    met = bool(value <= target)
    _verdicts.append(met)
    return "met" if met else "not met"


def targets(rows):
    """Prints `rows` of (what, value, target, unit) and whether each value is at most its target."""
    print()
    table(
        ["target", "measured", "at most", ""],
        [(what, f"{_text(value)} {unit}".strip(), f"{target:g} {unit}".strip(), verdict(value, target))
         for what, value, target, unit in rows])


def summary():
    print(f"\n{sum(_verdicts)} of {len(_verdicts)} targets met.")
