"""The packages in Examples, played by jalv as a JACK client of jackd's dummy driver.

The bundles are those that the tests of `make test-kit` build.
"""

import json
import os
import time
from contextlib import contextmanager
from pathlib import Path

import soundfile
from desktop import CURVE, Desktop, pixels_of
from hosting import HERE, SPEECH, Host
from jalv import await_ports

BUNDLES = HERE.parents[1] / ".build" / "user-package" / "Bundles"

# The first plug-in of each example, and the outputs that have a signal when all inputs have one.
OUTPUTS = {
    "ducker": ["out_left", "out_right"],
    "echo": ["out"],
    "filter": ["out"],
    "limiter-mono": ["out"],
    "meter": [],
    "pingpong": ["out_left", "out_right"],
    "sampler": ["out_left", "out_right"],
    "synth": ["out"],
    "template-mono": ["out"],
    "tilt": ["out"],
    "tone": ["out"],
    "tremolo-mono": ["out"],
    "trim": [f"out_{channel}" for channel in range(1, 9)],
}

# The places of the key of middle C and of the field of the file in windows of 640 by 400 points, and the color of meters.
KEY, FILE = (321, 380), (320, 255)
OUTPUT = (0x2F, 0xB8, 0x90)

STATE = """@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
<> a pset:Preset ; lv2:appliesTo <urn:example:sampler> ;
  state:state [ <urn:example:sampler#file> "{file}"^^atom:Path ; <urn:example:sampler#root> "57"^^atom:Int ] .
"""


class Examples(Host):
    commands = ["jackd", "jack_lsp", "jalv", "jalv.gtk3", "Xvfb", "xdotool", "import"]
    modules = ["jack"]

    def unavailable(self):
        if not BUNDLES.is_dir():
            return f"{BUNDLES} does not exist; run make test-kit first"
        return super().unavailable()

    def checks(self):
        for name in OUTPUTS:
            yield f"{name} sounds", lambda work, name=name: self.sounds(name, work)
        yield "jalv.gtk3 shows the window of tilt", self.shows
        yield "the keys in the window of synth play", self.synth_plays
        yield "a path typed into the window of sampler is its sound", self.sampler_takes_a_path
        yield "the window of sampler shows the sound of a session", self.sampler_shows_a_session
        yield "a sampler without a file is silent", lambda work: self.is_silent("sampler", work)

    def sounds(self, name, work):
        peaks = self.peaks(name, work, self.state(work) if name == "sampler" else [])
        quiet = [port for port in OUTPUTS[name] if not 0.01 < peaks.get(port, 0) < 10]
        return [f"the peak of {port} is {peaks.get(port)}" for port in quiet]

    def is_silent(self, name, work):
        peaks = self.peaks(name, work, [])
        return [] if all(peaks[port] == 0 for port in OUTPUTS[name]) else [f"the peaks are {peaks}"]

    def shows(self, work):
        """The handle is at the default of the pivot, on the line of 0 dB."""
        with self.server(work) as server, Desktop(work) as desktop:
            await_ports(work, server, "system:playback_1")
            host = desktop.begin("jalv.gtk3", "urn:example:tilt")
            window = desktop.await_window("^Tilt$", host)
            time.sleep(1)
            return desktop.handle_problems(window, 1000, 0, "jalv.gtk3-tilt")

    @contextmanager
    def window(self, name, title, work, *options):
        """Opens the window of an example in jalv.gtk3."""
        with self.server(work) as server, Desktop(work) as desktop:
            await_ports(work, server, "system:playback_1")
            host = desktop.begin("jalv.gtk3", *options, "-n", "effect", f"urn:example:{name}")
            await_ports(work, host, f"effect:{OUTPUTS[name][0]}")
            window = desktop.await_window(f"^{title}$", host)
            time.sleep(1)
            yield desktop, window

    @staticmethod
    def key_peaks(desktop, window, work, picture):
        """Returns the peaks of the outputs before and while the pointer holds the key of middle C, and a picture of the latter."""
        listen = (HERE / "jack_session.py", "effect", 1, "listen")
        before = json.loads(work.run(*listen))
        work.run("xdotool", "mousemove", "--window", window, *KEY, "sleep", "0.2", "mousedown", "1")
        during = json.loads(work.run(*listen))
        pixels = desktop.screenshot(window, picture)
        work.run("xdotool", "mouseup", "1", "sleep", "0.2")
        return max(before.values()), max(during.values()), pixels

    def synth_plays(self, work):
        """The key sounds, its color changes, and the meter of the voices, a control output, is a part of its width long."""
        with self.window("synth", "Synth", work) as (desktop, window):
            silent = desktop.screenshot(window, "jalv.gtk3-synth")
            before, during, pixels = self.key_peaks(desktop, window, work, "jalv.gtk3-synth-key")
        meters = [len(pixels_of(picture, OUTPUT)[0]) for picture in (silent, pixels)]
        problems = [] if before == 0 and during > 0.01 else [f"the peaks are {before} and {during}"]
        return problems + ([] if meters[1] > meters[0] else [f"the meter has {meters} pixels"])

    def sampler_takes_a_path(self, work):
        with self.window("sampler", "Sampler", work) as (desktop, window):
            work.run(
                "xdotool", "mousemove", "--window", window, *FILE, "sleep", "0.2", "click", "1", "sleep", "0.2", "type", SPEECH)
            desktop.press("Return")
            time.sleep(1)
            before, during, pixels = self.key_peaks(desktop, window, work, "jalv.gtk3-sampler")
        problems = [] if before == 0 and during > 0.01 else [f"the peaks are {before} and {during}"]
        return problems + self.sound_problems(pixels)

    def sampler_shows_a_session(self, work):
        with self.window("sampler", "Sampler", work, *self.state(work)) as (desktop, window):
            return self.sound_problems(desktop.screenshot(window, "jalv.gtk3-sampler-session"))

    @staticmethod
    def sound_problems(pixels):
        """The picture of the sound has the color of curves, and thousands of pixels."""
        count = len(pixels_of(pixels, CURVE)[0])
        return [] if count > 2000 else [f"the picture of the sound has {count} pixels"]

    def state(self, work):
        """Writes a state of the sampler, and returns the options with which jalv loads it."""
        folder = work.path("state")
        folder.mkdir()
        (folder / "state.ttl").write_text(STATE.format(file=SPEECH))
        return ["-l", folder]

    def peaks(self, name, work, options):
        """Plays into the plug-in and returns the peak of each output."""
        with self.server(work) as jackd:
            await_ports(work, jackd, "system:playback_1")
            with work.start("jalv", "-x", "-n", "effect", *options, f"urn:example:{name}") as client:
                port = "in" if not OUTPUTS[name] else OUTPUTS[name][0]
                await_ports(work, client, f"effect:{port}")
                return json.loads(work.run(HERE / "jack_session.py", "effect", 4))

    @staticmethod
    def server(work):
        """Installs the examples in the workspace and starts a server."""
        for bundle in Path(BUNDLES).iterdir():
            (work.path("lv2") / bundle.name).symlink_to(bundle)
        rate = soundfile.info(SPEECH).samplerate
        server = f"martlet-{os.getpid()}"
        work.environment |= {"JACK_DEFAULT_SERVER": server, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1"}
        return work.start("jackd", "--no-realtime", "-n", server, "-d", "dummy", "-r", rate, "-p", 512)
