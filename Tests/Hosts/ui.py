"""The windows of the effects in jalv, in an X server without a screen, operated by xdotool.

Screenshots are written to the folder SCREENSHOTS, if the environment names one.
"""

import os
import shutil
import time
from math import log10
from pathlib import Path

import numpy as np
import soundfile
from hosting import HERE, Host, HostFailure
from jalv import PORTS, await_ports

# The names of the windows, by effect.
NAMES = {"peaking-eq": "Peaking EQ", "lowpass": "Lowpass", "comb": "Comb"}

# The frame of the response in a window of 640 by 400 points: left, top, width and height. 36 dB are its height.
FRAME = (42, 34, 584, 286)
DECIBELS = 36


def place(frequency, level):
    """Returns the place of a frequency and a level in the window of the equalizer."""
    left, top, width, height = FRAME
    return round(left + width * log10(frequency / 20) / 3), round(top + height * (0.5 - level / DECIBELS))


class Session:
    """An effect in a program of jalv, with the server of JACK and the X server that it needs."""

    def __init__(self, work, program, effect, layout):
        self.work, self.program, self.effect, self.layout = work, program, effect, layout

    def __enter__(self):
        self.processes = []
        server = self.begin("Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "1000x700x24")
        self.work.await_true(lambda: self.work.printed(server).endswith("\n"), server, "a display")
        name = f"martlet-{os.getpid()}"
        self.work.environment |= {
            "DISPLAY": ":" + self.work.printed(server).strip(), "JACK_DEFAULT_SERVER": name,
            "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1", "QT_QPA_PLATFORM": "xcb",
        }
        jackd = self.begin("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", 48000, "-p", 512)
        await_ports(self.work, jackd, "system:playback_1")
        host = self.begin(self.program, f"urn:martlet:{self.effect}-{self.layout}")
        # jalv.qt5 has no option for the name of its JACK client, which is that of the plug-in.
        self.client = f"Martlet {NAMES[self.effect]} {self.layout.capitalize()}"
        self.ports = PORTS[2 if self.layout == "stereo" else 1]
        await_ports(self.work, host, *(f"{self.client}:{port}" for ports in self.ports for port in ports.split(",")))
        self.work.await_true(self.find, host, f"the window '{NAMES[self.effect]}'")
        time.sleep(1)
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.__exit__(None, None, None)

    def begin(self, *command):
        self.processes.append(self.work.start(*command))
        return self.processes[-1].__enter__()

    def find(self):
        """Finds the window of the effect."""
        try:
            found = self.work.run("xdotool", "search", "--name", f"^{NAMES[self.effect]}$", seconds=10).split()
        except HostFailure:
            return False
        self.window = found[-1] if found else None
        return self.window is not None

    def drag(self, start, end, steps=10):
        """Moves the pointer with the main button from one place of the window to another."""
        places = [[str(round(a + (b - a) * step / steps)) for a, b in zip(start, end)] for step in range(steps + 1)]
        moves = [word for at in places[1:] for word in ("mousemove", "--window", self.window, *at, "sleep", "0.05")]
        self.work.run(
            "xdotool", "mousemove", "--window", self.window, *places[0], "sleep", "0.2", "mousedown", "1", *moves,
            "mouseup", "1", "sleep", "0.5")

    def gain(self, frequencies):
        """Returns the gain of the running effect at some frequencies in decibels."""
        source, target = self.work.path("source.wav"), self.work.path("target.wav")
        inputs, outputs = self.ports
        time_axis = np.arange(3 * 48000) / 48000
        tones = 0.05 * sum(np.sin(2 * np.pi * frequency * time_axis) for frequency in frequencies)
        channels = len(inputs.split(","))
        soundfile.write(source, np.tile(tones[:, None], channels).astype("float32"), 48000, subtype="FLOAT")
        self.work.run(HERE / "jack_exchange.py", "freewheel", self.client, source, target, inputs, outputs)
        output = soundfile.read(target, always_2d=True)[0][48000:96000, 0]
        window = np.hanning(48000)
        spectra = [np.abs(np.fft.rfft(sound * window)) for sound in (tones[48000:96000], output)]
        return [20 * log10(spectra[1][frequency] / spectra[0][frequency]) for frequency in frequencies]

    def keep_screenshot(self):
        """Writes a screenshot to the folder SCREENSHOTS and returns its number of colors."""
        path = self.work.path("screenshot.png")
        self.work.run("import", "-window", self.window, path)
        if os.environ.get("SCREENSHOTS"):
            folder = Path(os.environ["SCREENSHOTS"])
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / f"{self.program}-{self.effect}-{self.layout}.png")
        return int(self.work.run("identify", "-format", "%k", path))


class Windows(Host):
    commands = ["Xvfb", "xdotool", "jackd", "jack_lsp", "jalv.gtk3", "jalv.qt5", "import"]
    modules = ["jack"]

    def checks(self):
        for effect in NAMES:
            for layout in ("mono", "stereo"):
                yield f"jalv.gtk3 shows {effect}-{layout}", lambda work, e=effect, l=layout: self.shows(e, l, work)
        for program in ("jalv.gtk3", "jalv.qt5"):
            yield f"a drag in {program} changes the sound", lambda work, program=program: self.changes(program, work)

    @staticmethod
    def shows(effect, layout, work):
        with Session(work, "jalv.gtk3", effect, layout) as session:
            colors = session.keep_screenshot()
        return [] if colors > 50 else [f"the window has {colors} colors"]

    @staticmethod
    def changes(program, work):
        """Drags the handle of the equalizer from 100 Hz and 0 dB to 1 kHz and 12 dB."""
        with Session(work, program, "peaking-eq", "stereo") as session:
            before = session.gain([100, 1000])
            session.drag(place(100, 0), place(1000, 12))
            after = session.gain([100, 1000])
            session.keep_screenshot()
        problems = [] if max(map(abs, before)) < 0.01 else [f"the gains before the movement are {before} dB"]
        # A pixel is 0.13 dB and 1.2 % of the frequency.
        if abs(after[1] - 12) > 0.3 or abs(after[0]) > 0.5:
            problems.append(f"the gains at 100 Hz and 1 kHz are {after} dB instead of 0 and 12 dB")
        return problems
