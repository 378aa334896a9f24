#!/usr/bin/env python3
"""Compares the output of two builds of lv2render.

Usage: render.py OLD_BIN NEW_BIN [--lv2-path DIRECTORY]

Renders the same inputs with both programs and compares the output files byte by byte. Ogg streams have random serial
numbers, so their decoded samples are compared instead. The text at the start of MATLAB files contains the time of
writing and is ignored. Also compares the exit status. Prints each difference and one
result line; exits with 1 if there is a difference.

LV2 bundles: those below /usr/lib/lv2, and --lv2-path (default: Bundles beside the working directory) for Martlet.
"""

import argparse
import math
import os
import random
import re
import struct
import subprocess
import tempfile

CONTAINERS = (
    "wav wavex rf64 w64 flac aiff caf ogg opus mp3 au raw avr htk iff mat4 mat mpc nist paf pvf sds sf voc wve xi"
).split()
ENCODINGS = (
    "8 16 20 24 32 float double ulaw alaw ima-adpcm ms-adpcm gsm610 g721-32 g723-24 g723-40 nms-adpcm-16 nms-adpcm-24"
    " nms-adpcm-32 dwvw-16 dwvw-24 dpcm-8 dpcm-16 alac-16 alac-20 alac-24 alac-32 vorbis opus mp3"
).split()
STREAMABLE = ["au", "raw", "ogg", "opus", "mp3", "pvf", "sf"]


class Comparison:
    """Runs both programs, each in its own copy of the inputs, and counts the differences."""

    def __init__(self, old, new, root, lv2_path):
        self.programs = {"old": os.path.abspath(old), "new": os.path.abspath(new)}
        self.root = root
        self.environment = dict(os.environ, LV2_PATH=lv2_path, LC_ALL="C", TZ="UTC")
        self.cases = self.written = self.decoded = 0
        self.differences = []
        for name in self.programs:
            os.mkdir(self.folder(name))

    def folder(self, name):
        return os.path.join(self.root, name)

    def add_input(self, name, data):
        for folder in map(self.folder, self.programs):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)

    def run(self, name, arguments, stdin=None, stdout=None):
        folder = self.folder(name)
        source = subprocess.Popen(["cat", stdin], cwd=folder, stdout=subprocess.PIPE) if stdin else None
        result = subprocess.run(
            [self.programs[name]] + arguments, cwd=folder, env=self.environment, timeout=300, text=False,
            stdin=source.stdout if source else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if source:
            source.stdout.close()
            source.wait()
        if stdout:
            with open(os.path.join(folder, stdout), "wb") as file:
                file.write(result.stdout)
        return result.returncode

    def compare(self, output, *arguments, stdin=None, is_piped=False):
        """Compares one rendering; `output` becomes the last file argument or, if piped, receives standard output."""
        self.cases += 1
        words = list(arguments) + ([] if is_piped else [output])
        statuses = [self.run(name, words, stdin, output if is_piped else None) for name in self.programs]
        case = " ".join(arguments) + " -> " + output
        if statuses[0] != statuses[1]:
            return self.differences.append(f"{case}: exit status {statuses[0]} and {statuses[1]}")
        files = [self.read(name, output) for name in self.programs]
        if files[0] is None and files[1] is None:
            return
        if None in files:
            return self.differences.append(f"{case}: only one program wrote the file")
        self.written += statuses[0] == 0
        if files[0][:6] == b"MATLAB":
            files = [file[124:] for file in files]  # The text before contains the time of writing.
        if files[0][:4] == b"OggS":
            self.decoded += 1
            files = [self.decode(name, output) for name in self.programs]
        if files[0] != files[1]:
            self.differences.append(f"{case}: the files differ")

    def read(self, name, file):
        path = os.path.join(self.folder(name), file)
        return open(path, "rb").read() if os.path.exists(path) else None

    def decode(self, name, file):
        """The samples of a file as bytes, decoded by the old program."""
        command = [self.programs["old"], os.path.join(self.folder(name), file), "-", "-f", "raw", "-e", "float"]
        return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, check=True).stdout


