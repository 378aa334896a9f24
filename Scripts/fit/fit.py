#!/usr/bin/env python3
"""Fits the bell and the lowpass to their analog prototypes, and the comb's interpolator to the ideal delay; writes the
Swift files that hold the constants.

Needs python3-numpy, python3-scipy and, to format what it writes, swift; takes some minutes, and gives the same numbers
at every run. docs/design-of-the-filters.md has the method of the filters, interpolator.py its own. Run from anywhere:
./fit.py [bell] [lowpass] [interpolator]
"""

import os
import pathlib
import subprocess
import sys

# Sums are taken in the same order on every machine with one thread; it must be known before numpy is loaded.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

import bell
import interpolator
import lowpass
import swift

TARGET = pathlib.Path(__file__).resolve().parent.parent


def write(name, type_name, functions):
    path = TARGET / f"{name}.swift"
    path.write_text(swift.extension(type_name, functions))
    subprocess.run(["swift", "format", "-i", path], check=True)


def write_bell(c):
    """Lanes: e1 and e2 of each feature."""
    lanes = c.transpose(1, 0, 2).reshape(12, -1)
    write("BellTable+Coefficients", "BellTable", [
        swift.polynomial(bell.POLYNOMIALS, lanes[:8], "smooth", ""),
        swift.polynomial(bell.POLYNOMIALS, lanes[8:], "narrow", "")])


def write_lowpass(c):
    """Lanes: both coefficients, then what is added to each times the fade."""
    write("LowpassPoleTable+Coefficients", "LowpassPoleTable", [
        swift.polynomial(lowpass.POLYNOMIALS, c[[0, 2, 1, 3]], "poles", "")])
    functions = [swift.polynomial(lowpass.POLYNOMIALS, c[lowpass.LAYOUT.slices[1, 0]], "single", "")]
    shares = [k for k, (_, j) in enumerate(lowpass.POLYNOMIALS.terms) if j <= 1]
    for (count, index), own in list(lowpass.LAYOUT.slices.items())[1:]:
        lanes = c[own] if index == count - 1 else np.concatenate([c[own], np.zeros_like(c[own])])
        functions.append(swift.polynomial(lowpass.SHARES, lanes[:, shares], f"section{index}of{count}", ""))
    write("LowpassZeroTable+Coefficients", "LowpassZeroTable", functions)


def write_interpolator():
    """Lanes: the taps, the oldest first."""
    functions = []
    for name, whole in [("sixTaps", 2), ("sevenTaps", 3), ("eightTaps", 4)]:
        error, coefficients = interpolator.fit(whole)
        print(f"interpolator from {whole} frames on: errs {error:.3g} at most where it matters most")
        functions.append(swift.halves("TapBend", ["constant", "linear", "square"], coefficients, name))
    write("Interpolator+Coefficients", "Interpolator", functions)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["bell", "lowpass", "interpolator"]
    if "bell" in wanted:
        write_bell(bell.fit())
    if "lowpass" in wanted:
        write_lowpass(lowpass.fit())
    if "interpolator" in wanted:
        write_interpolator()
