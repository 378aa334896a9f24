"""Fits the weights with which the comb reads its line between the samples.

A tap that stands m frames behind the whole part of the delay has the weight

    base_m + f(1 - f)(c0_m + c1_m g + c2_m g²)        g = f - 1/2

for the fraction f; base is the straight line between m = 0 and m = 1, so that whole delays are exact. A linear
programme finds the c that make the greatest error least: of the response against the ideal delay's, in both its parts,
up to 5 kHz at 44.1 kHz, with twenty times as much allowed from there to 10 kHz: more than half of what a tooth may err
there in a loop of 99 %; and nowhere may the magnitude exceed one.
"""

import numpy as np
from scipy.optimize import linprog

TAPS = 8
RATE, LOW, HIGH = 44100, 5000, 10000
DIRECTIONS = np.exp(1j * np.pi * np.arange(64) / 32)


def distances(whole):
    """m of each tap, the oldest first, without those that a loop of this whole delay cannot know yet."""
    m = TAPS // 2 - np.arange(TAPS)
    return m[whole + m >= 1]


def response(w, f, m):
    """Of the taps, relative to the ideal delay's: the part that is fixed, and what each coefficient adds."""
    g, share = f - 0.5, f * (1 - f)
    taps = np.exp(-1j * np.outer(w, m - f))
    base = (1 - f) * np.exp(1j * w * f) + f * np.exp(-1j * w * (1 - f))
    return base, np.hstack([share * g**power * taps for power in range(3)])


def allowances(whole, f):
    """Frequencies, in radians a frame, and how much the error may be at each, relative to each other.

    Below four frames the comb has one tooth at most up to 10 kHz, half way to the inverse of the delay, where the
    feedback is negative: it counts most, for the taps are too few to be exact everywhere.
    """
    w = 2 * np.pi / RATE * np.concatenate([np.linspace(1, LOW, 40), np.linspace(LOW, HIGH, 40)])
    allowed = np.repeat([1.0, 20.0], 40)
    if whole >= TAPS // 2:
        return w, allowed
    return np.append(w, np.pi / (whole + f)), np.append(np.repeat([10.0, 30.0], 40), 1.0)


FRACTIONS = np.linspace(0, 1, 33)[1:-1]


def constraints(whole, m):
    """Rows and limits of the linear programme: of the coefficients, and of the error at each of `FRACTIONS`."""
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
    """The greatest error where 1 is allowed, and the coefficients, a row for each power of g and a column a tap.

    The greatest error of all fractions counts as much as the sum of those of each.
    """
    m = distances(whole)
    count, fractions = 3 * len(m), len(FRACTIONS)
    rows, errors, limits = constraints(whole, m)
    scale = np.abs(rows).max(0)
    bounded = np.hstack([np.zeros((fractions, count)), np.eye(fractions), -np.ones((fractions, 1))])
    # What each power of g adds to a constant signal is nothing.
    sums = np.hstack([np.kron(np.eye(3), np.ones(len(m))) / scale, np.zeros((3, fractions + 1))])
    result = linprog(
        np.concatenate([np.zeros(count), np.ones(fractions), [fractions]]),
        A_ub=np.vstack([np.hstack([rows / scale, errors, np.zeros((len(rows), 1))]), bounded]),
        b_ub=np.append(limits, np.zeros(fractions)), A_eq=sums, b_eq=np.zeros(3),
        bounds=[(None, None)] * count + [(0, None)] * (fractions + 1), method="highs")
    coefficients = np.zeros((3, TAPS))
    coefficients[:, : len(m)] = (result.x[:count] / scale).reshape(3, -1)
    if whole >= TAPS // 2:
        # The mean of a solution and its mirror image, which is one as well.
        coefficients = (coefficients + [[1], [-1], [1]] * coefficients[:, ::-1]) / 2
    return 1e-4 * result.x[-1], coefficients
