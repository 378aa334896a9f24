#!/usr/bin/env python3
"""Fits the bell and the lowpass to their analog prototypes, and the comb's interpolator to the ideal delay.

    fit.py [bell] [lowpass] [interpolator]

writes the coefficients to Sources/Effects/DSP/Tables and Sources/Kit/LV2DSP/Delay. Requires python3-numpy, python3-scipy and, to format the files, swift. A
run takes several minutes; other versions of numpy and scipy change the last digits. The document on the design of the
filters explains the method of the filters; interpolator.py explains that of the interpolator.
"""

import os
import pathlib
import subprocess
import sys

# With one thread the order of summation is the same on every machine. numpy reads the variable when it is imported.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

import bell
import interpolator
import lowpass
import swift

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"


def write(name, extensions, folder="Effects/DSP/Tables"):
    path = SOURCES / folder / f"{name}+Coefficients.swift"
    path.write_text(swift.file(extensions))
    subprocess.run(["swift", "format", "-i", path], check=True)


def write_bell(c):
    """Lanes: e1 and e2 of each feature."""
    lanes = c.transpose(1, 0, 2).reshape(12, -1)
    write("BellTable", {"BellTable": [
        swift.polynomial(bell.POLYNOMIALS, lanes[:8], "smooth"),
        swift.polynomial(bell.POLYNOMIALS, lanes[8:], "narrow")]})


def write_lowpass(c):
    """Lanes: both coefficients, then the terms of each that are multiplied by the fade."""
    poles = [swift.polynomial(lowpass.POLYNOMIALS, c[[0, 2, 1, 3]], "poles")]
    functions = [swift.polynomial(lowpass.POLYNOMIALS, c[lowpass.LAYOUT.slices[1, 0]], "single")]
    shares = [k for k, (_, j) in enumerate(lowpass.POLYNOMIALS.terms) if j <= 1]
    for (count, index), own in list(lowpass.LAYOUT.slices.items())[1:]:
        lanes = c[own] if index == count - 1 else np.concatenate([c[own], np.zeros_like(c[own])])
        functions.append(swift.polynomial(lowpass.SHARES, lanes[:, shares], f"section{index}of{count}"))
    write("LowpassTables", {"LowpassPoleTable": poles, "LowpassZeroTable": functions})


def write_interpolator():
    """Lanes: the taps, oldest first."""
    functions = []
    for name, whole in [("sixTaps", 2), ("sevenTaps", 3), ("eightTaps", 4)]:
        error, coefficients = interpolator.fit(whole)
        print(f"interpolator for delays from {whole} frames: greatest error {error:.3g} at the highest weight")
        functions.append(swift.halves("Correction", ["constant", "linear", "square"], coefficients, name))
    write("FractionalDelay", {"FractionalDelay": functions}, "Kit/LV2DSP/Delay")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["bell", "lowpass", "interpolator"]
    if "bell" in wanted:
        write_bell(bell.fit())
    if "lowpass" in wanted:
        write_lowpass(lowpass.fit())
    if "interpolator" in wanted:
        write_interpolator()
