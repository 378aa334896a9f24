"""Shows windows in an X server without a screen, and measures the processor time that they take."""

import os
import subprocess
import time

# Seconds of a measurement.
SECONDS = 10
SIGNALS = ["noise", "tone", "silence", "moving"]
TICKS = os.sysconf("SC_CLK_TCK")

# Four active bands.
PARAMETRIC = ("urn:martlet:parametric-eq-stereo", ["gain_2=6", "gain_3=-6", "gain_5=4", "gain_7=-3"])
# Silent only in a bypass.
GENERATOR = "urn:martlet:tone"
# Name, plug-in, settings, scale.
MARTLET = [
    ("Peaking EQ", "urn:martlet:peaking-eq-stereo", ["gain=9"], 1),
    ("Parametric EQ", *PARAMETRIC, 1),
    ("Parametric EQ", *PARAMETRIC, 2),
    ("Parametric EQ", *PARAMETRIC, 3),
    ("Lowpass", "urn:martlet:lowpass-stereo", [], 1),
    ("Comb", "urn:martlet:comb-stereo", [], 1),
    ("Tuned Comb", "urn:martlet:tuned-comb-stereo", [], 1),
    ("Tone", GENERATOR, [], 1),
]
OTHERS = [("Calf Equalizer 5 Band", "http://calf.sourceforge.net/plugins/Equalizer5Band", [], 1)]


class Display:
    """Xvfb on a free display, without acceleration by a graphics card."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"], pass_fds=[write],
            stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as file:
            self.name = f":{file.readline().strip()}"
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def seconds(self):
        """The processor time of the server."""
        with open(f"/proc/{self.server.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def measure(self, plugin, settings, scale, signal):
        """Returns the shares of a processor in percent (of the window's thread, of that in functions of the window, of the server)
        and the size of the window; or None if the window cannot be shown."""
        program = os.path.join(os.path.dirname(os.environ["MEASURE_HOST"]), "window")
        if plugin == GENERATOR and signal == "silence":
            settings = [*settings, "enabled=0"]
        start, server = time.monotonic(), self.seconds()
        result = subprocess.run(
            [program, plugin, str(scale), signal, str(SECONDS), *settings], env={**os.environ, "DISPLAY": self.name},
            capture_output=True, text=True)
        if result.returncode != 0:
            return None
        served = 100 * (self.seconds() - server) / (time.monotonic() - start)
        share, inside, width, height = result.stdout.split()[-4:]
        return float(share), float(inside), served, f"{width} x {height}"
