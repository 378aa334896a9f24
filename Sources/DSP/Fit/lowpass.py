"""The fit of the lowpass: LowpassPoleTable.swift and LowpassZeroTable.swift."""

import numpy as np

from band import DECIBEL, Polynomials, edge_of, offset_of, points, probes
from minimax import minimise

# How fast the dependence on q fades with q²: q² at the half is 4.
BEND = 0.25
POLYNOMIALS = Polynomials([3, 3, 3, 1, 0, 0, 0])
STEEPEST = 4
SECTIONS = [(count, index) for count in range(1, STEEPEST + 1) for index in range(count)]
# Rates, and their tolerance as a part of that at 44.1 kHz.
RATES = {46000: 0.85, 50000: 0.7, 60000: 0.4, 88200: 0.08, 130000: 0.06, 300000: 0.06, 768000: 0.06}
# Probes around w0.
NEAR = (0, 0.03, 0.1, 0.25, 0.5, 0.9, 1.6)
# What the zeros' first and second coefficients must keep to: centre and half width.
FIRST, SECOND = (1.7, 1.5), (0.8, 0.77)


def dampings(sections):
    """1/Q of a Butterworth polynomial's factors, the lowest Q first."""
    return [2 * np.cos(np.pi * (2 * k + 1) / (4 * sections)) for k in range(sections)]


class Layout:
    """Which variables are whose: four polynomials for the poles; for the zeros of a section two, twice where it resonates."""

    def __init__(self, terms):
        self.terms = terms
        self.slices, at = {}, 4
        for count, index in SECTIONS:
            width = 4 if index == count - 1 else 2
            self.slices[count, index] = slice(at, at + width)
            at += width
        self.count = at


LAYOUT = Layout(POLYNOMIALS.terms)


def weights(q, resonant):
    """What a section's polynomials are multiplied by: first and second coefficient, twice where it resonates."""
    fade = 1 / (1 + BEND * q**2)
    return [1, fade] if resonant else [1]


class Block:
    """The levels of one steepness at one rate."""

    def __init__(self, rate, sections, tolerance, design_count, probe_count):
        qualities = np.concatenate([[0.1, 0.17], np.geomspace(0.3, 10, 8), [25.0]])
        bars = np.where((qualities > 0.29) & (qualities < 10.1), 0.15, 0.33)
        rows = []
        for w0 in points(rate, design_count):
            w = probes(rate, w0, probe_count, NEAR)
            for quality, bar in zip(qualities, bars):
                rows.append(np.stack([w, *(np.full_like(w, v) for v in (w0, quality, bar))]))
        w, w0, quality, bar = np.concatenate(rows, 1)
        self.sections = sections
        self.inner = bar < 0.2
        x = (w / w0) ** 2
        self.t = np.tan(w / 2) ** 2
        self.u = self.t / np.tan(w0 / 2) ** 2
        self.tolerance = tolerance * bar
        self.square = (w0 / np.pi) ** 2
        self.spread = (w0 / np.sin(w0)) ** 2
        q = dampings(sections)
        self.q = [np.full_like(w, v) for v in q[:-1]] + [q[-1] / (np.sqrt(2) * quality)]
        self.target = -DECIBEL * sum(np.log((1 - x) ** 2 + q**2 * x) for q in self.q)
        self.values = POLYNOMIALS.values(self.square, offset_of(rate))

    def factors(self, x):
        """For each section its numerator, its denominator, and the coefficients of its zeros."""
        c = x.reshape(LAYOUT.count, -1)
        poles = self.values @ c[:4].T
        result = []
        for index, q in enumerate(self.q):
            fade = 1 / (1 + BEND * q**2)
            e1, e2 = poles[:, 0] + poles[:, 1] * fade, (poles[:, 2] + poles[:, 3] * fade) * self.square
            d = (1 - self.u) ** 2 + q**2 * self.spread * self.u * (e1 + e2 * self.u)
            own = self.values @ c[LAYOUT.slices[self.sections, index]].T
            resonant = index == self.sections - 1
            first, second = (own[:, :2] + own[:, 2:] * fade[:, None]).T if resonant else own.T
            n = 1 + (first**2 - 2 * second) * self.t + (second * self.t) ** 2
            result.append((n, d, first, second, fade))
        return result

    def errors(self, x):
        factors = self.factors(x)
        if min(min(n.min(), d.min()) for n, d, *_ in factors) <= 0:
            return None
        level = DECIBEL * sum(np.log(n / d) for n, d, *_ in factors)
        return (level - self.target) / self.tolerance, factors

    def jacobian(self, state, rows, terms):
        values, u, t = self.values[np.ix_(rows, terms)], self.u[rows], self.t[rows]
        result = np.zeros((len(rows), LAYOUT.count, values.shape[1]))
        unit = DECIBEL / self.tolerance[rows]
        for index, factors in enumerate(state):
            n, d, first, second, fade = (f[rows] for f in factors)
            pole = -unit * self.q[index][rows] ** 2 * self.spread[rows] * u / d
            slope = pole * u * self.square[rows]
            for k, weight in enumerate((pole, pole * fade, slope, slope * fade)):
                result[:, k] += weight[:, None] * values
            a, b = 2 * unit * t * first / n, 2 * unit * t * (second * t - 1) / n
            own = LAYOUT.slices[self.sections, index].start
            for k, weight in enumerate((a, b, a * fade, b * fade) if index == self.sections - 1 else (a, b)):
                result[:, own + k] += weight[:, None] * values
        return result.reshape(len(rows), LAYOUT.count * values.shape[1])

    def report(self, rate, x):
        worst = np.abs(self.errors(x)[0] * self.tolerance)
        print(f"  {rate} Hz, {12 * self.sections} dB/octave: Q 0.3 to 10 {worst[self.inner].max():.4f}, "
              f"0.1 to 25 {worst[~self.inner].max():.4f}", flush=True)


