"""Plots, as SVG, in the folder that MEASURE_PLOTS names."""

import os
import re

import matplotlib

matplotlib.use("svg")
# The same picture for the same figures: no random ids, no date.
matplotlib.rcParams.update({"svg.hashsalt": "martlet", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})

import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend)


def save(figure, name):
    folder = os.environ["MEASURE_PLOTS"]
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") + ".svg")
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    print(f"\nplot: {path}")


def costs(title, names, times, blocks):
    """Bars: nanoseconds a frame of each plug-in, a group for each block length."""
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
    """Lines: the cost of one instance's block against how many there are."""
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for name, (counts, costs) in curves.items():
        axes.plot(counts, costs, marker=".", label=name)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("instances")
    axes.set_ylabel("ns a block of 64 frames, each")
    axes.legend()
    save(figure, "cost of instances")
