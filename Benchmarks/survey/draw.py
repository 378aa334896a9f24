"""Draws random errors and warnings for a verification by other means: draw.py REPORT..."""

import sys

from results import Survey

COUNT = 30
SEED = 20261126

survey = Survey(*sys.argv[1:])
for severity in ("error", "warning"):
    for row in survey.draw(severity, COUNT, SEED):
        print(f"{severity} | {row.package} | {row.subject} | {row.check} | {row.message}")
