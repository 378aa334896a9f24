"""Measures the precision of the effects and the noise of moving controls: `measure.py [SECTION...]`."""

import sys

import exactness
import report
import silence

SECTIONS = dict(
    bell=exactness.bell, lowpass=exactness.lowpass, types=exactness.types, rounding=exactness.rounding, teeth=exactness.teeth,
    tuned=exactness.tuned, damping=exactness.damping, automation=silence.automation, delay=silence.delay)

if __name__ == "__main__":
    for name in sys.argv[1:] or SECTIONS:
        SECTIONS[name]()
    report.summary()
