"""Measures the precision of the effects: deviation from the analog prototype, rounding noise, peaks of the comb."""

import functools

import numpy as np
import scipy.signal

import host
import plots
import report
import subjects

RATES = [44100, 48000, 88200, 96000]
# The relative rounding error of a Float is at most 2^-25; its root mean square is 2^-24/√12.
ROUNDING = 2.0**-24 / np.sqrt(12)


def decibels(amplitude):
    return 20 * np.log10(np.maximum(np.abs(amplitude), 1e-300))


def frames_for(time_constant, rate):
    """Returns a power of two, at least 8192: frames in which a decay with `time_constant` seconds falls by 260 dB."""
    return 1 << int(np.ceil(np.log2(max(30 * time_constant * rate, 8192))))


def response(plugin, frames, passes=1):
    """Returns the plug-in's impulse response, after half a second of silence in which its controls settle.

    It is the mean of the responses to `passes` impulses of different sizes. Their rounding errors are independent, so
    the error of the mean is smaller by a factor of √passes.
    """
    plugin.render(np.zeros(plugin.rate // 2))
    sizes = np.float32(1 - 0.5 * np.arange(passes) / passes).astype(np.float64)
    mean = np.zeros(frames)
    impulse = np.zeros(frames)
    for size in sizes:
        impulse[0] = size
        mean += plugin.render(impulse) / (size * passes)
    return mean


def analog_bell(f, frequency, gain, q):
    """R. Bristow-Johnson's Audio EQ Cookbook, peakingEQ, in s."""
    a, s = 10 ** (gain / 40), 1j * f / frequency
    return (s * s + s * a / q + 1) / (s * s + s / (a * q) + 1)


def analog_lowpass(f, cutoff, q, slope=12):
    """Butterworth lowpass of `slope` decibels an octave, with its highest Q multiplied by q·√2."""
    s, sections = 1j * f / cutoff, slope // 12
    dampings = 2 * np.cos(np.pi * (2 * np.arange(sections) + 1) / (4 * sections))
    dampings[-1] /= np.sqrt(2) * q
    return np.prod([1 / (s * s + s * d + 1) for d in dampings], 0)


def deviation(plugin, prototype, time_constant, low=20, high=20000):
    """Returns the frequencies from `low` to `high` hertz, the deviation in decibels at each, and its uncertainty.

    The uncertainty is six standard deviations of the error from the rounding of the samples to Float.
    """
    frames = frames_for(time_constant, plugin.rate)
    f = np.fft.rfftfreq(frames, 1 / plugin.rate)
    within = (f >= low) & (f <= high)
    f = f[within]
    ideal = prototype(f)

    def uncertainty(samples, passes):
        return decibels(1 + 6 * ROUNDING * np.sqrt(np.sum(samples**2) / passes) / np.abs(ideal))

    samples, passes = response(plugin, frames), 1
    rough = uncertainty(samples, passes).max()
    if rough > CERTAIN:
        passes = min(MOST_PASSES, int(np.ceil((rough / CERTAIN) ** 2)))
        samples = response(plugin, frames, passes)
    return f, decibels(np.fft.rfft(samples)[within]) - decibels(ideal), uncertainty(samples, passes)


# The required certainty of a deviation in decibels, and the largest number of measurements for it.
CERTAIN, MOST_PASSES = 0.002, 64

# The upper octaves, where the errors are largest, have a denser grid.
FREQUENCIES = np.concatenate([np.geomspace(20, 4000, 6), np.linspace(5000, 20000, 13)])
ISSUED_Q = [0.3, 0.5, 0.7071, 1, 2, 4, 10]
ISSUED_GAIN = [-24, -12, -6, 6, 12, 24]
OUTER_Q = [0.1, 0.2, 15, 25]
OUTER_GAIN = [-50, -36, 36, 50]


def _sweep(plugin, settings, prototype, time_constant):
    """Returns the worst deviation of all `settings`, its setting, its frequency and its uncertainty."""
    worst = (-1.0, None, None, None)
    for values in settings:
        for symbol, value in values.items():
            plugin[symbol] = value
        exact = {symbol: plugin[symbol] for symbol in values}
        f, error, rounding = deviation(plugin, lambda f: prototype(f, **exact), time_constant(**exact))
        # The uncertainty of the measurement is subtracted.
        index = np.argmax(np.abs(error) - rounding)
        if abs(error[index]) - rounding[index] > worst[0]:
            worst = (abs(error[index]) - rounding[index], exact, f[index], rounding[index])
    return worst


def _bell_time(frequency, gain, q):
    return q * 10 ** (abs(gain) / 40) / (np.pi * frequency) + 1 / (np.pi * frequency * q)


def _lowpass_time(cutoff, q, slope=12):
    return max(q, 1 / q) * slope / 12 / (np.pi * cutoff)


def _report_sweeps(title, sweeps):
    rows, limits = [], []
    for rate, what, plugin, settings, prototype, time, limit in sweeps:
        worst, at, f, rounding = _sweep(plugin, settings, prototype, time)
        where = ", ".join(f"{symbol} {value:.4g}" for symbol, value in at.items())
        rows.append([f"{rate} Hz, {what}", len(settings), worst, f, where, rounding])
        limits.append((f"{rate} Hz, {what}", worst, limit, "dB"))
    report.heading(title)
    report.table(["", "settings", "worst, dB", "at Hz", "with", "uncertain, dB"], rows)
    report.targets(limits)


def bell():
    """Compares the bell with its analog prototype over its whole range, and other plug-ins at some settings."""
    def grid(frequencies, gains, qs):
        return [dict(frequency=f, gain=g, q=q) for f in frequencies for g in gains for q in qs]

    issued = grid(FREQUENCIES, ISSUED_GAIN, ISSUED_Q)
    outer = grid(FREQUENCIES[::3], OUTER_GAIN, ISSUED_Q[::2] + OUTER_Q) + grid(
        FREQUENCIES[::3], ISSUED_GAIN[::2], OUTER_Q)
    sweeps = []
    for rate in RATES:
        plugin = host.Plugin("urn:martlet:peaking-eq-mono", rate=rate)
        tight = rate > 80000
        sweeps.append((
            rate, "Q 0.3 to 10, within 24 dB", plugin, issued, analog_bell, _bell_time, 0.02 if tight else 0.2))
        if not tight:
            sweeps.append((rate, "the remaining range", plugin, outer, analog_bell, _bell_time, 0.5))
    _report_sweeps("Bell: deviation from the analog prototype, 20 Hz to 20 kHz", sweeps)
    settings = [dict(frequency=f, gain=12, q=q) for f in [1000, 5000, 10000, 16000] for q in [1, 4]]
    _compare("Bell, +12 dB, 44.1 kHz", subjects.bells, settings, analog_bell, 44100, _bell_time)


def lowpass():
    """Compares the lowpass with its analog prototype, and other plug-ins at 12 dB an octave."""
    def grid(cutoffs, qs):
        return [dict(cutoff=f, q=q) for f in cutoffs for q in qs]

    sweeps = []
    for rate in RATES:
        plugin = host.Plugin("urn:martlet:lowpass-mono", dict(slope=12), rate)
        tight = rate > 80000
        sweeps.append((
            rate, "Q 0.3 to 10", plugin, grid(FREQUENCIES, ISSUED_Q), analog_lowpass, _lowpass_time,
            0.02 if tight else 0.2))
        if not tight:
            sweeps.append((
                rate, "the remaining range", plugin, grid(FREQUENCIES, OUTER_Q), analog_lowpass, _lowpass_time, 0.5))
        for slope in [] if tight else [24, 36, 48]:
            # With lower cutoffs, a Float cannot hold the output at the frequencies where the steep filters deviate.
            sweeps.append((
                rate, f"{slope} dB/oct, Q 0.3 to 10", host.Plugin("urn:martlet:lowpass-mono", dict(slope=slope), rate),
                grid(FREQUENCIES[6:], ISSUED_Q), functools.partial(analog_lowpass, slope=slope),
                functools.partial(_lowpass_time, slope=slope), 0.2))
    _report_sweeps("Lowpass: deviation from the analog prototype, 20 Hz to 20 kHz", sweeps)
    settings = [dict(cutoff=f, q=q) for f in [1000, 4000, 8000, 16000] for q in [0.7071, 4]]
    _compare("Lowpass, 48 kHz", subjects.lowpasses, settings, analog_lowpass, 48000, _lowpass_time)


def _compare(title, subject_list, settings, prototype, rate, time):
    """Prints each plug-in's worst deviation at each of `settings` in decibels, and plots the curves."""
    found = list(subjects.available(subject_list("mono"), rate=rate, **settings[0]))
    found += [
        pair for pair in subjects.available(subject_list("stereo"), rate=rate, **settings[0])
        if "Calf" in pair[0].name]
    rows, curves = [], {}
    for subject, plugin in found:
        row = [subject.name]
        for values in settings:
            for symbol, value in subject.settings(**values).items():
                plugin[symbol] = value
            f, error, rounding = deviation(plugin, lambda f: prototype(f, **values), time(**values))
            index = np.argmax(np.abs(error) - rounding)
            # Calf's Filter has no output for an impulse after silence.
            row.append(float(error[index]) if error[index] > -1000 else "mute")
            curves.setdefault(tuple(values.values()), []).append((subject.name, f, error))
        rows.append(row)
    report.heading(f"{title}: worst deviation from the analog prototype, dB")
    titles = [", ".join(f"{value:g}" for value in values.values()) for values in settings]
    report.table([" / ".join(settings[0]), *titles], rows)
    plots.deviations(title, {", ".join(f"{v:g}" for v in key): curve for key, curve in curves.items()})


def rounding():
    """Measures the rounding noise at 20 Hz and 192 kHz.

    The reference is the convolution of the input with the plug-in's impulse response, in double precision. The impulse
    response is the mean of 32 responses to impulses of different sizes, so its error is 15 dB below that of one output.
    """
    rate = 192000
    noise = np.random.default_rng(2).uniform(-0.5, 0.5, rate).astype(np.float32)
    jobs = [(subjects.bells, dict(frequency=20, gain=12, q=q)) for q in [0.3, 1, 10]]
    jobs += [(subjects.bells, dict(frequency=20, gain=-12, q=1))]
    jobs += [(subjects.lowpasses, dict(cutoff=20, q=q)) for q in [0.3, 0.7071, 10]]
    rows, limits = [], []
    for subject_list, settings in jobs:
        row = []
        for subject, plugin in subjects.available(subject_list("mono"), rate=rate, **settings):
            q = settings["q"]
            time = max(q, 1 / q) * (2 if "gain" in settings else 1) / (np.pi * 20)
            level = _noise_of(plugin, noise, min(frames_for(time * 0.7, rate), 1 << 21))
            row.append((subject, level))
        title = ", ".join(f"{symbol} {value:g}" for symbol, value in settings.items())
        rows += [[title, subject.name, level] for subject, level in row]
        limits.append((title, row[0][1], -150, "dB"))
    plugin = host.Plugin("urn:martlet:lowpass-mono", dict(cutoff=20, slope=48), rate)
    level = _noise_of(plugin, noise, 1 << 19)
    limits.append(("cutoff 20, 48 dB/oct", level, -150, "dB"))
    report.heading("Rounding noise at 20 Hz, 192 kHz: dB of the output")
    report.table(["", "", "noise"], rows)
    report.targets(limits)


def _noise_of(plugin, noise, frames):
    ideal_response = response(plugin, frames, 32)
    plugin.render(np.zeros(plugin.rate))
    output = plugin.render(noise)
    ideal = scipy.signal.oaconvolve(noise.astype(np.float64), ideal_response)[: len(noise)]
    return float(decibels(np.sqrt(np.mean((output - ideal) ** 2) / np.mean(ideal**2))))


DELAYS = [24.5, 48.25, 73.1, 100, 109.09, 200.73, 436.36]


def _teeth(plugin, delay, decay, highest=10000):
    """Returns the ideal frequencies of the peaks up to `highest` hertz, their errors in cents and their amplitudes.

    Near a peak 1/|H|² is a parabola, which is fitted to the three points of the spectrum around the maximum.
    """
    frames = frames_for(decay, plugin.rate)
    spectrum = np.fft.rfft(response(plugin, frames))
    inverse = 1 / np.abs(spectrum) ** 2
    ideal = np.arange(1, int(highest * delay) + 1) / delay
    bin_width = plugin.rate / frames
    cents, heights = [], []
    for frequency in ideal:
        reach = max(int(0.25 / delay / bin_width), 3)
        middle = int(round(frequency / bin_width))
        around = slice(max(middle - reach, 1), middle + reach)
        peak = around.start + int(np.argmin(inverse[around]))
        below, here, above = inverse[peak - 1 : peak + 2]
        offset = 0.5 * (below - above) / (below - 2 * here + above)
        cents.append(1200 * np.log2((peak + offset) * bin_width / frequency))
        heights.append((here - 0.25 * (below - above) * offset) ** -0.5)
    return ideal, np.array(cents), np.array(heights)


def teeth():
    """Measures the frequencies and levels of the comb's peaks ("teeth") at fractional delays."""
    rows, limits = [], dict(cents=[], low=[], high=[])
    for rate in RATES:
        for feedback in [90, 99]:
            worst = np.zeros(4)
            for frames in DELAYS:
                plugin = host.Plugin(
                    "urn:martlet:comb-mono", dict(delay=1000 * frames / rate, feedback=feedback, mix=100), rate)
                delay, factor = plugin["delay"] / 1000, feedback / 100
                ideal, cents, heights = _teeth(plugin, delay, delay / -np.log(factor))
                errors = np.abs(decibels(heights * (1 - factor)))
                low = ideal <= 5000
                worst = np.maximum(worst, [
                    np.abs(cents[low]).max(initial=0), errors[low].max(initial=0), np.abs(cents).max(),
                    errors.max()])
            rows.append([f"{rate} Hz, feedback {feedback} %", *worst])
            name = rows[-1][0]
            limits["cents"].append((f"{name}, to 5 kHz", worst[0], 0.5, "cents"))
            limits["low"].append((f"{name}, to 5 kHz", worst[1], 0.1, "dB"))
            limits["high"].append((f"{name}, to 10 kHz", worst[3], 1, "dB"))
    report.heading(f"The comb's peaks at delays of {', '.join(map(str, DELAYS))} frames: worst errors")
    report.table(["", "cents to 5 kHz", "dB to 5 kHz", "cents to 10 kHz", "dB to 10 kHz"], rows)
    report.targets(limits["cents"] + limits["low"] + limits["high"])
    _shortest()
    _compare_teeth()


def _shortest():
    """Compares the first peak of very short delays with the output `fundamental`."""
    delays, rates = [0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.2, 0.3], [44100, 48000, 96000]
    rows, worst = [], 0
    for milliseconds in delays:
        row = []
        for rate in rates:
            plugin = host.Plugin("urn:martlet:comb-mono", dict(delay=milliseconds, feedback=90, mix=100), rate)
            # The response decays to -100 dB within 110 times the delay; after padding, a bin is at most 0.1 Hz wide.
            samples = plugin.render(np.eye(1, 1 << 14)[0])
            levels, frequencies = np.abs(np.fft.rfft(samples, 1 << 20)), np.fft.rfftfreq(1 << 20, 1 / rate)
            shown = plugin["fundamental"]
            near = np.abs(frequencies / shown - 1) < 0.15
            cents = 1200 * np.log2(frequencies[near][np.argmax(levels[near])] / shown)
            row.append(cents)
            worst = max(worst, abs(cents))
        rows.append([f"{milliseconds} ms, {1000 / milliseconds:.0f} Hz", *row])
    report.heading("The first peak of very short delays, feedback 90 %: cents off the output `fundamental`")
    report.table(["", *[f"{rate} Hz" for rate in rates]], rows)
    report.targets([("fundamental output", worst, 0.5, "cents")])


def _compare_teeth():
    """Compares the peaks of combs at 440 Hz, feedback 90 %. Levels are relative to the first peak."""
    settings, rows, curves = dict(delay=1000 / 440, feedback=0.9), [], {}
    for subject, plugin in subjects.available(subjects.combs("mono"), **settings):
        ideal, cents, heights = _teeth(plugin, 1 / 440, 1 / 440 / -np.log(0.9))
        levels = decibels(heights / heights[0])
        curves[subject.name] = (ideal, cents, levels)
        rows.append([subject.name, cents[0], np.abs(cents).max(), levels[10], levels[-1]])
    report.heading("Combs at 440 Hz, feedback 90 %, 48 kHz")
    report.table(["", "first peak, cents", "worst, cents", "at 4.8 kHz, dB", "at 9.7 kHz, dB"], rows)
    plots.teeth(curves)


def tuned():
    """Measures the pitch and the decay time of the tuned comb from A0 to C8, by the phase and the level of two parts of the sound."""
    rows, limits = [], []
    for rate in [44100, 48000, 96000, 192000]:
        for cutoff in [200, 1000, 6000, 20000]:
            worst = np.zeros(2)
            for note in [21, 33, 45, 57, 69, 81, 93, 108]:
                plugin = host.Plugin(
                    "urn:martlet:tuned-comb-mono", dict(source=0, note=note, damping=cutoff, decay=2, mix=100), rate)
                frequency = 440 * 2 ** ((note - 69) / 12)
                length = int(rate * max(0.15, 8 / frequency))
                impulse = np.zeros(int(0.1 * rate) + 2 * length)
                impulse[0] = 1
                worst = np.maximum(worst, _tone(plugin.render(impulse), frequency, length, rate))
            rows.append([f"{rate} Hz, damping {cutoff} Hz", *worst])
            limits.append((rows[-1][0], worst[0], 0.5, "cents"))
    report.heading("The tuned comb from A0 to C8: worst errors of the pitch and of a decay time of 2 s")
    report.table(["", "cents", "decay time, %"], rows)
    report.targets(limits)


def _tone(sound, frequency, length, rate):
    """Returns the errors of a decaying tone: of its frequency in cents, and of a decay time of 2 s in per cent."""
    start, step = len(sound) - length - length // 2, length // 2
    window = np.hanning(length) ** 2
    first, second = [
        np.sum(sound[place:place + length] * window
               * np.exp(-2j * np.pi * frequency / rate * np.arange(place, place + length)))
        for place in (start, start + step)]
    cents = 1200 * np.log2(1 + np.angle(second / first) * rate / (2 * np.pi * frequency * step))
    decay = 3 * step / rate / np.log10(np.abs(first / second))
    return abs(cents), abs(decay / 2 - 1) * 100


def damping():
    """Measures how far the loop's lowpass detunes the comb, and whether the output `fundamental` reports it."""
    cutoffs = [500, 1000, 2000, 5000, 10000, 20000]
    limits = []
    for feedback in [90, -90, 50]:
        rows, worst = [], dict(peak=0.0, truth=0.0)
        for fundamental in [55, 110, 220, 440, 880, 1760]:
            rows.append([f"{fundamental} Hz"])
            # A loop that inverts its signal has its first peak at half the inverse of the delay.
            part = 1 if feedback > 0 else 0.5
            for cutoff in cutoffs:
                plugin = host.Plugin("urn:martlet:comb-mono", dict(
                    delay=1000 * part / fundamental, feedback=feedback, mix=100, damping=cutoff))
                delay = plugin["delay"] / 1000
                period = delay / part
                peak = _teeth(plugin, period, delay / -np.log(abs(feedback) / 100), 1.01 / period)[1][0]
                reported = 1200 * np.log2(plugin["fundamental"] * period)
                rows[-1].append(peak)
                worst["peak"] = max(worst["peak"], abs(peak))
                worst["truth"] = max(worst["truth"], abs(peak - reported))
        report.heading(f"The comb with damping, feedback {feedback} %, 48 kHz: error of the first peak in cents")
        report.table(["first peak", *[f"damping {cutoff} Hz" for cutoff in cutoffs[:-1]], "none"], rows)
        limits += [
            (f"{feedback} %, first peak", worst["peak"], 2, "cents"),
            (f"{feedback} %, output `fundamental`, difference from it", worst["truth"], 2, "cents")]
    report.targets(limits)


# The types of a band of the parametric EQ, with the number of the choice.
BAND_TYPES = {"low shelf": 1, "high shelf": 2, "highpass": 4, "notch": 5, "bandpass": 6}


def analog_band(f, kind, frequency, gain, q):
    """R. Bristow-Johnson's Audio EQ Cookbook, in s."""
    a, s = 10 ** (gain / 40), 1j * f / frequency
    low = a * s * s + np.sqrt(a) * s / q + 1
    high = s * s + np.sqrt(a) * s / q + a
    denominator = s * s + s / q + 1
    return {
        "low shelf": lambda: a * high / low, "high shelf": lambda: a * low / high, "highpass": lambda: s * s / denominator,
        "notch": lambda: (s * s + 1) / denominator, "bandpass": lambda: s / q / denominator}[kind]()


def types():
    """Prints the maximum deviation of the types of the parametric EQ without fitted tables."""
    report.heading("Deviation of the types of the parametric EQ at 44.1 kHz, shelves of 18 dB: dB")
    qualities = [0.3, 0.5, 0.7071, 1, 2, 5]
    rows, worst = [], {}
    for kind, number in BAND_TYPES.items():
        for frequency in [1000, 4000, 8000, 16000]:
            row = []
            for q in qualities:
                gains = [-18, 18] if "shelf" in kind else [0]
                row.append(max(_deviation_of_type(kind, number, frequency, gain, q) for gain in gains))
                if q <= 1:
                    worst[kind] = max(worst.get(kind, 0), row[-1])
            rows.append([f"{kind}, {frequency} Hz", *row])
    report.table(["", *(f"Q {q:g}" for q in qualities)], rows)
    report.targets((f"{kind}, Q 0.3 to 1", value, 0.2, "dB") for kind, value in worst.items())


def _deviation_of_type(kind, number, frequency, gain, q):
    plugin = host.Plugin(
        "urn:martlet:parametric-eq-mono", dict(type_1=number, frequency_1=frequency, gain_1=gain, q_1=q), 44100)
    # A notch and its neighbors have no level that a sample could represent.
    prototype = lambda f: analog_band(f, kind, frequency, gain, plugin["q_1"])
    f, error, rounding = deviation(plugin, prototype, _bell_time(frequency, gain, q))
    audible = decibels(prototype(f)) > -100
    return np.max(np.abs(error[audible]) - rounding[audible])