def wave(samples, rate, bits):
    """A WAV file with integer or float (bits = 32) samples, from frames of floats."""
    channels = len(samples[0])
    if bits == 32:
        data = b"".join(struct.pack("<f", value) for frame in samples for value in frame)
    else:
        scale = (1 << (bits - 1)) - 1
        data = b"".join(
            int(round(value * scale)).to_bytes(bits // 8, "little", signed=True) for frame in samples for value in frame)
    form = struct.pack(
        "<4sIHHIIHH", b"fmt ", 16, 3 if bits == 32 else 1, channels, rate, rate * channels * bits // 8,
        channels * bits // 8, bits)
    body = b"WAVE" + form + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def signal(channels, frames, rate, seed):
    """A sine with noise that differs between the channels."""
    source = random.Random(seed)
    return [
        [0.5 * math.sin(2 * math.pi * 440 * (1 + channel) * frame / rate) + 0.3 * source.uniform(-1, 1)
         for channel in range(channels)] for frame in range(frames)]


def plugins(comparison):
    """The URIs of Martlet and of the audio examples of the LV2 distribution that are installed."""
    examples = ["http://lv2plug.in/plugins/eg-amp", "http://lv2plug.in/plugins/eg-metro"]
    bundles = comparison.environment["LV2_PATH"].split(":")
    found = []
    for bundle in bundles:
        for folder, _, files in os.walk(bundle):
            if "manifest.ttl" in files and "martlet" in os.path.basename(folder):
                text = open(os.path.join(folder, "manifest.ttl")).read()
                found += re.findall(r"^<([^>]+)>\s+a lv2:Plugin", text, re.M)
    return sorted(set(found)), examples


def controls(comparison, uri):
    """Symbol, default and range of each control input."""
    result = subprocess.run(
        [comparison.programs["old"], "--list-controls", uri], env=comparison.environment, stdout=subprocess.PIPE, text=True)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    return [(row[0], *map(float, row[2].split("..."))) for row in rows if "..." in row[2]]


def presets(comparison, uri):
    result = subprocess.run(
        [comparison.programs["old"], "--list-presets", uri], env=comparison.environment, stdout=subprocess.PIPE, text=True)
    return [line.split("\t")[0] for line in result.stdout.splitlines()]


def compare_formats(comparison):
    for source in ["mono8.wav", "stereo48.wav"]:
        for container in CONTAINERS:
            for encoding in [None] + ENCODINGS:
                options = ["-e", encoding] if encoding else []
                comparison.compare(f"{source}-{encoding}.{container}", source, "-f", container, *options)
    for bits in ["8", "16", "24", "32"]:
        for dither in ["--dither", "--no-dither"]:
            comparison.compare(f"bits-{bits}{dither}.wav", "float.wav", "-b", bits, dither, "--seed", "7")
    for container in ["ogg", "opus", "mp3", "flac"]:
        for quality in ["0", "0.5", "1"]:
            comparison.compare(f"quality-{quality}.{container}", "stereo48.wav", "--quality", quality)
    # Every container that was written is an input too.
    for name in sorted(os.listdir(comparison.folder("old"))):
        if name.startswith("mono8.wav-None.") and not name.endswith(".raw"):
            comparison.compare(f"again-{name}.wav", name, "-b", "24")


def compare_inputs(comparison):
    for rate in ["8000", "22050", "44100", "48000", "96000"]:
        comparison.compare(f"rate-{rate}.wav", "stereo48.wav", "-r", rate, "-e", "float")
        comparison.compare(f"rate-{rate}.flac", "mono8.wav", "-r", rate, "-b", "16")
    comparison.compare("mix.wav", "stereo48.wav", "-i", "mono8.wav:-6dB", "-i", "float.wav:3dB", "-e", "float")
    comparison.compare("tone.wav", "--tone", "A4", "--tone", "C#3", "--seconds", "1", "--fade", "10ms", "-e", "float")
    comparison.compare("noise.wav", "--noise", "--seconds", "1", "--channels", "3", "--seed", "9", "-b", "16")
    comparison.compare("normalized.wav", "stereo48.wav", "--normalize=-3dB", "-b", "24")
    comparison.compare("raw.wav", "--raw", "16,2,48000", "samples.raw")
    for container in STREAMABLE + ["wav", "flac"]:
        comparison.compare(f"piped.{container}", "-", "-", "-f", container, stdin="stereo48.wav", is_piped=True)
    for container in ["wav", "w64", "rf64", "aiff", "au", "ogg", "opus", "caf", "flac", "mp3"]:
        source = f"stereo48.wav-None.{container}"
        comparison.compare(f"from-{container}.wav", "-", stdin=source)


def compare_plugins(comparison):
    martlet, examples = plugins(comparison)
    source = random.Random(18)
    for uri in martlet + examples:
        ranges = controls(comparison, uri)
        number = (martlet + examples).index(uri)
        name = f"plugin-{number}"
        if uri.endswith("metro"):
            comparison.compare(f"{name}.wav", "--seconds", "1", "--tail", "0", "-p", uri)
            continue
        comparison.compare(f"{name}.wav", "stereo48.wav", "-p", uri)
        comparison.compare(f"{name}-mono.wav", "mono8.wav", "-p", uri, "--tail", "1", "--block", "100")
        for preset in presets(comparison, uri):
            comparison.compare(f"{name}-{preset.replace('/', '_')}.wav", "stereo48.wav", "-p", uri, "--preset", preset)
        for variant in range(5):
            values = [f"{symbol}={source.uniform(low, high):.6g}" for symbol, low, high in ranges]
            options = ["--block", source.choice(["1", "64", "333", "4096"]), "--max-tail", "5"]
            comparison.compare(f"{name}-{variant}.wav", "stereo48.wav", "-p", uri, *values, *options, "-e", "float")
        for symbol, low, high in ranges:
            shape = source.choice(["lin", "exp", "step"]) if low > 0 else source.choice(["lin", "step"])
            text = f"{symbol}={low:.6g}@0,{high:.6g}@500ms:{shape}"
            comparison.compare(f"{name}-{symbol}.wav", "stereo48.wav", "-p", uri, text, "--max-tail", "2")
    chain = [word for uri in martlet for word in ("-p", uri)]
    comparison.compare("chain.flac", "stereo48.wav", *chain, "--max-tail", "5", "-b", "16")
    comparison.compare("chain.au", "-", "-", "-f", "au", *chain, stdin="stereo48.wav", is_piped=True)
    comparison.compare("chain-rate.wav", "mono8.wav", "-r", "44100", *chain, "-p", examples[0], "gain=-6", "--normalize")


def main():
    parser = argparse.ArgumentParser(description="Compares the output of two builds of lv2render.")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--lv2-path", default="Bundles", help="directory of martlet.lv2 (default: Bundles)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        lv2_path = os.path.abspath(arguments.lv2_path) + ":/usr/lib/lv2"
        comparison = Comparison(arguments.old, arguments.new, root, lv2_path)
        comparison.add_input("mono8.wav", wave(signal(1, 8000, 8000, 1), 8000, 16))
        comparison.add_input("stereo48.wav", wave(signal(2, 24000, 48000, 2), 48000, 24))
        comparison.add_input("float.wav", wave(signal(2, 24000, 48000, 3), 48000, 32))
        comparison.add_input("samples.raw", random.Random(4).randbytes(40000))
        compare_formats(comparison)
        compare_inputs(comparison)
        compare_plugins(comparison)
    for difference in comparison.differences:
        print(difference)
    print(
        f"lv2render: {comparison.cases} renderings, {comparison.written} files written ({comparison.decoded} compared after"
        f" decoding), {len(comparison.differences)} differences")
    raise SystemExit(bool(comparison.differences))


if __name__ == "__main__":
    main()
