"""How exact the effects are, and how silent their controls: `measure.py [SECTION...]`."""

import sys

import exact
import report
import silent

SECTIONS = dict(
    bell=exact.bell, lowpass=exact.lowpass, rounding=exact.rounding, teeth=exact.teeth, damping=exact.damping,
    automation=silent.automation, delay=silent.delay)

if __name__ == "__main__":
    for name in sys.argv[1:] or SECTIONS:
        SECTIONS[name]()
    report.summary()
