"""The tuned comb in hosts without MIDI, which leave its port of events unconnected, and with notes of MIDI in jalv."""

import os

import numpy as np
import soundfile
from hosting import HERE, Host, HostFailure
from jalv import await_ports

RATE = 48_000
# A0, A3, D5 and C8.
NOTES = [21, 57, 74, 108]
# What the plug-in promises, in cents.
TOLERANCE = 0.5


def cents(sound, note):
    """Returns the deviation of a ringing note from its pitch, from the phases of two parts of the sound."""
    frequency = 440 * 2 ** ((note - 69) / 12)
    length = round(RATE * max(0.15, 8 / frequency))
    step = length // 2
    # The window has a distance of -90 dB to the next partial.
    window = np.hanning(length) ** 2
    first, second = [
        np.sum(sound[start:start + length] * window
               * np.exp(-2j * np.pi * frequency / RATE * np.arange(start, start + length)))
        for start in (len(sound) - length - step, len(sound) - length)]
    if abs(second) < 1e-9:
        raise HostFailure("there is no sound")
    return 1200 * np.log2(1 + np.angle(second / first) * RATE / (2 * np.pi * frequency * step))


class Tuned(Host):
    commands = ["lv2apply", "ffmpeg", "jackd", "jack_lsp", "jalv"]
    modules = ["jack"]

    def checks(self):
        for note in NOTES:
            yield f"lv2apply: note {note}", lambda work, note=note: self.plays(self.lv2apply, note, work)
            yield f"ffmpeg: note {note}", lambda work, note=note: self.plays(self.ffmpeg, note, work)
            yield f"jalv: note {note} of MIDI", lambda work, note=note: self.plays(self.jalv, note, work)
        yield "the measurement distinguishes a semitone", self.distinguishes

    def plays(self, host, note, work):
        deviation = cents(self.sound(host, note, work), note)
        return [] if abs(deviation) < TOLERANCE else [f"the pitch deviates by {deviation:.3f} cents"]

    def distinguishes(self, work):
        deviation = cents(self.sound(self.lv2apply, 57, work), 57.01)
        return [] if abs(deviation + 1) < TOLERANCE else [f"a cent is measured as {deviation:.3f}"]

    @staticmethod
    def sound(host, note, work):
        target = work.path("target.wav")
        host(note, target, work)
        return soundfile.read(target, dtype="float64", always_2d=True)[0][:, 0]

    @staticmethod
    def noise(work):
        """Writes half a second of noise and two seconds of silence."""
        source = work.path("source.wav")
        samples = np.zeros(round(2.5 * RATE), "float32")
        samples[:RATE // 2] = 0.25 * np.random.default_rng(1).uniform(-1, 1, RATE // 2)
        soundfile.write(source, samples, RATE, subtype="FLOAT")
        return source

    def lv2apply(self, note, target, work):
        controls = ["-c", "note", note, "-c", "mix", 100]
        work.run("lv2apply", "-i", self.noise(work), "-o", target, *controls, "urn:martlet:tuned-comb-mono")

    def ffmpeg(self, note, target, work):
        plugin = r"lv2=plugin='urn\:martlet\:tuned-comb-mono'" + f":controls='note={note}|mix=100'"
        work.run(
            "ffmpeg", "-v", "error", "-nostdin", "-i", self.noise(work), "-af", plugin, "-c:a", "pcm_f32le", target)

    @staticmethod
    def jalv(note, target, work):
        name = f"martlet-{os.getpid()}"
        work.environment |= {"JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1"}
        with work.start("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", RATE, "-p", 512) as server:
            await_ports(work, server, "system:playback_1")
            with work.start("jalv", "-x", "-n", "effect", "-c", "mix=100", "urn:martlet:tuned-comb-mono") as client:
                await_ports(work, client, "effect:in", "effect:out", "effect:events_in")
                work.run(HERE / "jack_notes.py", "effect", note, target)
