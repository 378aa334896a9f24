"""The fit of the lowpass; LowpassTables.swift evaluates the result."""

import numpy as np

from band import DECIBEL, Polynomials, edge_of, offset_of, points, probes
from minimax import minimize

# How fast the dependence on q fades with q²: it is halved at q² = 4.
BEND = 0.25
POLYNOMIALS = Polynomials([4, 4, 3, 2, 1, 1, 1])
SHARES = Polynomials([1] * 7)
STEEPEST = 4
SECTIONS = [(count, index) for count in range(1, STEEPEST + 1) for index in range(count)]
# Sample rates and their tolerances, relative to that at 44.1 kHz.
RATES = {46000: 0.85, 50000: 0.65, 58000: 0.36, 70000: 0.13, 88200: 0.025, 130000: 0.02, 192000: 0.02, 300000: 0.02,
         768000: 0.02}
# The same for the shares of two to four sections, which are 0 from 88.2 kHz.
SHARED_RATES = {45000: 0.97, 46500: 0.9, 48000: 0.85, 51000: 0.85, 57000: 0.7, 66000: 0.5, 78000: 0.3}
FADED = 88200
# The smallest and the largest Q.
QUALITIES = (0.1, 25)
# Probes around w0.
NEAR = (0, 0.03, 0.1, 0.25, 0.5, 0.9, 1.6)
# The inequality of the sections' shares of the zeros at the start, the best of several tried values.
SPREAD = {2: -0.1, 3: 0.1, 4: 0.1}
# The lower limits of the first and the second coefficient of the zeros.
LOWEST = (0.2, 0.025)


def dampings(sections, quality):
    """1/Q of the sections, lowest Q first: the factors of a Butterworth polynomial; the last one has the resonance."""
    q = [2 * np.cos(np.pi * (2 * k + 1) / (4 * sections)) for k in range(sections)]
    return q[:-1] + [q[-1] / (np.sqrt(2) * quality)]


def fade_of(q):
    return 1 / (1 + BEND * q**2)


class Layout:
    """The order of the variables: four polynomials for the poles, two for the zeros of each section, four if it resonates."""

    def __init__(self, terms):
        self.terms = terms
        self.slices, at = {}, 4
        for count, index in SECTIONS:
            width = 4 if index == count - 1 else 2
            self.slices[count, index] = slice(at, at + width)
            at += width
        self.count = at

    def marked(self, sections):
        """Marks the polynomials of a filter with this many sections. The poles belong to the filter with one section."""
        marks = np.full(self.count, False)
        for index in range(sections):
            marks[self.slices[sections, index]] = True
        marks[:4] = sections == 1
        return marks


LAYOUT = Layout(POLYNOMIALS.terms)


def blend_of(rate):
    """The weight of the shares of two to four sections."""
    return max(0, 1 - offset_of(rate) / offset_of(FADED)) ** 2


def zeros(c, sections, index, values, blend, fade):
    """The coefficients of a section's zeros: those of a single section plus its share of the correction."""
    own = values @ c[LAYOUT.slices[1, 0]].T
    if sections > 1:
        share = values @ c[LAYOUT.slices[sections, index]].T
        own[:, :share.shape[1]] += blend * share
    return (own[:, :2] + own[:, 2:] * fade[:, None]).T


class Block:
    """The response with one number of sections at one rate."""

    def __init__(self, rate, sections, tolerance, design_count, probe_count):
        qualities = np.concatenate([[QUALITIES[0], 0.17], np.geomspace(0.3, 10, 8), [QUALITIES[1]]])
        limits = np.where((qualities > 0.29) & (qualities < 10.1), 0.15, 0.38)
        rows = []
        for w0 in points(rate, design_count):
            w = probes(rate, w0, probe_count, NEAR)
            for quality, limit in zip(qualities, limits):
                rows.append(np.stack([w, *(np.full_like(w, v) for v in (w0, quality, limit))]))
        w, w0, quality, limit = np.concatenate(rows, 1)
        self.sections = sections
        self.inner = limit < 0.2
        x = (w / w0) ** 2
        self.t = np.tan(w / 2) ** 2
        self.u = self.t / np.tan(w0 / 2) ** 2
        self.tolerance = tolerance * limit
        self.square = (w0 / np.pi) ** 2
        self.spread = (w0 / np.sin(w0)) ** 2
        self.q = [q + 0 * w for q in dampings(sections, quality)]
        self.target = -DECIBEL * sum(np.log((1 - x) ** 2 + q**2 * x) for q in self.q)
        self.values = POLYNOMIALS.values(self.square, offset_of(rate))
        self.blend = blend_of(rate)

    def factors(self, x):
        """Returns the numerator, the denominator and the coefficients of the zeros of each section."""
        c = x.reshape(LAYOUT.count, -1)
        poles = self.values @ c[:4].T
        result = []
        for index, q in enumerate(self.q):
            fade = fade_of(q)
            e1, e2 = poles[:, 0] + poles[:, 1] * fade, (poles[:, 2] + poles[:, 3] * fade) * self.square
            d = (1 - self.u) ** 2 + q**2 * self.spread * self.u * (e1 + e2 * self.u)
            first, second = zeros(c, self.sections, index, self.values, self.blend, fade)
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
            weight = self.blend if self.sections > 1 else 1
            a, b = 2 * weight * unit * t * first / n, 2 * weight * unit * t * (second * t - 1) / n
            own = LAYOUT.slices[self.sections, index].start
            for k, weight in enumerate((a, b, a * fade, b * fade) if index == self.sections - 1 else (a, b)):
                result[:, own + k] += weight[:, None] * values
        return result.reshape(len(rows), LAYOUT.count * values.shape[1])

    def report(self, rate, x):
        worst = np.abs(self.errors(x)[0] * self.tolerance)
        print(f"  {rate} Hz, {12 * self.sections} dB/octave: Q 0.3 to 10 {worst[self.inner].max():.4f}, "
              f"0.1 to 25 {worst[~self.inner].max():.4f}", flush=True)


