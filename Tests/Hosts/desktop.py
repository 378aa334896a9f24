"""An X server without a screen, with hosts whose windows xdotool operates.

Screenshots are written to the folder SCREENSHOTS, if the environment names one.
"""

import os
import shutil
from math import log10
from pathlib import Path

import numpy as np
from hosting import HostFailure

# The frame of the response in a window of 640 by 400 points: left, top, width and height. 36 dB are its height.
FRAME = (42, 34, 584, 286)
DECIBELS = 36

# The colors of the dark windows: of the handle and of the curve.
HANDLE, CURVE = (0xE6, 0x9F, 0x00), (0x56, 0xB4, 0xE9)


def place(frequency, level, frame=FRAME):
    """Returns the place of a frequency and a level in a picture of the equalizer."""
    left, top, width, height = frame
    return round(left + width * log10(frequency / 20) / 3), round(top + height * (0.5 - level / DECIBELS))


def pixels_of(picture, color, tolerance=8):
    """Returns the columns and the rows of the pixels that have nearly a color."""
    rows, columns = np.nonzero(np.abs(picture.astype(int) - color).max(axis=2) <= tolerance)
    return columns, rows


class Desktop:
    """The X server, and the processes that use it. They end with the `with` statement, the last one first."""

    def __init__(self, work):
        self.work = work

    def __enter__(self):
        self.processes = []
        server = self.begin("Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "1400x900x24")
        # The server also prints messages about displays that other servers have.
        numbers = []

        def has_display():
            lines = self.work.printed(server).splitlines(keepends=True)
            numbers[:] = [line.strip() for line in lines if line.strip().isdigit() and line.endswith("\n")]
            return numbers

        self.work.await_true(has_display, server, "a display")
        self.work.environment["DISPLAY"] = ":" + numbers[0]
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.__exit__(None, None, None)

    def begin(self, *command):
        self.processes.append(self.work.start(*command))
        return self.processes[-1].__enter__()

    # Windows

    def await_window(self, pattern, process, seconds=20):
        """Waits for a window whose name matches a pattern, and returns its number."""
        found = []

        def is_there():
            found[:] = self.windows(pattern)
            return found

        self.work.await_true(is_there, process, f"the window '{pattern}'", seconds)
        return found[-1]

    def windows(self, pattern):
        try:
            return self.work.run("xdotool", "search", "--name", pattern, seconds=10).split()
        except HostFailure:
            return []

    def name(self, window):
        return self.work.run("xdotool", "getwindowname", window).strip()

    # Input

    def move(self, window, x, y):
        target = () if window == "root" else ("--window", window)
        self.work.run("xdotool", "mousemove", *target, x, y, "sleep", "0.2")

    def press(self, *keys):
        """Presses keys, which go to the window below the pointer."""
        self.work.run("xdotool", *(word for key in keys for word in ("key", key, "sleep", "0.2")))

    def drag(self, window, start, end, steps=10):
        """Moves the pointer with the main button from one place of a window to another."""
        places = [[str(round(a + (b - a) * step / steps)) for a, b in zip(start, end)] for step in range(steps + 1)]
        moves = [word for at in places[1:] for word in ("mousemove", "--window", window, *at, "sleep", "0.05")]
        self.work.run(
            "xdotool", "mousemove", "--window", window, *places[0], "sleep", "0.2", "mousedown", "1", *moves,
            "mouseup", "1", "sleep", "0.5")

    # Pictures

    def screenshot(self, window, name=None):
        """Returns the pixels of a window: rows, columns, colors. A picture with a name is kept."""
        path, raw = self.work.path("screenshot.png"), self.work.path("screenshot.rgb")
        self.work.run("import", "-window", window, path)
        if name and os.environ.get("SCREENSHOTS"):
            folder = Path(os.environ["SCREENSHOTS"])
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / f"{name}.png")
        self.work.run("convert", path, "-depth", "8", f"rgb:{raw}")
        width, height = map(int, self.work.run("identify", "-format", "%w %h", path).split())
        return np.fromfile(raw, "uint8").reshape(height, width, 3)

    def handle(self, window, name=None):
        """Returns the middle of the handle in a window, or None."""
        columns, rows = pixels_of(self.screenshot(window, name), HANDLE)
        return (columns.mean() + 0.5, rows.mean() + 0.5) if len(columns) else None

    def handle_problems(self, window, frequency, level, name=None):
        """Returns what is wrong if the handle of the equalizer is not at a frequency and a level."""
        actual, expected = self.handle(window, name), place(frequency, level)
        if actual and max(abs(a - b) for a, b in zip(actual, expected)) <= 1.5:
            return []
        return [f"the handle is at {actual} instead of {expected}, the place of {frequency} Hz and {level} dB"]
