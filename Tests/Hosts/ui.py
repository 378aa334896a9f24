"""The windows of the effects in jalv, in an X server without a screen, operated by xdotool."""

import os
import time
from math import log10

import numpy as np
import soundfile
from desktop import FRAME, Desktop, place
from effects import PRESETS
from hosting import HERE, Host
from jalv import PORTS, await_ports

# The height of the picture of the spectra in decibels.
RANGE = 90

# The names of the windows, by effect.
NAMES = {"peaking-eq": "Peaking EQ", "parametric-eq": "Parametric EQ", "lowpass": "Lowpass", "comb": "Comb",
         "tuned-comb": "Tuned Comb", "tone": "Tone"}
# The layouts by effect, if they are not mono and stereo, and their names. The URI and the name of the tone have no layout, and the tone
# has no audio input.
LAYOUTS = {"parametric-eq": ("mono", "stereo", "sidechain"), "tone": ("mono",)}
LAYOUT_NAMES = {"mono": "Mono", "stereo": "Stereo", "sidechain": "Stereo Sidechain"}


class Session(Desktop):
    """An effect in a program of jalv, with the server of JACK and the X server that it needs."""

    def __init__(self, work, program, effect, layout):
        super().__init__(work)
        self.program, self.effect, self.layout = program, effect, layout

    def __enter__(self):
        super().__enter__()
        name = f"martlet-{os.getpid()}"
        self.work.environment |= {
            "JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1",
            "QT_QPA_PLATFORM": "xcb",
        }
        jackd = self.begin("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", 48000, "-p", 512)
        await_ports(self.work, jackd, "system:playback_1")
        uri = "urn:martlet:" + (self.effect if self.effect == "tone" else f"{self.effect}-{self.layout}")
        host = self.begin(self.program, uri)
        # jalv.qt5 has no option for the name of its JACK client, which is that of the plug-in.
        self.client = " ".join(["Martlet", NAMES[self.effect]] + [LAYOUT_NAMES[self.layout]] * (self.effect != "tone"))
        self.ports = ("out",) if self.effect == "tone" else PORTS[1 if self.layout == "mono" else 2]
        await_ports(self.work, host, *(f"{self.client}:{port}" for ports in self.ports for port in ports.split(",")))
        self.window = self.await_window(f"^{NAMES[self.effect]}$", host)
        time.sleep(1)
        return self

    def exchange(self, mode, frequencies, seconds):
        """Writes sine waves of 0.05 to a file. Returns them, the file of the output, and the command that plays them."""
        source, target = self.work.path("source.wav"), self.work.path("target.wav")
        inputs, outputs = self.ports
        time_axis = np.arange(seconds * 48000) / 48000
        tones = 0.05 * sum(np.sin(2 * np.pi * frequency * time_axis) for frequency in frequencies)
        channels = len(inputs.split(","))
        soundfile.write(source, np.tile(tones[:, None], channels).astype("float32"), 48000, subtype="FLOAT")
        return tones, target, (HERE / "jack_exchange.py", mode, self.client, source, target, inputs, outputs)

    def gain(self, frequencies, mode="freewheel"):
        """Returns the gain of the running effect at some frequencies in decibels."""
        tones, target, command = self.exchange(mode, frequencies, 3)
        self.work.run(*command)
        output = soundfile.read(target, always_2d=True)[0][48000:96000, 0]
        window = np.hanning(48000)
        spectra = [np.abs(np.fft.rfft(sound * window)) for sound in (tones[48000:96000], output)]
        return [20 * log10(spectra[1][frequency] / spectra[0][frequency]) for frequency in frequencies]

    def spectrum(self, frequency, seconds=4):
        """Returns the highest level of the spectrum of the output in decibels, while a sine wave is played."""
        _, _, command = self.exchange("realtime", [frequency], seconds + 4)
        with self.work.start(*command):
            time.sleep(seconds)
            picture = self.screenshot(self.window, f"{self.picture_name}-spectrum").astype(int)
        # The spectrum of the output is green.
        column = picture[FRAME[1] : FRAME[1] + FRAME[3], place(frequency, 0)[0]]
        rows = np.flatnonzero((column[:, 1] > column[:, 0] + 30) & (column[:, 1] > column[:, 2] + 15))
        return -RANGE * (rows[0] + 0.5) / FRAME[3] if len(rows) else None

    def choose_preset(self, label):
        """Chooses a preset in the menu of jalv.gtk3, whose order varies. Returns whether the menu has it."""
        host = self.windows(f"^{self.client}")[0]
        for index in range(PRESETS[self.effect][0] + 4):
            # The keys open the menu and pass the items for saving and deleting.
            self.move(host, 300, 10)
            self.press("F10", "Right", *["Down"] * (3 + index), "Return")
            if self.name(host).endswith(f" - {label}"):
                return True
        return False

    @property
    def picture_name(self):
        return f"{self.program}-{self.effect}-{self.layout}"


