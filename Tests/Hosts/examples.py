"""The packages in Examples, played by jalv as a JACK client of jackd's dummy driver.

The bundles are those that the tests of `make test-kit` build.
"""

import json
import os
import time
from pathlib import Path

import soundfile
from desktop import Desktop
from hosting import HERE, SPEECH, Host
from jalv import await_ports

BUNDLES = HERE.parents[1] / ".build" / "user-package" / "Bundles"

# The first plug-in of each example, and the outputs that have a signal when all inputs have one.
OUTPUTS = {
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
