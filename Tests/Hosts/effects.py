"""The plug-ins under test, their settings and their formulas: those of all effects except the parametric EQ, the
tuned comb and the tone.

The formulas are independent of the project's code: they are written here from their published sources, so that a mistake
in the project cannot be repeated here.
"""

from dataclasses import dataclass, replace
from typing import Callable

import numpy as np


def bell(controls, frequency, rate):
    """Peaking EQ: R. Bristow-Johnson, Audio EQ Cookbook, the analog prototype
    H(s) = (s^2 + s A/Q + 1) / (s^2 + s/(A Q) + 1), A = 10^(dB/40), s = j f/f0, and the output gain."""
    s = 1j * frequency / controls["frequency"]
    amplitude = 10 ** (controls["gain"] / 40)
    q = controls["q"]
    output = 10 ** (controls["output_gain"] / 20)
    return output * (s * s + s * amplitude / q + 1) / (s * s + s / (amplitude * q) + 1)


def lowpass(controls, frequency, rate):
    """Butterworth lowpass of order slope/6: the product of 1/(s^2 + s/Q_k + 1), Q_k = 1/(2 sin((2k-1) pi/(2 order))).
    A second-order filter has one section with the Q of the control."""
    s = 1j * frequency / controls["cutoff"]
    order = controls["slope"] // 6
    angles = (2 * np.arange(order // 2) + 1) * np.pi / (2 * order)
    qualities = [controls["q"]] if order == 2 else 1 / (2 * np.sin(angles))
    response = decibels(controls["gain"]) * np.ones_like(s)
    for q in qualities:
        response = response / (s * s + s / q + 1)
    return response


def comb(controls, frequency, rate):
    """Comb with a delay of D frames: w[n] = x[n] + fb w[n-D]; out = gain ((1 - mix) x[n] + mix (w[n] + ff w[n-D]))."""
    turn = np.exp(-2j * np.pi * frequency * controls["delay"] / 1000)
    mix = controls["mix"] / 100
    wet = (1 + controls["feedforward"] / 100 * turn) / (1 - controls["feedback"] / 100 * turn)
    return decibels(controls["gain"]) * (1 - mix + mix * wet)


def decibels(level):
    """Returns the amplitude of a level in dB."""
    return 10 ** (level / 20)


@dataclass(frozen=True)
class Case:
    """A plug-in, its settings, and wrong settings that test the comparison itself."""

    name: str
    channels: int
    formula: Callable
    controls: dict  # symbol -> value of all control inputs except `enabled`, in the order of the ports
    others: tuple  # dicts of changed controls, which the check must distinguish from `controls`
    followed: float  # up to this part of the sample rate, the effect matches its formula within measure.FOLLOWED
    enabled: int = 1

    @property
    def effect(self):
        return self.name.rpartition("-")[0]

    @property
    def uri(self):
        return "urn:martlet:" + self.name

    @property
    def settings(self):
        """All control inputs in the order of the ports."""
        return self.controls | {"enabled": self.enabled}

    @property
    def wrong(self):
        """A description and a case for each wrong expectation."""
        named = [(", ".join(f"{k} {v}" for k, v in other.items()), other) for other in self.others]
        return [(text, replace(self, controls=self.controls | other)) for text, other in named] + [
            ("unprocessed", replace(self, formula=lambda controls, frequency, rate: np.ones_like(frequency)))
        ]

    def response(self, frequency, rate):
        """Returns the complex transfer function at `frequency`, an array in Hz."""
        return self.formula(self.controls, frequency, rate)


def cases(effect, formula, followed, mono, stereo, *others):
    """Returns the cases of the mono and the stereo plug-in of an effect, with different settings."""
    return [
        Case(f"{effect}-mono", 1, formula, mono, others, followed),
        Case(f"{effect}-stereo", 2, formula, stereo, others, followed),
    ]


# Delays are integer numbers of frames at 22 050 and at 48 000 Hz, so the effect does not interpolate. Damping is at its
# maximum, where it is off. The output stays below full scale, where some hosts clip.
CASES = [
    *cases(
        "peaking-eq", bell, 0.45,
        {"frequency": 1000, "gain": 12, "q": 2, "output_gain": -3},
        {"frequency": 300, "gain": -9, "q": 0.7, "output_gain": 2},
        {"gain": 10}, {"frequency": 500}, {"q": 5}, {"output_gain": 0},
    ),
    *cases(
        "lowpass", lowpass, 0.3,
        {"cutoff": 3000, "q": 1.5, "slope": 12, "gain": 0},
        {"cutoff": 8000, "q": 0.7071, "slope": 24, "gain": -6},
        {"cutoff": 2000}, {"slope": 36}, {"gain": -3},
    ),
    *cases(
        "comb", comb, 0.35,
        {"delay": 5, "feedback": 60, "feedforward": 0, "damping": 20_000, "mix": 80, "gain": -6},
        {"delay": 20, "feedback": -50, "feedforward": 30, "damping": 20_000, "mix": 60, "gain": 3},
        {"delay": 10}, {"feedback": 40}, {"feedforward": -30}, {"mix": 100}, {"gain": 0},
    ),
]

# The number of plug-ins in the bundle: also the parametric EQ and the tuned comb, mono and stereo, the parametric EQ with a sidechain,
# and the tone.
PLUGIN_COUNT = len(CASES) + 6

# The ranges that a host must show: symbol -> minimum, maximum, default, logarithmic; in the order of the ports.
RANGES = {
    "peaking-eq": {
        "frequency": (20, 20_000, 100, True),
        "gain": (-50, 50, 0, False),
        "q": (0.1, 25, 1, True),
        "output_gain": (-24, 24, 0, False),
        "enabled": (0, 1, 1, False),
    },
    "lowpass": {
        "cutoff": (20, 20_000, 1_000, True),
        "q": (0.1, 25, 0.7071, True),
        "slope": (12, 48, 12, False),
        "gain": (-60, 24, 0, False),
        "enabled": (0, 1, 1, False),
    },
    "comb": {
        "delay": (0.05, 1_000, 10, True),
        "feedback": (-99, 99, 50, False),
        "feedforward": (-100, 100, 0, False),
        "damping": (200, 20_000, 20_000, True),
        "mix": (0, 100, 50, False),
        "gain": (-60, 24, 0, False),
        "enabled": (0, 1, 1, False),
    },
}

# Factory presets: the smallest number, and the documented names with the documented values.
PRESETS = {
    "peaking-eq": (6, {"Bass Boost": {"frequency": 100, "q": 1, "gain": 15, "output_gain": -9}}),
    "lowpass": (5, {}),
    "comb": (6, {"Metallic Ring": {}, "Light Delay": {}, "Wax Comb": {}}),
}
