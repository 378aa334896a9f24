"""The frequency band and the polynomials that the filter designs evaluate: the counterpart of MatchedBand.swift."""

import numpy as np

DECIBEL = 10 / np.log(10)  # of a ratio of magnitudes squared
WIDEST = 20000 / 22050


def edge_of(rate):
    """The upper edge of the band, in radians a frame."""
    return np.pi * min(WIDEST, 40000 / rate)


def offset_of(rate):
    return np.sin(edge_of(rate) / 2) ** 2 - np.sin(np.pi * WIDEST / 2) ** 2


def points(rate, count):
    """Design frequencies in radians a frame: `count` up to the edge, denser towards it, and four far below."""
    upper = 0.1 + 0.9 * np.sin(np.pi / 2 * np.linspace(0, 1, count))
    return edge_of(rate) * np.concatenate([[0.001, 0.004, 0.015, 0.05], upper])


def probes(rate, w0, count, near):
    """Frequencies at which the error is computed: `count` even steps up to the edge, and w0 times exp(±near)."""
    edge = edge_of(rate)
    near = np.array(near)
    around = w0 * np.exp(np.concatenate([-near[:0:-1], near]))
    return np.unique(np.concatenate([np.linspace(0.04, 1, count) * edge, around[around < edge], [edge]]))


class Polynomials:
    """Polynomials in square = (w0/π)² whose coefficients are polynomials in the band's offset.

    `powers[i]` is the highest power of the offset that multiplies square^i.
    """

    def __init__(self, powers):
        self.powers = powers
        self.terms = [(i, j) for i, top in enumerate(powers) for j in range(top + 1)]

    def values(self, square, offset):
        return np.stack([square**i * offset**j for i, j in self.terms], 1)

    @property
    def at_widest(self):
        """Marks the terms that are not 0 at 44.1 kHz, where the offset is 0."""
        return np.array([j == 0 for _, j in self.terms])
