#!/usr/bin/env python3
"""Compares two builds of martlet.lv2: the first six plug-ins must give the same output, bit for bit, at the same speed.

effects.py OLD.lv2 NEW.lv2 [--seed N] [--cases 200] [--seconds 40] [--tolerance 3]

Each case draws a sample rate, settings, an input, block sizes and control movements from the seed, and runs one plug-in
of both builds over them. Cases rotate through the plug-ins; each case runs the library for every processor (martlet.so)
and the one for x86-64-v3 (martlet-v3.so). Every audio and control output is compared as bytes after every block.

The speed is measured for each plug-in with steady and with moving controls, old and new interleaved, as the minimum of many
rounds. The ratio is new/old. `--seconds 0` leaves it out.

Needs python3-numpy and a C compiler. The exit status is 0 if all outputs are equal and no ratio exceeds the tolerance, in per cent.
"""

import argparse
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

LIBRARIES = ["martlet.so", "martlet-v3.so"]
RATES = [8000, 11025, 22050, 32000, 44100, 48000, 88200, 96000, 176400, 192000, 384000, 768000]

# Runs `blocks` blocks of `frames` frames and returns the nanoseconds. A control, if any, gets a new value before each block.
TIMER = r"""
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <time.h>
double measure(void (*run)(void *, uint32_t), void *handle, int blocks, uint32_t frames, float *control, const float *values)
{
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (int i = 0; i < blocks; i++) {
		if (control) *control = values[i];
		run(handle, frames);
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	return (b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec);
}
"""


class Descriptor(ctypes.Structure):
    _fields_ = [
        ("uri", ctypes.c_char_p),
        ("instantiate", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_double, ctypes.c_char_p, ctypes.c_void_p)),
        ("connect_port", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p)),
        ("activate", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("run", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32)),
        ("deactivate", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("cleanup", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("extension_data", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)),
    ]


class Port:
    """One port, as the bundle's Turtle declares it."""

    def __init__(self, text):
        def number(term):
            match = re.search(rf"lv2:{term} (-?[0-9.eE+-]+|true|false)", text)
            return float({"true": 1, "false": 0}.get(match[1], match[1])) if match else None

        text = re.sub(r'"""(?:.|\n)*?"""|rdfs:comment "(?:[^"\\]|\\.)*"', '""', text)
        self.index = int(re.search(r"lv2:index (\d+)", text)[1])
        self.symbol = re.search(r'lv2:symbol "(\w+)"', text)[1]
        self.is_input = "lv2:InputPort" in text
        self.is_audio = "lv2:AudioPort" in text
        self.is_logarithmic = "pprops:logarithmic" in text
        self.is_toggle = "lv2:toggled" in text
        self.minimum, self.maximum, self.default = (number(term) for term in ("minimum", "maximum", "default"))
        self.points = sorted({float(v) for v in re.findall(r"rdf:value (-?[0-9.]+)", text)})

    def draw(self, random):
        if self.is_toggle:
            return float(random.random() < 0.7)
        if self.points:
            return float(random.choice(self.points))
        if random.random() < 0.08:
            return float(random.choice([self.minimum, self.maximum, self.default]))
        return self.at(random.random())

    def at(self, position):
        """The value at a position between 0 and 1 of the range."""
        if self.is_logarithmic:
            return float(self.minimum * (self.maximum / self.minimum) ** position)
        return float(self.minimum + (self.maximum - self.minimum) * position)


def ports_of(bundle):
    """The ports of each plug-in of the bundle, by its URI."""
    result = {}
    for path in sorted(pathlib.Path(bundle).glob("*.ttl")):
        text = path.read_text()
        for subject in re.split(r"\n(?=<)", text):
            uri = re.match(r"<([^>]+)>", subject)
            if not uri or "lv2:Plugin" not in subject or "lv2:port [" not in subject:
                continue
            blocks = re.split(r"\n\t\] , \[", subject[subject.index("lv2:port ["):])
            # A comment may come before the index; what belongs to a port is indented by two tabs or more.
            result[uri[1]] = [Port(block) for block in blocks if "lv2:index" in block]
    return result


class Library:
    """One library, loaded from a private folder: martlet.so then has no martlet-v3.so beside it to hand over to."""

    def __init__(self, path, folder):
        self.folder = tempfile.mkdtemp(dir=folder)
        copy = shutil.copy(path, os.path.join(self.folder, "martlet.so"))
        function = ctypes.CDLL(copy, mode=os.RTLD_NOW | os.RTLD_LOCAL).lv2_descriptor
        function.restype, function.argtypes = ctypes.POINTER(Descriptor), [ctypes.c_uint32]
        self.descriptors, index = {}, 0
        while descriptor := function(index):
            self.descriptors[descriptor.contents.uri.decode()] = descriptor.contents
            index += 1


