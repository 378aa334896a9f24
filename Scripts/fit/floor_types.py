#!/usr/bin/env python3
"""Computes the smallest possible error of any biquad that approximates another type of the parametric EQ at 44.1 kHz.

As in floor.py, both quadratics in tan²(w/2) and the gain are free, and linear programs minimize the greatest error in decibels from
20 Hz to 20 kHz. A bandpass and a highpass keep their zeros at 0 Hz, a notch its zeros at the frequency, and a shelf its gain at 0 Hz. Requires python3-numpy and
python3-scipy; takes two minutes.
"""

import sys

import numpy as np
from scipy.optimize import linprog

from band import DECIBEL, edge_of, probes


def prototype(kind, quality, gain):
    """The numerator and the denominator of the squared magnitude, as polynomials in (w/w0)²."""
    damping, a = 1 / quality ** 2, 10 ** (gain / 40)
    quadratic = lambda square: np.array([1, (damping - 2) * square, square * square])
    if kind == "low shelf":
        return a ** 4 * quadratic(1 / a), quadratic(a)
    if kind == "high shelf":
        return quadratic(a), quadratic(1 / a)
    if kind == "bandpass":
        return np.array([0, damping, 0]), quadratic(1)
    if kind == "notch":
        return np.array([1.0, -2, 1]), quadratic(1)
    return np.array([0, 0, 1.0]), quadratic(1)


def start(polynomial, slope):
    """A polynomial in u = tan²(w/2)/tan²(w0/2) that is close to one in (w/w0)² = u(1 + slope)/(1 + slope u)."""
    p, s = polynomial, slope
    return np.array([p[0], 2 * s * p[0] + (1 + s) * p[1], s * s * p[0] + s * (1 + s) * p[1] + (1 + s) ** 2 * p[2]])


def floor(kind, frequency, quality, gain=0.0, rate=44100):
    """The smallest greatest error in decibels."""
    w0 = 2 * np.pi * frequency / rate
    w = np.unique(np.concatenate(
        [probes(rate, w0, 150, np.linspace(0, 2.5, 60)), np.linspace(0.002, 0.04, 20) * edge_of(rate)]))
    w = w[w >= 2 * np.pi * 20 / rate]
    x, u = (w / w0) ** 2, (np.tan(w / 2) / np.tan(w0 / 2)) ** 2
    powers = np.stack([np.ones_like(u), u, u * u], 1)
    numerator, denominator = prototype(kind, quality, gain)
    magnitude = lambda polynomial: polynomial[0] + x * (polynomial[1] + x * polynomial[2])
    # A notch has no level at its frequency, which is left out below.
    target = DECIBEL * np.log(np.maximum(magnitude(numerator), 1e-300) / magnitude(denominator))
    slope = max(4 * np.tan(w0 / 2) ** 2 / w0 ** 2 - 1, 0)
    # The zeros of a highpass and a notch are fixed, so only their gain is free.
    free = [] if kind in ("highpass", "notch") else [1, 2]
    n, d = start(numerator, slope), start(denominator, slope)
    if kind == "notch":
        n = numerator
        w, x, u, powers, target = (values[np.abs(x - 1) > 1e-4] for values in (w, x, u, powers, target))
    size = len(free)

    def values(n, d):
        return powers @ n, powers @ d

    def error(n, d):
        a, b = values(n, d)
        return None if min(a.min(), b.min()) <= 0 else DECIBEL * np.log(a / b) - target

    best, trust = error(n, d), 1.0
    while trust > 1e-6:
        a, b = values(n, d)
        columns = [powers[:, i] / a for i in free] + [-powers[:, 1] / b, -powers[:, 2] / b]
        if not free:
            columns.append(np.ones_like(u))
        jacobian = DECIBEL * np.stack(columns, 1)
        scale = np.abs(jacobian).max(0)
        j, one = jacobian / scale, np.ones((len(w), 1))
        step = linprog([0] * j.shape[1] + [1], A_ub=np.block([[j, -one], [-j, -one]]), b_ub=np.concatenate([-best, best]),
                       bounds=[(-trust, trust)] * j.shape[1] + [(0, None)])
        trial_n, trial_d, result = n.copy(), d.copy(), None
        if step.status == 0:
            change = step.x[:-1] / scale
            trial_n[free] += change[:size]
            trial_d[1:] += change[size:size + 2]
            if not free:
                trial_n = n * np.exp(change[2])
            result = error(trial_n, trial_d)
        if result is not None and np.abs(result).max() < np.abs(best).max() - 1e-7:
            n, d, best, trust = trial_n, trial_d, result, min(2 * trust, 50)
        else:
            trust /= 4
    return np.abs(best).max()


def main():
    frequencies = [1000, 2000, 4000, 8000, 12000, 16000]
    qualities = [0.3, 0.5, 0.7071, 1, 2, 5]
    print("| type | frequency |" + "".join(f" Q {q:g} |" for q in qualities))
    print("|---|---|" + "--:|" * len(qualities))
    for kind in sys.argv[1:] or ["low shelf", "high shelf", "highpass", "notch", "bandpass"]:
        gains = [-18, 18] if "shelf" in kind else [0]
        for frequency in frequencies:
            row = [max(floor(kind, frequency, q, g) for g in gains) for q in qualities]
            print(f"| {kind} | {frequency / 1000:g} kHz |" + "".join(f" {value:.2f} |" for value in row), flush=True)


if __name__ == "__main__":
    main()
