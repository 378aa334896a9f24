"""The fit of the bell; BellTable.swift evaluates the result."""

import numpy as np

from band import DECIBEL, Polynomials, edge_of, offset_of, points, probes
from minimax import minimize

# How fast the features fade with q² (wide, narrow) and with Q² (gentle, sharp), from a search at 8 to 18.4 kHz.
WIDE, NARROW, GENTLE, SHARP = 0.264, 130.0, 0.122, 1.131
POLYNOMIALS = Polynomials([4, 4, 4, 3, 3, 2, 2])
# Gain in decibels: lowest Q, highest Q, number of Qs, tolerance at 44.1 kHz in decibels.
GAINS = {12: (0.3, 10, 8, 0.15), 18: (0.3, 10, 8, 0.2), 24: (0.3, 10, 10, 0.25), 36: (0.1, 25, 9, 0.4), 50: (0.1, 25, 12, 0.46)}
# Probes around w0, close enough for the narrowest bell.
NEAR = (0, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.7, 1.1, 1.6)
# Sample rates and their tolerances, relative to that at 44.1 kHz.
RATES = {46000: 0.8, 48000: 0.6, 52000: 0.4, 58000: 0.24, 66000: 0.12, 76000: 0.06, 88200: 0.032, 96000: 0.028,
         128000: 0.025, 192000: 0.025, 384000: 0.025, 768000: 0.025}


def features(q, quality):
    """The factors of the six polynomials of e1, and of those of e2."""
    gentle, sharp = 1 / (1 + GENTLE * quality**2), 1 / (1 + SHARP * quality**2)
    narrow = 1 / (1 + NARROW * q**2)
    return np.stack([np.ones_like(q), gentle, sharp, 1 / (1 + WIDE * q**2), narrow, narrow * gentle], 1)


class Block:
    def __init__(self, rate, tolerance, design_count, probe_count):
        rows = []
        for w0 in points(rate, design_count):
            w = probes(rate, w0, probe_count, NEAR)
            for gain, (low, high, count, limit) in GAINS.items():
                for quality in np.geomspace(low, high, count):
                    rows.append(np.stack([w, *(np.full_like(w, v) for v in (w0, quality, 10 ** (gain / 40), limit))]))
        w, w0, quality, amplitude, limit = np.concatenate(rows, 1)
        self.gain = np.rint(40 * np.log10(amplitude))
        x = (w / w0) ** 2
        self.u = (np.tan(w / 2) / np.tan(w0 / 2)) ** 2
        self.tolerance = tolerance * limit
        square = (w0 / np.pi) ** 2
        spread = (w0 / np.sin(w0)) ** 2
        self.squares, self.features, ideal = [], [], []
        for q in (amplitude / quality, 1 / (amplitude * quality)):
            self.squares.append(q**2 * spread)
            self.features.append(features(q, quality))
            ideal.append((1 - x) ** 2 + q**2 * x)
        self.target = DECIBEL * np.log(ideal[0] / ideal[1])
        self.first = POLYNOMIALS.values(square, offset_of(rate))
        self.second = self.first * square[:, None]

    def factors(self, x):
        first, second = x.reshape(2, 6, -1)
        a, b = self.first @ first.T, self.second @ second.T
        return [(1 - self.u) ** 2 + s * self.u * ((a * f).sum(1) + (b * f).sum(1) * self.u)
                for s, f in zip(self.squares, self.features)]

    def errors(self, x):
        n, d = self.factors(x)
        if min(n.min(), d.min()) <= 0:
            return None
        return (DECIBEL * np.log(n / d) - self.target) / self.tolerance, (n, d)

    def jacobian(self, state, rows, terms):
        first, second = self.first[np.ix_(rows, terms)], self.second[np.ix_(rows, terms)]
        u = self.u[rows]
        n, d = (DECIBEL * s[rows] * u / f[rows] / self.tolerance[rows] for s, f in zip(self.squares, state))
        weights = n[:, None] * self.features[0][rows] - d[:, None] * self.features[1][rows]
        columns = [w[:, None] * first for w in weights.T]
        columns += [(w * u)[:, None] * second for w in weights.T]
        return np.hstack(columns)

    def report(self, rate, x):
        worst = np.abs(self.errors(x)[0] * self.tolerance)
        print(f"  {rate} Hz: " + ", ".join(f"{gain} dB {worst[self.gain == gain].max():.4f}" for gain in GAINS), flush=True)


def start(block):
    """The starting point: the Möbius map tan²(w/2) -> w², with e1 + e2 = 1 and a common slope."""
    x = np.zeros((2, 6, len(POLYNOMIALS.terms)))
    flat = [k for k, (_, j) in enumerate(POLYNOMIALS.terms) if j == 0]
    square = np.linspace(0, 1, 60) * WIDEST_SQUARE
    t = 0.5 * np.tan(np.pi / 2 * np.sqrt(square)) ** 2
    powers = np.stack([square**i for i in range(len(flat))], 1)
    x[0, 0, flat] = np.linalg.lstsq(powers, 1 / (1 + t), rcond=1e-8)[0]
    x[1, 0, flat] = np.linalg.lstsq(powers * square[:, None], t / (1 + t), rcond=1e-8)[0]
    return x.ravel()


WIDEST_SQUARE = (edge_of(44100) / np.pi) ** 2


def fit():
    """Fits the terms for 44.1 kHz, then, with these fixed, the dependence on the sample rate."""
    print("bell, 44.1 kHz")
    block = Block(44100, 1, 24, 36)
    x = start(block)
    base, all_twelve = POLYNOMIALS.at_widest, np.full(12, True)
    x = minimize([block], x, all_twelve, base, (2, 4, 8, 16, 32, 64, 128))
    block.report(44100, x)
    print("bell, other rates")
    blocks = [Block(rate, tolerance, 9, 14) for rate, tolerance in RATES.items()]
    x = minimize(blocks, x, all_twelve, ~base, (2, 4, 8, 16, 32, 64), steps=20)
    for rate, block in zip(RATES, blocks):
        block.report(rate, x)
    return x.reshape(2, 6, -1)