class Bounds:
    """Keeps the zeros well inside the unit circle, at one rate: reaching a bound counts as reaching the tolerance."""

    def __init__(self, rate):
        square = (np.linspace(0, 1, 15) * edge_of(rate) / np.pi) ** 2
        self.values = POLYNOMIALS.values(square, offset_of(rate))

    def coefficients(self, x):
        c = x.reshape(LAYOUT.count, -1)
        for (count, index), own in LAYOUT.slices.items():
            for fade in (0, 0.5, 1) if index == count - 1 else (0,):
                for k, (centre, half) in enumerate((FIRST, SECOND)):
                    yield own, k, fade, centre, half, self.values @ (c[own][k] + (fade * c[own][k + 2] if fade else 0))

    def errors(self, x):
        return np.concatenate([(value - centre) / half for *_, centre, half, value in self.coefficients(x)]), x

    def jacobian(self, x, rows, terms):
        values = self.values[:, terms]
        blocks = []
        for own, k, fade, _, half, _ in self.coefficients(x):
            block = np.zeros((len(values), LAYOUT.count, values.shape[1]))
            block[:, own.start + k] = values / half
            if fade:
                block[:, own.start + k + 2] = fade * values / half
            blocks.append(block.reshape(len(values), -1))
        return np.concatenate(blocks)[rows]


def start():
    """The Möbius map tan²(w/2) -> w² for the poles, and its square for the zeros, in unequal shares."""
    x = np.zeros((LAYOUT.count, len(POLYNOMIALS.terms)))
    flat = [k for k, (_, j) in enumerate(POLYNOMIALS.terms) if j == 0]
    square = np.linspace(0, 1, 60) * (edge_of(44100) / np.pi) ** 2
    t = 0.5 * np.tan(np.pi / 2 * np.sqrt(square)) ** 2
    powers = np.stack([square**i for i in range(len(flat))], 1)
    x[0, flat] = np.linalg.lstsq(powers, 1 / (1 + t), rcond=1e-8)[0]
    x[2, flat] = np.linalg.lstsq(powers * square[:, None], t / (1 + t), rcond=1e-8)[0]
    for count, index in SECTIONS:
        share = 0.5 * (1 + 0.35 * (index - (count - 1) / 2))
        own = LAYOUT.slices[count, index].start
        x[own, flat[:2]] = np.array([2, -0.35]) * np.sqrt(share)
        x[own + 1, flat[:2]] = np.array([1, -0.8]) * share
    return x.ravel()


def fit():
    """At 44.1 kHz first; then the dependence on the rate, with that held."""
    print("lowpass, 44.1 kHz")
    levels = [Block(44100, sections, 1, 15, 24) for sections in range(1, STEEPEST + 1)]
    base = POLYNOMIALS.at_widest
    x = minimise([*levels, Bounds(44100)], start(), base, (2, 4, 8, 16, 32, 64), steps=40)
    for block in levels:
        block.report(44100, x)
    print("lowpass, other rates")
    levels = {(rate, sections): Block(rate, sections, tolerance, 6, 8)
              for rate, tolerance in RATES.items() for sections in range(1, STEEPEST + 1)}
    bounds = [Bounds(rate) for rate in RATES]
    # The tolerances at high rates come in by and by: the way to them is long.
    for part in (0.3, 0.65, 1):
        for (rate, _), block in levels.items():
            block.tolerance *= RATES[rate] ** (part - getattr(block, "part", 1))
            block.part = part
        powers = (2,) if part < 1 else (2, 4, 8, 16, 32)
        x = minimise([*levels.values(), *bounds], x, ~base, powers, steps=30)
    for (rate, _), block in levels.items():
        block.report(rate, x)
    return x.reshape(LAYOUT.count, -1)


if __name__ == "__main__":
    np.save("/tmp/fit/lpfinal.npy", fit())
