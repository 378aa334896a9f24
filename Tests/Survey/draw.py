"""Draws findings at error level at random: draw.py REPORT [COUNT [SEED]]."""

import sys

from results import Survey

count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20261121
for row in Survey(sys.argv[1]).draw(count, seed):
    print(f"{row.package} | {row.subject} | {row.check} | {row.message}")
