"""Writes plots as SVG files to the folder MEASURE_PLOTS."""

import os
import re

import matplotlib
import numpy as np

matplotlib.use("svg")
# Equal figures give equal files: no random ids, no date.
matplotlib.rcParams.update({
    "svg.hashsalt": "martlet", "svg.fonttype": "none", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})

import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend)


def save(figure, name):
    folder = os.environ["MEASURE_PLOTS"]
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") + ".svg")
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    print(f"\nplot: {path}")


def costs(title, names, times, blocks):
    """Bar chart: nanoseconds a frame of each plug-in and block length."""
    figure, axes = plt.subplots(figsize=(6, 0.5 + 0.45 * len(names)))
    height = 0.8 / len(blocks)
    for i, block in enumerate(blocks):
        axes.barh([row + i * height for row in range(len(names))], times[:, i], height, label=f"{block} frames")
    axes.set_yticks([row + height for row in range(len(names))], names)
    axes.invert_yaxis()
    axes.set_xlabel("ns a frame")
    axes.set_title(title)
    axes.legend()
    save(figure, "cost " + title)


def instances(curves):
    """Line chart: the cost of a block of one instance against the number of instances."""
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for name, (counts, costs) in curves.items():
        axes.plot(counts, costs, marker=".", label=name)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("instances")
    axes.set_ylabel("ns a block of 64 frames, each")
    axes.legend()
    save(figure, "cost of instances")


def deviations(title, panels):
    """A panel for each setting: the deviation from the analog prototype over frequency, a line for each plug-in."""
    figure, axes = plt.subplots(2, len(panels) // 2, figsize=(11, 5), sharex=True, sharey=True)
    for place, (name, curves) in zip(axes.T.flat, panels.items()):
        for label, f, error in curves:
            # A plot needs fewer points than the measurement has.
            chosen = np.unique(np.searchsorted(f, np.geomspace(f[0], f[-1], 300)).clip(0, len(f) - 1))
            place.semilogx(f[chosen], error[chosen], label=label, linewidth=2 if label == "Martlet" else 1)
        place.set_title(name)
        place.set_ylim(-8, 4)
    axes[0, 0].legend(fontsize=7)
    figure.supxlabel("Hz")
    figure.supylabel("deviation from the prototype, dB")
    figure.suptitle(title)
    save(figure, "deviation " + title)


def teeth(curves):
    """Two panels: the error of the peaks in cents, and their level relative to the first peak, over frequency."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(6, 5), sharex=True)
    for name, (ideal, cents, levels) in curves.items():
        above.plot(ideal, cents, label=name, linewidth=2 if name == "Martlet" else 1)
        below.plot(ideal, levels, label=name, linewidth=2 if name == "Martlet" else 1)
    above.set_ylabel("error, cents")
    above.set_ylim(-5, 5)
    below.set_ylabel("dB")
    below.set_ylim(-10, 1)
    below.set_xlabel("Hz")
    below.legend(fontsize=7)
    save(figure, "teeth of the comb at 440 hz")


def spectra(title, curves):
    """Two panels, for a ramp and for a step: the energy around the sine, a line for each plug-in."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for column, (place, name) in enumerate(zip(panels, ["ramp", "step"])):
        for label, results in curves.items():
            f, energy = results[column]
            within = f < 4000
            # The maximum of each 20 Hz; a plot cannot show more.
            groups = np.array_split(10 * np.log10(energy[within] / energy.max() + 1e-30), 200)
            place.plot(
                np.linspace(0, 4000, 200), [group.max() for group in groups], label=label,
                linewidth=2 if label == "Martlet" else 1)
        place.set_title(name)
        place.set_xlabel("Hz")
        place.set_ylim(-180, 0)
    panels[0].set_ylabel("dB of the sine")
    panels[1].legend(fontsize=7)
    figure.suptitle(title)
    save(figure, "automation of " + title)
