"""martlet.clap in Qtractor, in an X server without a screen. A library takes the place of the ALSA sequencer, which Qtractor requires."""

import os
import shutil
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from desktop import Desktop, place
from hosting import HERE, Host, HostFailure
from jalv import await_ports
from ui import Session

CLAP = HERE.parents[1] / ".build" / "clap" / "martlet.clap"
SCAN = Path("/usr/lib/x86_64-linux-gnu/qtractor/qtractor_plugin_scan")

# The number of plug-ins, and that of the stereo peaking EQ in their order.
COUNT, INDEX = 11, 1
# The places of the button of the mixer and of that which saves, in the main window; of the plug-in in the master bus, in the mixer.
MIXER, SAVE, PLUGIN = (739, 38), (95, 38), (526, 47)

# The largest number of recordings, which a busy machine can disturb.
ATTEMPTS = 5

# A session with the plug-in at its defaults in the output of the master bus, through which the input passes.
SESSION = """<!DOCTYPE qtractorSession>
<session name="equalizer" version="0.9.31">
 <properties><sample-rate>48000</sample-rate><tempo>120</tempo></properties>
 <devices><audio-engine><audio-bus name="Master" mode="duplex">
  <monitor>1</monitor><channels>2</channels><auto-connect>1</auto-connect>
  <output-plugins><plugin type="CLAP">
   <filename>{file}</filename><index>{index}</index><activated>1</activated>
  </plugin></output-plugins>
 </audio-bus></audio-engine></devices>
</session>
"""


class QtractorSession(Session):
    """Qtractor with a session, whose mixer has opened the window of the plug-in."""

    def __init__(self, work, path):
        super().__init__(work, "qtractor", "peaking-eq", "stereo")
        self.path = path
        self.client, self.ports = "Qtractor", ("Master/in_1,Master/in_2", "Master/out_1,Master/out_2")

    def __enter__(self):
        Desktop.__enter__(self)
        name = f"martlet-{os.getpid()}"
        self.work.environment |= {
            "JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1", "QT_QPA_PLATFORM": "xcb",
        }
        jackd = self.begin("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", 48000, "-p", 1024)
        await_ports(self.work, jackd, "system:playback_1")
        library = self.work.path("sequencer.so")
        self.work.run("gcc", "-shared", "-fPIC", "-o", library, HERE / "sequencer.c")
        host = self.begin("env", f"LD_PRELOAD={library}", "qtractor", self.path)
        self.main = self.await_window(self.path.name, host)
        await_ports(self.work, host, "Qtractor:Master/out_2")
        time.sleep(3)
        self.click(self.main, MIXER)
        mixer = self.await_window("^Mixer", host)
        time.sleep(2)
        self.click(mixer, PLUGIN, 2)
        self.window = self.await_window("^Peaking EQ$", host)
        time.sleep(1)
        return self

    def click(self, window, at, count=1):
        self.work.run(
            "xdotool", "sleep", "1", "mousemove", "--window", window, *at, "sleep", "0.3", "click", "--repeat", count, "--delay", 80, 1,
            "sleep", "1")


    def gain(self, frequencies):
        """Returns the gain of the running effect in decibels, in real time: Qtractor is silent while the server is in freewheel mode."""
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return super().gain(frequencies, "realtime")
            except HostFailure as failure:
                if failure.status != os.EX_TEMPFAIL or attempts_left == 0:
                    raise


class Qtractor(Host):
    commands = ["qtractor", "Xvfb", "xdotool", "jackd", "jack_lsp", "import", "gcc"]
    modules = ["jack"]

    def unavailable(self):
        return super().unavailable() or (None if CLAP.exists() else f"{CLAP} does not exist; run make bundle first")

    def checks(self):
        yield "Qtractor scans martlet.clap", self.scans
        yield "the window and the session in Qtractor", self.saves

    @staticmethod
    def scans(work):
        """The program that Qtractor starts reads lines with files and prints a line for each plug-in, with its properties."""
        printed = work.run("sh", "-c", f"echo 'CLAP:{CLAP}' | {SCAN}")
        lines = [line.split("|") for line in printed.splitlines() if line.startswith("CLAP|")]
        problems = [f"{line[1]} has the properties {line[5]}" for line in lines if line[5] != "GUI,EXT,RT"]
        return problems + ([] if len(lines) == COUNT else [f"{len(lines)} plug-ins instead of {COUNT}: {printed[-400:]}"])

    @staticmethod
    def saves(work):
        """Drags the handle from 100 Hz and 0 dB to 1 kHz and 12 dB, saves the session, and opens it in another process."""
        first, second = work.path("equalizer.qtr"), work.path("second.qtr")
        first.write_text(SESSION.format(file=CLAP, index=INDEX))
        with QtractorSession(work, first) as session:
            problems = session.handle_problems(session.window, 100, 0)
            before = session.gain([100, 1000])
            session.drag(session.window, place(100, 0), place(1000, 12))
            after = session.gain([100, 1000])
            problems += session.handle_problems(session.window, 1000, 12, "qtractor")
            session.click(session.main, SAVE)
        plugin = ElementTree.parse(first).find(".//output-plugins/plugin")
        values = {param.get("name"): float(param.text) for param in plugin.iter("param")}
        if abs(values.get("Gain", 0) - 12) > 0.3:
            problems.append(f"the saved values are {values}")
        first.rename(second)
        # Qtractor would restore the places of its windows.
        shutil.rmtree(work.path(".config"), ignore_errors=True)
        with QtractorSession(work, second) as session:
            problems += session.handle_problems(session.window, 1000, 12, "qtractor-restored")
            restored = session.gain([100, 1000])
        if max(map(abs, before)) > 0.01 or abs(after[1] - 12) > 0.3 or abs(after[0]) > 0.5:
            problems.append(f"the gains at 100 Hz and 1 kHz are {before}, and after the movement {after} dB")
        # The control values of the session have six digits.
        if max(abs(a - b) for a, b in zip(after, restored)) > 0.01:
            problems.append(f"the restored gains are {restored} instead of {after} dB")
        return problems
