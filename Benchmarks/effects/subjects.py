"""The effects and other plug-ins for the same job, with equivalent settings.

The settings of a bell are frequency (hertz), gain (decibels) and Q of the Audio EQ Cookbook; those of a lowpass of
12 dB an octave are cutoff and Q; those of a comb are delay (milliseconds) and feedback (a factor). `Subject.moving` has,
for each setting that automation moves, the control's symbol, or several, and a function from the setting to their value.
"""

from dataclasses import dataclass
from math import asinh, log, log2, sqrt
from typing import Callable

from host import Missing, Plugin

SWH = "http://plugin.org.uk/swh-plugins/"
EQ10Q = "http://eq10q.sourceforge.net/eq/"
LSP = "http://lsp-plug.in/plugins/lv2/"
FIL4 = "http://gareus.org/oss/lv2/fil4#"
CALF = "http://calf.sourceforge.net/plugins/"


def amplitude(decibels):
    return 10 ** (decibels / 20)


@dataclass(frozen=True)
class Subject:
    """A plug-in and the translation of a job's settings to its controls. `off` has the controls that bypass it."""

    name: str
    package: str
    uri: str
    settings: Callable[..., dict]
    moving: dict
    off: dict | None = None

    @property
    def is_ours(self):
        return self.uri.startswith("urn:martlet:")

    def open(self, rate=48000, **job):
        return Plugin(self.uri, self.settings(**job), rate)


def octaves(q):
    """The bandwidth of a bell with this Q of the cookbook, in octaves."""
    return 2 / log(2) * asinh(1 / (2 * q))


def same(value):
    return value


def _fil4(**settings):
    return dict(dict(LSsec=0, HSsec=0, sec1=0, sec2=0, sec3=0, sec4=0, HighPass=0, LowPass=0), **settings)


# fil4 has a width instead of a Q; 0.4489 is the width for the cookbook's Q 1.
FIL4_WIDTH = 0.4489


def bells(layout):
    """Plug-ins with a bell, Martlet first. `layout` is mono or stereo."""
    mono = layout == "mono"
    yield Subject(
        "Martlet", "", f"urn:martlet:peaking-eq-{layout}",
        lambda frequency, gain, q: dict(frequency=frequency, gain=gain, q=q),
        dict(frequency=("frequency", same), gain=("gain", same)), dict(enabled=0))
    if mono:
        yield Subject(
            "swh singlePara", "swh-lv2", SWH + "singlePara",
            lambda frequency, gain, q: dict(gain=gain, fc=frequency, bw=octaves(q)),
            dict(frequency=("fc", same), gain=("gain", same)))
    name = "eq1qm" if mono else "eq1qs"
    yield Subject(
        "eq10q " + name, "eq10q", EQ10Q + name,
        lambda frequency, gain, q: dict(
            filter1_type=11, filter1_enable=1, filter1_gain=gain, filter1_freq=frequency, filter1_q=q),
        dict(frequency=("filter1_freq", same), gain=("filter1_gain", same)), dict(bypass=1))
    yield Subject(
        "LSP x16", "lsp-plugins-lv2", f"{LSP}para_equalizer_x16_{layout}",
        lambda frequency, gain, q: dict(ft_0=1, fm_0=6, f_0=frequency, g_0=amplitude(gain), q_0=q),
        dict(frequency=("f_0", same), gain=("g_0", amplitude)), dict(enabled=0))
    yield Subject(
        "x42 fil4", "x42-plugins", FIL4 + layout,
        lambda frequency, gain, q: _fil4(sec4=1, freq4=frequency, gain4=gain, q4=FIL4_WIDTH / q),
        dict(frequency=("freq4", same), gain=("gain4", same)), dict(enable=0))
    if not mono:
        yield Subject(
            "Calf Equalizer5Band", "calf-plugins", CALF + "Equalizer5Band",
            lambda frequency, gain, q: dict(p1_active=1, p1_level=amplitude(gain), p1_freq=frequency, p1_q=q),
            dict(frequency=("p1_freq", same), gain=("p1_level", amplitude)), dict(bypass=1))


def lowpasses(layout):
    """Plug-ins with a lowpass of 12 dB an octave, Martlet first. `layout` is mono or stereo."""
    mono = layout == "mono"
    yield Subject(
        "Martlet", "", f"urn:martlet:lowpass-{layout}", lambda cutoff, q: dict(cutoff=cutoff, q=q, slope=12),
        dict(cutoff=("cutoff", same)), dict(enabled=0))
    if mono:
        yield Subject(
            "swh buttlow_iir", "swh-lv2", SWH + "buttlow_iir",
            lambda cutoff, q: dict(cutoff=cutoff, resonance=min(1 / q, sqrt(2))), dict(cutoff=("cutoff", same)))
        yield Subject(
            "swh lowpass_iir", "swh-lv2", SWH + "lowpass_iir", lambda cutoff, q: dict(cutoff=cutoff, stages=1),
            dict(cutoff=("cutoff", same)))
    name = "eq1qm" if mono else "eq1qs"
    yield Subject(
        "eq10q " + name, "eq10q", EQ10Q + name,
        lambda cutoff, q: dict(filter1_type=2, filter1_enable=1, filter1_freq=cutoff, filter1_q=q),
        dict(cutoff=("filter1_freq", same)), dict(bypass=1))
    yield Subject(
        "LSP x16", "lsp-plugins-lv2", f"{LSP}para_equalizer_x16_{layout}",
        lambda cutoff, q: dict(ft_0=4, fm_0=6, f_0=cutoff, q_0=q), dict(cutoff=("f_0", same)), dict(enabled=0))
    yield Subject(
        "x42 fil4", "x42-plugins", FIL4 + layout, lambda cutoff, q: _fil4(LowPass=1, LPfreq=cutoff, LPQ=q),
        dict(cutoff=("LPfreq", same)), dict(enable=0))
    if not mono:
        yield Subject(
            "Calf Filter", "calf-plugins", CALF + "Filter", lambda cutoff, q: dict(mode=0, freq=cutoff, res=q),
            dict(cutoff=("freq", same)), dict(bypass=1))