class Instance:
    def __init__(self, library, uri, ports, rate, frames):
        self.descriptor = library.descriptors[uri]
        features = (ctypes.c_void_p * 1)(None)
        self.handle = self.descriptor.instantiate(
            ctypes.addressof(self.descriptor), float(rate), (library.folder + "/").encode(), ctypes.addressof(features))
        assert self.handle, f"{uri} did not instantiate at {rate} Hz"
        self.ports = ports
        self.buffers = {p.symbol: np.zeros(frames if p.is_audio else 1, np.float32) for p in ports}
        for port in ports:
            self.connect(port, self.buffers[port.symbol])
        for port in ports:
            if port.is_input and not port.is_audio:
                self.buffers[port.symbol][0] = port.default

    def connect(self, port, buffer):
        self.descriptor.connect_port(self.handle, port.index, buffer.ctypes.data)

    def deactivate(self):
        # The callback may be NULL.
        if self.descriptor.deactivate:
            self.descriptor.deactivate(self.handle)

    def close(self):
        self.descriptor.cleanup(self.handle)


def signal(random, frames, rate):
    """An input that is seldom quiet: noise, tones, impulses, bursts with silence after them, and rarely NaN or infinity."""
    kind = random.choice(["noise", "sine", "impulse", "burst", "loud", "tiny", "broken"], p=[0.35, 0.2, 0.1, 0.2, 0.05, 0.05, 0.05])
    x = random.uniform(-1, 1, frames)
    if kind == "sine":
        x = np.sin(2 * np.pi * random.uniform(20, rate / 2.1) / rate * np.arange(frames))
    elif kind == "impulse":
        x = np.zeros(frames)
        x[0] = 1
    elif kind == "burst":
        x[frames // 4:] = 0
    elif kind == "loud":
        x *= 1e6
    elif kind == "tiny":
        x *= 1e-30
    elif kind == "broken":
        x[random.integers(frames, size=3)] = [np.nan, np.inf, -np.inf]
    return x.astype(np.float32)


def compare(pair, uri, ports, random):
    """Runs one case with both libraries. Returns the first difference as text, or None."""
    rate = int(random.choice(RATES)) if random.random() < 0.8 else int(random.integers(8000, 768001))
    largest = int(random.choice([16, 64, 256, 1024, 4096]))
    total = int(random.choice([6000, 12000, 24000])) * (2 if rate > 100000 else 1)
    fixed = random.random() < 0.4
    instances = [Instance(library, uri, ports, rate, largest) for library in pair]
    controls = [p for p in ports if p.is_input and not p.is_audio]
    audio_in = [p for p in ports if p.is_input and p.is_audio]
    audio_out = [p for p in ports if not p.is_input and p.is_audio]
    control_out = [p for p in ports if not p.is_input and not p.is_audio]
    in_place = random.random() < 0.3
    if in_place:
        for instance in instances:
            for source, target in zip(audio_in, audio_out):
                instance.buffers[target.symbol] = instance.buffers[source.symbol]
                instance.connect(target, instance.buffers[source.symbol])
    movement = random.choice(["none", "jump", "ramp", "wobble"], p=[0.15, 0.3, 0.3, 0.25])
    moving = [p for p in controls if random.random() < 0.5]
    values = {p.symbol: 1.0 if p.is_toggle and random.random() < 0.8 else p.draw(random) for p in controls}
    ramps = {p.symbol: (random.random(), random.random(), random.uniform(1, 40)) for p in moving}
    inputs = [signal(random, total, rate) for _ in audio_in]
    for instance in instances:
        instance.descriptor.activate(instance.handle)
    start, difference = 0, None
    while start < total and not difference:
        frames = largest if fixed else int(random.integers(0, largest + 1))
        frames = min(frames, total - start)
        if movement == "jump" and random.random() < 0.1:
            for port in moving:
                values[port.symbol] = port.draw(random)
        elif movement in ("ramp", "wobble"):
            part = start / total
            for port in moving:
                first, last, turns = ramps[port.symbol]
                if port.is_toggle or port.points:
                    if random.random() < 0.03:
                        values[port.symbol] = port.draw(random)
                else:
                    position = part if movement == "ramp" else 0.5 + 0.5 * np.sin(2 * np.pi * turns * part)
                    values[port.symbol] = port.at(first + (last - first) * position)
        reset = random.random() < 0.003
        for instance in instances:
            if reset:
                instance.deactivate()
                instance.descriptor.activate(instance.handle)
            for port in controls:
                instance.buffers[port.symbol][0] = values[port.symbol]
            for port, samples in zip(audio_in, inputs):
                instance.buffers[port.symbol][:frames] = samples[start:start + frames]
            instance.descriptor.run(instance.handle, frames)
        for port in audio_out + control_out:
            a, b = (instance.buffers[port.symbol][:frames if port.is_audio else 1] for instance in instances)
            if a.tobytes() != b.tobytes():
                frame = next(i for i in range(len(a)) if a[i].tobytes() != b[i].tobytes())
                difference = (
                    f"{uri} at {rate} Hz, blocks up to {largest}, {movement}: {port.symbol} is {a[frame]!r} and {b[frame]!r}"
                    f" in frame {start + frame}, settings {values}")
                break
        start += frames
    for instance in instances:
        instance.deactivate()
        instance.close()
    return difference


# The plug-ins whose sound stays as it is to the bit.
FIRST = r"urn:martlet:(peaking-eq|lowpass|comb)-(mono|stereo)$"
PLACEMENTS = 6  # instances of each build that the speed is measured with
# What moves while the speed is measured, over which part of the range.
MOVING = {"peaking-eq": ("gain", 0.45, 0.65), "lowpass": ("cutoff", 0.5, 0.7), "comb": ("delay", 0.5, 0.55)}
SETTINGS = {"peaking-eq": {"frequency": 1000, "gain": 6}, "lowpass": {}, "comb": {"damping": 6000}}


def speed(pairs, ports, seconds):
    """Prints the time a frame of each plug-in, old and new. Returns all ratios."""
    folder = tempfile.mkdtemp()
    source, library = os.path.join(folder, "timer.c"), os.path.join(folder, "timer.so")
    pathlib.Path(source).write_text(TIMER)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    measure = ctypes.CDLL(library).measure
    measure.restype = ctypes.c_double
    measure.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p]
    frames, blocks = 64, 400
    jobs = []
    for name, pair in pairs.items():
        for uri in ports:
            effect = next(key for key in MOVING if key in uri)
            symbol, low, high = MOVING[effect]
            port = next(p for p in ports[uri] if p.symbol == symbol)
            wave = low + (high - low) * (0.5 + 0.5 * np.sin(2 * np.pi * np.arange(blocks) / blocks))
            values = np.array([port.at(v) for v in wave], np.float32)
            for is_moving in (False, True):
                title = f"{name:14} {uri.split(':')[-1]:18} {'moving' if is_moving else 'steady'}"
                jobs.append((title, [[], []], [[], []], values, [[], []]))
                # Where memory is placed can cost more than 3 %, so several instances of both builds take turns.
                for index in range(2 * PLACEMENTS):
                    which = (index + index // 2) % 2
                    instance = Instance(pair[which], uri, ports[uri], 48000, frames)
                    for key, value in SETTINGS[effect].items():
                        instance.buffers[key][0] = value
                    for p in ports[uri]:
                        if p.is_audio and p.is_input:
                            instance.buffers[p.symbol][:] = np.random.default_rng(1).uniform(-0.5, 0.5, frames)
                    instance.descriptor.activate(instance.handle)
                    jobs[-1][1][which].append(instance)
                    jobs[-1][2][which].append((
                        ctypes.cast(instance.descriptor.run, ctypes.c_void_p).value, instance.handle, blocks, frames,
                        instance.buffers[symbol].ctypes.data if is_moving else None, values.ctypes.data))
                    measure(*jobs[-1][2][which][-1])
    end = time.monotonic() + seconds
    turn = 0
    while time.monotonic() < end or turn < 2 * PLACEMENTS:
        for _, _, calls, _, times in jobs:
            for which in ((0, 1) if turn // PLACEMENTS % 2 else (1, 0)):
                times[which].append(measure(*calls[which][turn % PLACEMENTS]) / (blocks * frames))
        turn += 1
    ratios = []
    for title, instances, _, _, (old, new) in jobs:
        ratios.append(min(new) / min(old))
        print(f"  {title}  {min(old):.3f} -> {min(new):.3f} ns a frame, ratio {ratios[-1]:.3f}")
        for instance in instances[0] + instances[1]:
            instance.close()
    shutil.rmtree(folder)
    return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--tolerance", type=float, default=3)
    arguments = parser.parse_args()
    ports = {uri: ports for uri, ports in ports_of(arguments.old).items() if re.match(FIRST, uri)}
    np.seterr(all="ignore")
    assert len(ports) == 6, f"expected six plug-ins, found {sorted(ports)}"
    folder = tempfile.mkdtemp()
    pairs = {
        name: [Library(os.path.join(bundle, name), folder) for bundle in (arguments.old, arguments.new)]
        for name in LIBRARIES if "avx2" in pathlib.Path("/proc/cpuinfo").read_text() or name == "martlet.so"}
    uris, differences, runs = sorted(ports), [], 0
    for case in range(arguments.cases):
        uri = uris[case % len(uris)]
        for name, pair in pairs.items():
            difference = compare(pair, uri, ports[uri], np.random.default_rng([arguments.seed, case]))
            runs += 1
            if difference:
                differences.append(f"case {case}, {name}: {difference}")
                print(differences[-1])
    ratios = speed(pairs, ports, arguments.seconds) if arguments.seconds else [1.0]
    shutil.rmtree(folder)
    worst = max(ratios)
    mean = float(np.exp(np.mean(np.log(ratios))))
    is_fast = worst <= 1 + arguments.tolerance / 100
    print(
        f"effects.py: seed {arguments.seed}, {runs} runs of {arguments.cases} cases over {len(uris)} plug-ins and {len(pairs)} libraries: "
        f"{'all outputs equal bit for bit' if not differences else f'{len(differences)} runs DIFFER'}; "
        + ("speed not measured" if not arguments.seconds else f"speed new/old: mean {mean:.3f}, worst {worst:.3f}"
           + ("" if is_fast else f", SLOWER than {arguments.tolerance:g} %")))
    return 0 if not differences and is_fast else 1


if __name__ == "__main__":
    sys.exit(main())
