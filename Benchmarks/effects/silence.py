"""Measures the noise of moving controls: spurious energy around a sine, and the error of the comb's moving delay.

The sample rate is 48 kHz, the block length 64 frames. Controls change only between blocks.
"""

import pathlib
import re

import numpy as np
import scipy.signal
import scipy.special

import host
import plots
import report
import subjects
from exactness import decibels

RATE = 48000
BLOCK = 64
SINE = 997
LEVEL = 0.5  # -6 dBFS
NEAR = 200  # hertz; energy nearer to the sine is not spurious
BLOCKS = RATE // BLOCK  # the whole signal: one second
RAMP = BLOCKS // 2  # the length of a ramp in the middle, in blocks
STEP = BLOCKS // 2  # the block at which a step occurs


def sine(frames, phase=0.0):
    return LEVEL * np.sin(2 * np.pi * SINE / RATE * np.arange(frames) + phase)


def movement(first, last, is_ramp, geometric):
    """Returns the control's values, one a block: constantly `first`, then a ramp or a step, then constantly `last`."""
    if not is_ramp:
        return np.repeat([first, last], [STEP, BLOCKS - STEP])
    ramp = (np.geomspace if geometric else np.linspace)(first, last, RAMP)
    constant = BLOCKS - RAMP
    return np.concatenate([np.full(constant // 2, first), ramp, np.full(constant - constant // 2, last)])


def spurious(output):
    """Returns the energy farther than NEAR from the sine, in decibels relative to the total energy.

    The side lobes of the Nuttall window fall by 18 dB an octave: a constant sine gives -190 dB.
    """
    f, energy = spectrum(output)
    return 10 * np.log10(energy[np.abs(f - SINE) > NEAR].sum() / energy.sum())


def spectrum(output):
    """Returns the frequencies and the energy at each of them."""
    window = scipy.signal.windows.nuttall(len(output), sym=False)
    return np.fft.rfftfreq(len(output), 1 / RATE), np.abs(np.fft.rfft(output * window)) ** 2


def settling(cosine, sine_, start):
    """Returns the milliseconds from frame `start` until the sine's complex amplitude has made 99 % of its change.

    The effect is linear while it moves, so the responses to a cosine and to a sine form the response to the analytic
    signal.
    """
    n = np.arange(len(sine_))
    amplitude = (cosine + 1j * sine_) * np.exp(-2j * np.pi * SINE / RATE * n)
    first, last = amplitude[start - 1], amplitude[-1]
    late = np.nonzero(np.abs(amplitude - last) > 0.01 * np.abs(last - first))[0]
    return (late[-1] + 1 - start) / RATE * 1000 if len(late) else 0.0


def _moved(subject, settings, symbol, values):
    """Returns the responses of two new instances to a cosine and to a sine while the control moves."""
    frames = len(values) * BLOCK
    return [
        subject.open(**settings).render(sine(frames, phase), BLOCK, symbol, values) for phase in [np.pi / 2, 0]]


BELL = dict(frequency=1000, gain=12, q=1)
MOVEMENTS = [
    ("bell gain 0 to 12 dB", subjects.bells, dict(BELL, gain=0), "gain", (0, 12), False, (-95, -62)),
    ("bell frequency 500 to 2000 Hz", subjects.bells, dict(BELL, frequency=500), "frequency", (500, 2000), True,
     (-95, -60)),
    ("lowpass cutoff 500 to 5000 Hz", subjects.lowpasses, dict(cutoff=500, q=0.7071), "cutoff", (500, 5000), True,
     (-95, -58)),
    # No target: a moving delay shifts the frequency of the sine. delay() compares it with an ideal comb.
    ("comb delay 2 to 5 ms", subjects.combs, dict(delay=2, feedback=0.5), "delay", (2, 5), False, None),
]


def _both(subject_list):
    """Returns the mono plug-ins and those that exist only in stereo."""
    mono = list(subject_list("mono"))
    uris = {subject.name.split(" eq1q")[0] for subject in mono}
    return mono + [s for s in subject_list("stereo") if s.name.split(" eq1q")[0] not in uris]


def automation():
    """Measures ramps and steps of the filters' controls, large steps, and bypass."""
    for title, subject_list, settings, control, (first, last), geometric, limits in MOVEMENTS:
        rows, curves = [], {}
        for subject in _both(subject_list):
            symbol, scale = subject.moving[control]
            try:
                results = [
                    _moved(subject, settings, symbol, [scale(v) for v in movement(first, last, ramp, geometric)])
                    for ramp in [True, False]]
            except host.Missing:
                continue
            curves[subject.name] = [spectrum(outputs[1]) for outputs in results]
            rows.append([
                subject.name, spurious(results[0][1]), spurious(results[1][1]),
                settling(*results[1], STEP * BLOCK)])
        report.heading(f"{title}: energy beyond {NEAR} Hz from a {SINE} Hz sine, dB")
        report.table(["", "ramp", "step", "99 % of the step after, ms"], rows)
        if limits:
            report.targets([
                ("ramp", rows[0][1], limits[0], "dB"), ("step", rows[0][2], limits[1], "dB"),
                ("99 % of the step", rows[0][3], 50, "ms")])
        plots.spectra(title, curves)
    _large_steps()
    _bypass()


LARGE_STEPS = [
    ("urn:martlet:peaking-eq-mono", dict(gain=12, q=1), "frequency", [(2000, 500), (4000, 1000), (20000, 20)]),
    ("urn:martlet:peaking-eq-mono", dict(gain=24, q=1), "frequency", [(20000, 1000)]),
    ("urn:martlet:peaking-eq-mono", dict(frequency=1000, q=1), "gain", [(12, 0), (-24, 24), (24, -24)]),
    ("urn:martlet:lowpass-mono", dict(q=0.7071), "cutoff", [(5000, 500), (20000, 100)]),
    ("urn:martlet:lowpass-mono", dict(cutoff=1000), "q", [(0.5, 10), (10, 0.5)]),
    ("urn:martlet:lowpass-mono", dict(cutoff=500), "slope", [(12, 48), (48, 12)]),
    ("urn:martlet:lowpass-mono", dict(cutoff=1200, q=25), "slope", [(12, 48), (48, 12)]),
]


def _large_steps():
    """Measures large steps, which have no target."""
    rows = []
    for uri, settings, symbol, steps in LARGE_STEPS:
        for first, last in steps:
            values = movement(first, last, False, False)
            plugins = [host.Plugin(uri, dict(settings, **{symbol: first})) for _ in range(2)]
            outputs = [
                plugin.render(sine(len(values) * BLOCK, phase), BLOCK, symbol, list(values))
                for plugin, phase in zip(plugins, [np.pi / 2, 0])]
            rows.append([
                f"{uri.split(':')[-1]}, {symbol} {first} to {last}", spurious(outputs[1]),
                settling(*outputs, STEP * BLOCK)])
    report.heading(f"Large steps of Martlet: energy beyond {NEAR} Hz from a {SINE} Hz sine, dB")
    report.table(["", "step", "99 % after, ms"], rows)


def _bypass():
    """Measures a bell of +12 dB, a lowpass at 500 Hz and a comb that are switched off and on."""
    rows, limits = [], []
    jobs = [
        ("bell", subjects.bells, BELL), ("lowpass", subjects.lowpasses, dict(cutoff=500, q=0.7071)),
        ("comb", subjects.combs, dict(delay=5, feedback=0.9))]
    for job, subject_list, settings in jobs:
        for subject in _both(subject_list):
            if not subject.off:
                continue
            (symbol, off), = subject.off.items()
            try:
                outputs, enabled = [
                    _moved(subject, settings, symbol, movement(first, 1 - first, False, False))
                    for first in [1 - off, off]]
            except host.Missing:
                continue
            rows.append([
                f"{job}, {subject.name}", spurious(outputs[1]), settling(*outputs, STEP * BLOCK), spurious(enabled[1])])
            if subject.is_ours:
                limits += [
                    (f"{job}, switched off", rows[-1][1], -65, "dB"),
                    (f"{job}, 99 % of the crossfade", rows[-1][2], 50, "ms"),
                    (f"{job}, switched on", rows[-1][3], -65, "dB")]
    report.heading(f"Bypass: energy beyond {NEAR} Hz from a {SINE} Hz sine, dB")
    report.table(["", "off", "99 % after, ms", "on"], rows)
    report.targets(limits)


def _constant(name, path=pathlib.Path(__file__).parents[2] / "Sources/Kit/LV2DSP/Smoothing/Smoother.swift"):
    """Reads a constant of the effects' smoother, which smoothed() reproduces."""
    return float(re.search(rf"static var {name}: \w+ {{ ([0-9.]+) }}", path.read_text())[1])


STRIDE = 2 ** round(np.log2(RATE / _constant("density")))
SETTLING_TIME = _constant("settlingTime")
ONE_PERCENT = _constant("onePercent")


def seen_by_effect(values):
    """Returns the value that the effect uses in each block: it reads a changed control at most once an interval."""
    interval = 64 * max(1, round(RATE / 16_000))
    known, wait = [values[0]], 0
    for value in values[1:]:
        wait = max(wait - BLOCK, 0)
        if value != known[-1] and wait == 0:
            known.append(value)
            wait = interval
        else:
            known.append(known[-1])
    return np.array(known)


def smoothed(targets, frames):
    """Returns the delay in each of `frames` frames. `targets` has one value a block; the smoother starts at the first.

    This is the smoother of Sources/Kit/LV2DSP/Smoothing/Smoother.swift: five equal one-poles in series, evaluated every STRIDE
    frames, with linear interpolation between these points.
    """
    point = STRIDE / RATE
    share = 1 - np.exp(-point * ONE_PERCENT / (SETTLING_TIME - 4 * point))
    poles = np.full(5, float(targets[0]))
    points = [poles[-1]]
    for start in range(0, frames, STRIDE):
        target = targets[start // BLOCK]
        poles += (np.concatenate([[target], poles[:-1]]) - poles) * share
        points.append(poles[-1])
    return np.interp(np.arange(frames), np.arange(len(points)) * STRIDE, points)


HALF_WIDTH = 64  # half the width of the reference's sinc, in samples
SHAPE = 14.0  # beta of its Kaiser window: side lobes below -130 dB


def ideal_comb(samples, delay, feedback, feedforward):
    """A comb with the delay `delay[n]` in frame n, interpolated with a long windowed sinc in double precision."""
    output = np.empty(len(samples))
    reach = int(np.ceil(delay.max())) + HALF_WIDTH + 1
    assert delay.min() > HALF_WIDTH + 1, "the sinc would need future samples"
    loop = np.zeros(reach + len(samples))
    offsets = np.arange(-HALF_WIDTH + 1, HALF_WIDTH + 1)
    scale = scipy.special.i0(SHAPE)
    for n, x in enumerate(samples):
        position = reach + n - delay[n]
        whole = int(np.floor(position))
        distance = offsets - (position - whole)
        window = scipy.special.i0(SHAPE * np.sqrt(np.maximum(0, 1 - (distance / HALF_WIDTH) ** 2)))
        past = np.dot(loop[whole + offsets], np.sinc(distance) * window) / scale
        loop[reach + n] = x + feedback * past
        output[n] = loop[reach + n] + feedforward * past
    return output


def delay():
    """Compares the comb with the ideal comb while the delay moves from 2 to 5 ms with the same smoothing."""
    frames = BLOCKS * BLOCK
    tones = np.random.default_rng(3).uniform(100, 5000, 40)
    phases = np.random.default_rng(4).uniform(0, 2 * np.pi, 40)
    n = np.arange(frames)
    chord = 0.05 * np.sin(2 * np.pi * tones[:, None] / RATE * n + phases[:, None]).sum(axis=0)
    limits = []
    subject = next(subjects.combs("mono"))
    for is_ramp in [True, False]:
        values = np.float32(movement(2, 5, is_ramp, False)).astype(np.float64)
        path = smoothed(seen_by_effect(values) * 0.001 * RATE, frames)
        for name, samples in [("sine", sine(frames)), ("40 tones to 5 kHz", chord)]:
            samples = np.float32(samples).astype(np.float64)
            # Without feedback, only the feedforward adds the delayed signal to the output.
            for feedback, feedforward in [(0, 1), (0.9, 0)]:
                ideal = ideal_comb(samples, path, float(np.float32(feedback * 100)) / 100, feedforward)
                plugin = subject.open(delay=2, feedback=feedback, feedforward=feedforward * 100)
                output = plugin.render(samples, BLOCK, "delay", values)
                error = float(decibels(np.sqrt(np.mean((output - ideal) ** 2) / np.mean(ideal**2))))
                what = f"{'ramp' if is_ramp else 'step'}, {name}, feedback {feedback * 100:g} %"
                limits.append((what, error, -80, "dB"))
    report.heading("The comb's delay from 2 to 5 ms: difference from the ideal time-varying comb, dB of the output")
    report.targets(limits)