class Windows(Host):
    commands = ["Xvfb", "xdotool", "jackd", "jack_lsp", "jalv.gtk3", "jalv.qt5", "import"]
    modules = ["jack"]

    def checks(self):
        for effect in NAMES:
            for layout in LAYOUTS.get(effect, ("mono", "stereo")):
                yield f"jalv.gtk3 shows {effect}-{layout}", lambda work, e=effect, l=layout: self.shows(e, l, work)
        for program in ("jalv.gtk3", "jalv.qt5"):
            yield f"a drag in {program} changes the sound and the spectrum", lambda work, program=program: self.changes(program, work)
        yield "a preset in jalv.gtk3 moves the handle", self.follows_preset

    @staticmethod
    def shows(effect, layout, work):
        with Session(work, "jalv.gtk3", effect, layout) as session:
            picture = session.screenshot(session.window, session.picture_name)
        colors = len(np.unique(picture.reshape(-1, 3), axis=0))
        return [] if colors > 50 else [f"the window has {colors} colors"]

    @staticmethod
    def changes(program, work):
        """Drags the handle of the equalizer from 100 Hz and 0 dB to 1 kHz and 12 dB."""
        with Session(work, program, "peaking-eq", "stereo") as session:
            before = session.gain([100, 600, 1000])
            session.drag(session.window, place(100, 0), place(1000, 12))
            after = session.gain([100, 600, 1000])
            problems = session.handle_problems(session.window, 1000, 12, session.picture_name)
            spectrum = session.spectrum(600)
        if max(map(abs, before)) > 0.01:
            problems.append(f"the gains before the movement are {before} dB")
        # A pixel is 0.13 dB and 1.2 % of the frequency.
        if abs(after[2] - 12) > 0.3 or abs(after[0]) > 0.5:
            problems.append(f"the gains at 100 Hz and 1 kHz are {after[0]} and {after[2]} dB instead of 0 and 12 dB")
        # A sine wave of 0.05 has -26 dB. The effect adds about 8 dB. A pixel is 0.3 dB.
        if spectrum is None or abs(spectrum - after[1] + 26) > 1:
            problems.append(f"the spectrum has {spectrum} dB at 600 Hz, where the gain is {after[1]} dB")
        return problems

    @staticmethod
    def follows_preset(work):
        preset = "Bass Boost"
        values = PRESETS["peaking-eq"][1][preset]
        # The handle is on the curve, which contains the output gain.
        level = values["gain"] + values.get("output_gain", 0)
        with Session(work, "jalv.gtk3", "peaking-eq", "stereo") as session:
            problems = session.handle_problems(session.window, 100, 0)
            if not session.choose_preset(preset):
                return problems + [f"jalv.gtk3 does not show the preset {preset}"]
            problems += session.handle_problems(
                session.window, values["frequency"], level, "jalv.gtk3-preset")
            gain = session.gain([values["frequency"]])[0]
        return problems + ([] if abs(gain - level) < 0.1 else [f"the gain is {gain} dB"])