class Limits:
    """Keeps the zeros inside the unit circle at one rate: it adds no error, but rejects steps beyond the limits."""

    def __init__(self, rate, sections):
        square = (np.linspace(0, 1, 25) * edge_of(rate) / np.pi) ** 2
        self.values = POLYNOMIALS.values(square, offset_of(rate))
        self.blend = blend_of(rate)
        self.sections = sections
        # The coefficients are linear in the fade, so its limits suffice.
        self.fades = [fade_of(np.array(ends)) for ends in zip(*(dampings(sections, q) for q in QUALITIES))]

    def errors(self, x):
        c = x.reshape(LAYOUT.count, -1)
        for index, fades in enumerate(self.fades):
            for fade in fades:
                coefficients = zeros(c, self.sections, index, self.values, self.blend, np.full(len(self.values), fade))
                if any(a.min() < low for a, low in zip(coefficients, LOWEST)):
                    return None
        return np.zeros(1), None

    def jacobian(self, state, rows, terms):
        return np.zeros((len(rows), LAYOUT.count * int(terms.sum())))


def start():
    """The starting point: the Möbius map tan²(w/2) -> w² for the poles, and its square for the zeros, in unequal shares."""
    x = np.zeros((LAYOUT.count, len(POLYNOMIALS.terms)))
    flat = [k for k, (_, j) in enumerate(POLYNOMIALS.terms) if j == 0]
    square = np.linspace(0, 1, 60) * (edge_of(44100) / np.pi) ** 2
    t = 0.5 * np.tan(np.pi / 2 * np.sqrt(square)) ** 2
    powers = np.stack([square**i for i in range(len(flat))], 1)
    x[0, flat] = np.linalg.lstsq(powers, 1 / (1 + t), rcond=1e-8)[0]
    x[2, flat] = np.linalg.lstsq(powers * square[:, None], t / (1 + t), rcond=1e-8)[0]
    x[4, flat[:2]] = np.array([2, -0.35]) * np.sqrt(0.5)
    x[5, flat[:2]] = np.array([1, -0.8]) * 0.5
    for count, index in SECTIONS[1:]:
        x[LAYOUT.slices[count, index].start, flat[0]] = SPREAD[count] * (index - (count - 1) / 2)
    return x.ravel()


def fit():
    """Fits the terms for 44.1 kHz, then, with these fixed, the dependence on the sample rate.

    Each step fits the poles and the zeros of a single section, then, with the poles fixed, the zeros of two, three and
    four sections. At 44.1 kHz a last step fits everything together: the error of four sections would be a third larger
    with the poles of a single section.
    """
    x = start()
    base = POLYNOMIALS.at_widest
    print("lowpass, 44.1 kHz", flush=True)
    blocks = [Block(44100, sections, 1, 28, 20) for sections in range(1, STEEPEST + 1)]
    limits = [Limits(44100, sections) for sections in range(1, STEEPEST + 1)]
    for block, limit in zip(blocks, limits):
        x = minimize([block, limit], x, LAYOUT.marked(block.sections), base, (2, 4, 8, 16, 32, 64), steps=60)
        block.report(44100, x)
    x = minimize([*blocks, *limits], x, np.full(LAYOUT.count, True), base, (4, 8, 16, 32, 64, 128), steps=60)
    for block in blocks:
        block.report(44100, x)
    print("lowpass, other rates", flush=True)
    for sections in range(1, STEEPEST + 1):
        rates = RATES if sections == 1 else SHARED_RATES
        terms = ~base if sections == 1 else np.array([j == 1 for _, j in POLYNOMIALS.terms])
        blocks = [Block(rate, sections, tolerance, 14 if sections == 1 else 24, 10) for rate, tolerance in rates.items()]
        limits = [Limits(rate, sections) for rate in rates]
        x = minimize([*blocks, *limits], x, LAYOUT.marked(sections), terms, (2, 4, 8, 16, 32), steps=40)
        for rate, block in zip(rates, blocks):
            block.report(rate, x)
    for rate in (FADED, 130000, 192000, 768000):
        for sections in range(2, STEEPEST + 1):
            Block(rate, sections, 1, 14, 10).report(rate, x)
    return x.reshape(LAYOUT.count, -1)