OCTAVES = [63, 125, 250, 500, 1000, 2000, 4000, 8000]


def _bands(first, **symbols):
    """Values of the controls of eight bands, from functions of the frequency. `first` is the number of the first band."""
    return {
        symbol.replace("N", str(first + index)): value(frequency)
        for index, frequency in enumerate(OCTAVES) for symbol, value in symbols.items()}


def numbered(symbol, first):
    """The symbols of eight bands. `first` is the number of the first band."""
    return [symbol.replace("N", str(first + index)) for index in range(len(OCTAVES))]


def equalizers(layout):
    """Plug-ins with eight bells at the octaves, Martlet first. fil4 has four bells and two shelves. `layout` is stereo."""
    yield Subject(
        "Martlet", "", f"urn:martlet:parametric-eq-{layout}",
        lambda gain, q: _bands(1, frequency_N=same, gain_N=lambda _: gain, q_N=lambda _: q),
        dict(gains=(numbered("gain_N", 1), same)))
    yield Subject(
        "LSP x16, eight bands", "lsp-plugins-lv2", f"{LSP}para_equalizer_x16_{layout}",
        lambda gain, q: _bands(
            0, f_N=same, g_N=lambda _: amplitude(gain), q_N=lambda _: q, ft_N=lambda _: 1, fm_N=lambda _: 6),
        dict(gains=(numbered("g_N", 0), amplitude)))
    yield Subject(
        "eq10q eq10qs", "eq10q", EQ10Q + "eq10qs",
        lambda gain, q: _bands(
            1, filterN_freq=same, filterN_gain=lambda _: gain, filterN_q=lambda _: q, filterN_type=lambda _: 11,
            filterN_enable=lambda _: 1), dict(gains=(numbered("filterN_gain", 1), same)))
    yield Subject(
        "x42 fil4, six bands", "x42-plugins", FIL4 + layout,
        lambda gain, q: _fil4(
            LSsec=1, HSsec=1, LSgain=gain, HSgain=gain,
            **{f"{name}{n}": value for n in range(1, 5)
               for name, value in [("sec", 1), ("freq", OCTAVES[n + 1]), ("gain", gain), ("q", FIL4_WIDTH / q)]}),
        dict(gains=(["LSgain", "HSgain", *numbered("gainN", 1)[:4]], same)))


def _swh_comb(name):
    return Subject(
        "swh " + name, "swh-lv2", SWH + name,
        lambda delay, feedback: dict(
            max_delay=0.1, delay_time=delay / 1000, decay_time=delay / 1000 * -3 / log2(feedback) * log2(10)),
        dict(delay=("delay_time", lambda delay: delay / 1000)))


def _tuned(delay, feedback, **more):
    """Values of the tuned comb's controls for a delay and a feedback."""
    pitch = 69 + 12 * log2(1000 / delay / 440)
    decay = delay / 1000 * -3 / log2(feedback) * log2(10)
    return dict(source=0, note=round(pitch), cents=100 * (pitch - round(pitch)), decay=decay, mix=100, **dict(dict(damping=20000), **more))


def combs(layout):
    """Plug-ins with a comb, Martlet first. `layout` is mono or stereo. The tuned comb moves by its fine tuning."""
    mono = layout == "mono"
    yield Subject(
        "Martlet", "", f"urn:martlet:comb-{layout}",
        lambda delay, feedback, **more: dict(delay=delay, feedback=feedback * 100, mix=100, **more),
        dict(delay=("delay", same)), dict(enabled=0))
    yield Subject(
        "Martlet, tuned", "", f"urn:martlet:tuned-comb-{layout}", _tuned,
        dict(delay=("cents", lambda delay: (delay - 3.5) / 1.5 * 100)), dict(enabled=0))
    if mono:
        yield Subject(
            "swh comb", "swh-lv2", SWH + "comb", lambda delay, feedback: dict(freq=1000 / delay, fb=feedback),
            dict(delay=("freq", lambda delay: 1000 / delay)))
        for name in ["comb_n", "comb_l", "comb_c"]:
            yield _swh_comb(name)
    else:
        yield Subject(
            "Calf Flanger", "calf-plugins", CALF + "Flanger",
            lambda delay, feedback: dict(min_delay=delay, mod_depth=0.1, feedback=feedback, lfo=0),
            dict(delay=("min_delay", same)), dict(on=0))


def ipp():
    """The biquads of Intel IPP in double and single precision, fixed to the bell of speed.py."""
    for name in ["ippsIIR64f_32f", "ippsIIR_32f"]:
        yield Subject(name, "ipp-static of PyPI", "urn:martlet:bench:" + name, lambda **_: {}, {})


def available(subjects, **job):
    """The installed subjects, each with a new instance. Prints which ones are not installed."""
    for subject in subjects:
        try:
            yield subject, subject.open(**job)
        except Missing:
            print(f"skipped: {subject.name} ({subject.package} is not installed)")
