#!/usr/bin/env python3
"""Computes the smallest possible error of any biquad that approximates a bell from 20 Hz to 20 kHz at 44.1 kHz.

There are five free parameters: both quadratics in tan²(w/2) and the gain, so the response at 0 Hz may differ too. Linear
programs within a trust region minimize the greatest error in decibels. The problem is quasi-convex, so a local optimum is
the global one. Requires python3-numpy and python3-scipy; takes a minute.
"""

import numpy as np
from scipy.optimize import linprog

from band import DECIBEL, edge_of, probes


def floor(frequency, quality, gain, rate=44100):
    edge = edge_of(rate)
    w0 = 2 * np.pi * frequency / rate
    w = np.unique(np.concatenate([probes(rate, w0, 150, np.linspace(0, 2.5, 60)), np.linspace(0.002, 0.04, 20) * edge]))
    x, u = (w / w0) ** 2, (np.tan(w / 2) / np.tan(w0 / 2)) ** 2
    amplitude = 10 ** (gain / 40)
    zero, pole = (amplitude / quality) ** 2, 1 / (amplitude * quality) ** 2
    target = DECIBEL * np.log(((1 - x) ** 2 + zero * x) / ((1 - x) ** 2 + pole * x))
    slope = 0.45 * np.tan(w0 / 2) ** 2
    p = np.array([zero / (1 + slope) - 2, 1 + zero * slope / (1 + slope),
                  pole / (1 + slope) - 2, 1 + pole * slope / (1 + slope), 0.0])
    powers = np.stack([u, u * u], 1)

    def error(p):
        n, d = 1 + powers @ p[:2], 1 + powers @ p[2:4]
        return None if min(n.min(), d.min()) <= 0 else (DECIBEL * (np.log(n / d) + p[4]) - target, n, d)

    (e, n, d), trust = error(p), 1.0
    while trust > 1e-6:
        jacobian = DECIBEL * np.hstack([powers / n[:, None], -powers / d[:, None], np.ones((len(w), 1))])
        scale = np.abs(jacobian).max(0)
        j, one = jacobian / scale, np.ones((len(w), 1))
        step = linprog([0, 0, 0, 0, 0, 1], A_ub=np.block([[j, -one], [-j, -one]]), b_ub=np.concatenate([-e, e]),
                       bounds=[(-trust, trust)] * 5 + [(0, None)])
        trial = p + step.x[:5] / scale if step.status == 0 else p
        result = error(trial)
        if result is not None and np.abs(result[0]).max() < np.abs(e).max() - 1e-7:
            p, (e, n, d), trust = trial, result, min(2 * trust, 50)
        else:
            trust /= 4
    return np.abs(e).max()


if __name__ == "__main__":
    for gain in (12, 18, 20, 22, 24, 50):
        worst = max((floor(f, q, gain), f, q) for f in (4000, 6000, 8000, 10000, 12000, 14000, 16000, 18000)
                    for q in (0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5))
        print(f"{gain} dB: no biquad has a smaller error than {worst[0]:.3f} dB at {worst[1]} Hz, Q {worst[2]}")
