"""Compares what a host rendered with what the formula says.

The recording begins and ends in silence long enough for the tail of every effect, so the ratio of the spectra of the
whole output and the whole input is the transfer function itself: no window, no leakage, and a host that starts a
block early or late changes nothing but the phase.
"""

import numpy as np

# How closely an effect follows its formula, dB (within the part of the band that its case states).
FOLLOWED = 0.2

# A spectral bin of rounding noise has a Rayleigh distribution: it exceeds NOISE_LIMIT times its root mean square with
# a probability of exp(-NOISE_LIMIT^2) = 1.4e-11, once in 10^5 runs of 10^5 bins times 7.
NOISE_LIMIT = 5

# The lowest frequency compared, Hz: the lowest that the effects are made for.
LOWEST = 20

# The part of the bins that must be loud enough for the formula, not the noise, to decide.
DECIDED = 0.75


def disagreements(case, source, output, rate, latency):
    """What is wrong with `output`, as a list of sentences; empty where it is what the formula says.

    `source` and `output` are arrays of frames by channels. `latency` is the delay in frames that the host is known to
    add, or None where it starts at a moment of its own choice.
    """
    if output.shape[1] != source.shape[1]:
        return [f"{output.shape[1]} channels instead of {source.shape[1]}"]
    if not np.all(np.isfinite(output)):
        return ["output is not finite"]
    if np.max(np.abs(output)) == 0:
        return ["output is silent"]
    return [
        f"channel {channel}: {text}"
        for channel in range(source.shape[1])
        for text in _channel(case, source[:, channel], output[:, channel], rate, latency)
    ]


def _channel(case, source, output, rate, latency):
    frames = max(len(source), len(output))
    frequency = np.fft.rfftfreq(frames, 1 / rate)
    expected = np.fft.rfft(source, frames) * minimum_phase(case.response(frequency, rate), frames)
    actual = np.fft.rfft(output, frames)
    band = (frequency >= LOWEST) & (frequency <= case.followed * rate)

    # Rounding to 32-bit float moves a sample by up to half of 2^-23 of its magnitude, taken here as the peak's: white
    # noise of step/sqrt(12) a sample, sqrt(frames) times that a bin.
    step = np.max(np.abs(output)) * 2.0**-23
    noise = NOISE_LIMIT * step / np.sqrt(12) * np.sqrt(frames)
    formula = np.abs(expected) * (10 ** (FOLLOWED / 20) - 1)
    if np.mean(formula[band] > noise) < DECIDED:
        return ["too little signal to decide"]

    problems = []
    error = np.abs(np.abs(actual) - np.abs(expected))
    wrong = band & (error > formula + noise)
    if np.any(wrong):
        worst = np.argmax(np.where(band, error / (formula + noise), 0))
        level = 20 * np.log10(np.abs(actual[worst]) / np.abs(expected[worst]) + 1e-20)
        problems.append(
            f"{np.sum(wrong)} of {np.sum(band)} bins differ from the formula, worst {level:+.2f} dB "
            f"at {frequency[worst]:.0f} Hz"
        )
    correlation = np.fft.irfft(np.where(band, actual * np.conj(expected), 0), frames)
    peak = np.argmax(np.abs(correlation))
    if correlation[peak] < 0:
        problems.append("polarity is inverted")
    if latency is not None and peak != latency % frames:
        problems.append(f"delayed by {peak if peak < frames / 2 else peak - frames} frames instead of {latency}")
    return problems


def minimum_phase(response, frames):
    """The response of `frames` samples that has the magnitude of `response` and the least delay.

    Every effect here is minimum phase, and a digital filter that has an analog one's magnitude below half the rate
    cannot have its phase too: it lacks what the analog one turns because of its slope above. A. Oppenheim and
    R. Schafer, Discrete-Time Signal Processing: the cepstrum of such a response has no part before 0.
    """
    cepstrum = np.fft.irfft(np.log(np.abs(response)), frames)
    cepstrum[1 : (frames + 1) // 2] *= 2
    cepstrum[frames // 2 + 1 :] = 0
    return np.exp(np.fft.rfft(cepstrum))


def unchanged(source, output, latency):
    """What is wrong with `output` where it must be the input bit for bit, as a list of sentences."""
    if output.shape[1] != source.shape[1]:
        return [f"{output.shape[1]} channels instead of {source.shape[1]}"]
    shift = latency
    if latency is None:
        frames = len(source) + len(output)
        spectra = np.fft.rfft(output[:, 0], frames) * np.conj(np.fft.rfft(source[:, 0], frames))
        shift = int(np.argmax(np.fft.irfft(spectra, frames)))
    moved = output[shift : shift + len(source)]
    if len(moved) < len(source):
        return [f"only {len(moved)} of {len(source)} frames"]
    count = np.sum(np.any(moved != source, axis=1))
    return [f"{count} of {len(source)} frames differ from the input though enabled is off"] if count else []


def damaged(output):
    """Outputs that a comparison must refuse: what each is, and the samples."""
    yield "silent", np.zeros_like(output)
    yield "inverted", -output
    if output.shape[1] == 2:
        yield "with its channels swapped", output[:, ::-1]
    # One block of 64 frames lost where the sound is loudest.
    start = max(np.argmax(np.max(np.abs(output), axis=1)) - 32, 0)
    gap = output.copy()
    gap[start : start + 64] = 0
    yield "with a gap", gap
