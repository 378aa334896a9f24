"""Fits the weights of the comb's fractional delay.

For the fractional part f of the delay, a tap m frames behind its integer part has the weight

    base_m + f(1 - f)(c0_m + c1_m g + c2_m g²)        g = f - 1/2

where base interpolates linearly between m = 0 and m = 1, so integer delays are exact. A linear program finds the c that
minimize the greatest error of the response, in its real and its imaginary part, up to 5 kHz at 44.1 kHz. The error may be
twenty times as large from there to 10 kHz, which is more than half of the tolerance of a peak in a loop of 99 %. The
magnitude must not exceed one at any frequency.
"""

import numpy as np
from scipy.optimize import linprog

TAPS = 8
RATE, LOW, HIGH = 44100, 5000, 10000
DIRECTIONS = np.exp(1j * np.pi * np.arange(64) / 32)


def distances(whole):
    """Returns m of each tap, oldest first, without the taps that would need future samples at this integer delay."""
    m = TAPS // 2 - np.arange(TAPS)
    return m[whole + m >= 1]


def response(w, f, m):
    """Returns the response relative to the ideal delay: the fixed part, and the part of each coefficient."""
    g, share = f - 0.5, f * (1 - f)
    taps = np.exp(-1j * np.outer(w, m - f))
    base = (1 - f) * np.exp(1j * w * f) + f * np.exp(-1j * w * (1 - f))
    return base, np.hstack([share * g**power * taps for power in range(3)])


def allowances(whole, f):
    """Returns frequencies in radians a frame and the relative tolerance at each of them.

    Below four frames there are too few taps for a small error everywhere. With negative feedback the comb then has at most
    one peak up to 10 kHz, at half the inverse of the delay, which has the smallest tolerance.
    """
    w = 2 * np.pi / RATE * np.concatenate([np.linspace(1, LOW, 40), np.linspace(LOW, HIGH, 40)])
    allowed = np.repeat([1.0, 20.0], 40)
    if whole >= TAPS // 2:
        return w, allowed
    return np.append(w, np.pi / (whole + f)), np.append(np.repeat([10.0, 30.0], 40), 1.0)


FRACTIONS = np.linspace(0, 1, 33)[1:-1]


def constraints(whole, m):
    """Returns the rows of the linear program for the coefficients and for the errors of `FRACTIONS`, and the limits."""
    rows, errors, limits = [], [], []
    for index, f in enumerate(FRACTIONS):
        w, allowed = allowances(whole, f)
        base, taps = response(w, f, m)
        for part, ideal in [(taps.real, 1 - base.real), (taps.imag, -base.imag)]:
            for sign in [1, -1]:
                rows.append(sign * part)
                limits.append(sign * ideal)
                errors.append(np.outer(-1e-4 * allowed, np.arange(len(FRACTIONS)) == index))
        base, taps = response(np.linspace(2 * np.pi * HIGH / RATE, np.pi, 40), f, m)
        for direction in DIRECTIONS:
            rows.append((taps * direction).real)
            limits.append(1 - (base * direction).real)
            errors.append(np.zeros((40, len(FRACTIONS))))
    return np.vstack(rows), np.vstack(errors), np.concatenate(limits)


def fit(whole):
    """Returns the greatest error at tolerance 1 and the coefficients: a row for each power of g, a column for each tap.

    The objective is the sum of the errors of all fractions plus their number times the greatest of these errors.
    """
    m = distances(whole)
    count, fractions = 3 * len(m), len(FRACTIONS)
    rows, errors, limits = constraints(whole, m)
    scale = np.abs(rows).max(0)
    bounded = np.hstack([np.zeros((fractions, count)), np.eye(fractions), -np.ones((fractions, 1))])
    # The coefficients of each power of g sum to 0, so the gain at 0 Hz is 1.
    sums = np.hstack([np.kron(np.eye(3), np.ones(len(m))) / scale, np.zeros((3, fractions + 1))])
    result = linprog(
        np.concatenate([np.zeros(count), np.ones(fractions), [fractions]]),
        A_ub=np.vstack([np.hstack([rows / scale, errors, np.zeros((len(rows), 1))]), bounded]),
        b_ub=np.append(limits, np.zeros(fractions)), A_eq=sums, b_eq=np.zeros(3),
        bounds=[(None, None)] * count + [(0, None)] * (fractions + 1), method="highs")
    coefficients = np.zeros((3, TAPS))
    coefficients[:, : len(m)] = (result.x[:count] / scale).reshape(3, -1)
    if whole >= TAPS // 2:
        # The mirror image of a solution is a solution too; their mean is symmetric.
        coefficients = (coefficients + [[1], [-1], [1]] * coefficients[:, ::-1]) / 2
    return 1e-4 * result.x[-1], coefficients
