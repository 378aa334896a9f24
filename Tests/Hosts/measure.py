"""Compares the output of a host with the formula of the effect.

The recording begins and ends with enough silence for the tail of every effect. The ratio of the spectra of the whole output
and the whole input is therefore the transfer function, without a window and without leakage. A host that starts a block
early or late changes only the phase.
"""

import numpy as np

# The tolerance of the magnitude in dB, within the part of the band that the case states.
FOLLOWED = 0.2

# A spectral bin of rounding noise has a Rayleigh distribution: it exceeds NOISE_LIMIT times its root mean square with
# a probability of exp(-NOISE_LIMIT^2) = 1.4e-11, once in 10^5 runs of 10^5 bins times 7.
NOISE_LIMIT = 5

# The lowest compared frequency in Hz, which is the lowest of the effects.
LOWEST = 20

# The part of the bins in which the tolerance must exceed the noise.
DECIDED = 0.75


def disagreements(case, source, output, rate, latency):
    """Returns the differences between `output` and the formula as a list of sentences.

    `source` and `output` are arrays of frames by channels. `latency` is the known delay of the host in frames, or None if
    it varies.
    """
    if output.shape[1] != source.shape[1]:
        return [f"{output.shape[1]} channels instead of {source.shape[1]}"]
    if not np.all(np.isfinite(output)):
        return ["the output is not finite"]
    if np.max(np.abs(output)) == 0:
        return ["the output is silent"]
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

    # Rounding to 32-bit float changes a sample by up to half of 2^-23 of its magnitude; the peak is an upper limit. This is
    # white noise of step/sqrt(12) a sample and sqrt(frames) times as much in a bin.
    step = np.max(np.abs(output)) * 2.0**-23
    noise = NOISE_LIMIT * step / np.sqrt(12) * np.sqrt(frames)
    formula = np.abs(expected) * (10 ** (FOLLOWED / 20) - 1)
    if np.mean(formula[band] > noise) < DECIDED:
        return ["the signal is too weak to compare"]

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
        problems.append("the polarity is inverted")
    if latency is not None and peak != latency % frames:
        problems.append(f"the output is delayed by {peak if peak < frames / 2 else peak - frames} frames instead of {latency}")
    return problems


def minimum_phase(response, frames):
    """Returns the minimum-phase response of `frames` samples with the magnitude of `response`.

    All effects are minimum phase. A digital filter with the magnitude of an analog filter below half the sample rate cannot
    also have its phase, which depends on the slope above that frequency. A. Oppenheim and R. Schafer, Discrete-Time Signal
    Processing: the cepstrum of a minimum-phase response is causal.
    """
    cepstrum = np.fft.irfft(np.log(np.abs(response)), frames)
    cepstrum[1 : (frames + 1) // 2] *= 2
    cepstrum[frames // 2 + 1 :] = 0
    return np.exp(np.fft.rfft(cepstrum))


def unchanged(source, output, latency):
    """Returns the differences between `output` and the input, which must be equal, as a list of sentences."""
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
    return [f"{count} of {len(source)} frames differ from the input although enabled is off"] if count else []


def damaged(output):
    """Yields damaged outputs that a comparison must reject: a description and the samples."""
    yield "silent", np.zeros_like(output)
    yield "inverted", -output
    if output.shape[1] == 2:
        yield "with its channels swapped", output[:, ::-1]
    # A block of 64 frames is missing at the loudest frame.
    start = max(np.argmax(np.max(np.abs(output), axis=1)) - 32, 0)
    gap = output.copy()
    gap[start : start + 64] = 0
    yield "with a gap", gap
