"""Draws random error findings for a verification by other means: draw.py REPORT..."""

import sys

from results import Survey

COUNT = 40
SEED = 20261121

for row in Survey(*sys.argv[1:]).draw(COUNT, SEED):
    print(f"{row.package} | {row.subject} | {row.check} | {row.message}")
