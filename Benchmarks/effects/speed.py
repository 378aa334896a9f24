"""Measures the cost of the effects and of other plug-ins for the same job: `speed.py [SECTION...]`.

All plug-ins of a table take turns, and each figure is the best of many rounds, in nanoseconds a frame. The clock rate
of a shared machine varies, so only ratios within one table are comparable.
"""

import sys
from dataclasses import replace

import numpy as np

import host
import plots
import report
import subjects
import windows

RATE = 48000
BLOCKS = [64, 256, 1024]
ROUNDS = 3000
# Frames of a timed segment: long compared with a clock tick, short compared with a time slice of the scheduler.
SEGMENT = 4096
NOISE = np.random.default_rng(1).uniform(-0.25, 0.25, 1024).astype(np.float32)

BELL = dict(frequency=1000, gain=6, q=1)
LOWPASS = dict(cutoff=1000, q=0.7071)
COMB = dict(delay=2.27, feedback=0.9)
JOBS = [
    ("one bell", subjects.bells, BELL, "frequency", np.geomspace(500, 2000, 64)),
    ("lowpass, 12 dB/oct", subjects.lowpasses, LOWPASS, "cutoff", np.geomspace(500, 5000, 64)),
    ("comb", subjects.combs, COMB, "delay", np.linspace(2, 5, 64)),
]
LAYOUTS = ["mono", "stereo"]
# Of eight bells that move.
GAINS = np.linspace(3, 9, 64)


def settled(plugin):
    """Returns the plug-in after it has processed two seconds of noise, which stays in the inputs."""
    host.feed(NOISE)
    host.time_series(plugin.job(64, 2 * RATE), 1)
    return plugin


def opened(subject_list, **job):
    """The installed subjects, each with a settled instance."""
    return [(subject, settled(plugin)) for subject, plugin in subjects.available(subject_list, **job)]


def cost():
    """Measures static settings at all block lengths."""
    for job, subject_list, settings, _, _ in JOBS:
        for layout in LAYOUTS:
            report.heading(f"Cost of {job}, {layout}: ns a frame")
            found = opened(subject_list(layout), **settings)
            names = [subject.name for subject, _ in found]
            if job == "comb":
                found.insert(1, (found[0][0], settled(found[0][0].open(**settings, damping=5000))))
                names.insert(1, "Martlet, damped at 5 kHz")
            times = np.reshape(
                host.time_jobs([plugin.job(block, SEGMENT) for _, plugin in found for block in BLOCKS], ROUNDS),
                (len(found), len(BLOCKS)))
            report.table(["frames a block", *BLOCKS], [[name, *row] for name, row in zip(names, times)])
            plots.costs(f"{job}, {layout}", names, times, BLOCKS)
            if job != "comb":
                peers = times[1:].min(axis=0)
                report.targets(
                    (f"{block} frames, of the fastest other plug-in", time / peer, 0.33, "")
                    for block, time, peer in zip(BLOCKS, times[0], peers))
            elif layout == "mono":
                by_name = dict(zip(names, times))
                report.targets(
                    (f"{block} frames, {ours} against swh {peer}", by_name[name][i] / by_name["swh " + peer][i], 1, "")
                    for name, ours, peer in [
                        ("Martlet", "undamped", "comb_l"), ("Martlet, damped at 5 kHz", "damped", "comb_c")]
                    if "swh " + peer in by_name for i, block in enumerate(BLOCKS))


def bands():
    """Measures equalizers with eight bells in stereo, static and while their gains move before every block, and the
    parametric EQ with flat, mid and dynamic bands. Of the eight dynamic bells, those of narrow bands move while the others
    are at the ends of their ranges; all of them rest or move in further rows."""
    report.heading("Cost of eight bells, stereo: ns a frame")
    found = opened(subjects.equalizers("stereo"), gain=6, q=1)
    ours = found[0][0]
    variants = {
        "four bells": ours.open(gain=6, q=1), "flat": ours.open(gain=0, q=1), "mid": ours.open(gain=6, q=1),
        "one dynamic bell": ours.open(gain=0, q=1), "eight dynamic bells": ours.open(gain=6, q=1),
        "eight dynamic bells with a sidechain": replace(ours, uri="urn:martlet:parametric-eq-sidechain").open(gain=6, q=1),
        "eight dynamic bells that rest": ours.open(gain=6, q=1),
        "eight dynamic bells that move": ours.open(gain=6, q=1)}
    for band in range(1, 9):
        if band > 4:
            variants["four bells"][f"gain_{band}"] = 0
        variants["mid"][f"channel_{band}"] = 3
        for name, dynamic_range, threshold in [
                ("", -6, -60), (" with a sidechain", -6, -60), (" that rest", -6, 0), (" that move", -24, -45)]:
            variants["eight dynamic bells" + name][f"range_{band}"] = dynamic_range
            variants["eight dynamic bells" + name][f"threshold_{band}"] = threshold
    variants["one dynamic bell"]["range_5"] = -6
    variants["one dynamic bell"]["threshold_5"] = -60
    plugins = [plugin for _, plugin in found] + [settled(plugin) for plugin in variants.values()]
    moved = [(subject, settled(subject.open(gain=6, q=1))) for subject, _ in found]
    jobs = [plugin.job(block, SEGMENT) for plugin in plugins for block in BLOCKS]
    for subject, plugin in moved:
        symbols, scale = subject.moving["gains"]
        jobs += [plugin.job(block, SEGMENT, symbols, [scale(gain) for gain in GAINS]) for block in BLOCKS]
    times = np.reshape(host.time_jobs(jobs, ROUNDS), (-1, len(BLOCKS)))
    names = [subject.name for subject, _ in found] + [f"Martlet, {name}" for name in variants]
    names += [f"{subject.name}, all gains moving" for subject, _ in moved]
    report.table(["frames a block", *BLOCKS], [[name, *row] for name, row in zip(names, times)])
    cost = {name: row[1] for name, row in zip(names, times)}
    peer = min(cost[subject.name] for subject, _ in found[1:])
    report.targets([
        (f"{BLOCKS[1]} frames, of the fastest other plug-in", cost["Martlet"] / peer, 0.25, ""),
        (f"{BLOCKS[1]} frames, eight dynamic bells, of the same", cost["Martlet, eight dynamic bells"] / peer, 0.5, ""),
        (f"{BLOCKS[1]} frames, all gains moving, of the same", cost["Martlet, all gains moving"] / peer, 0.5, ""),
        (f"{BLOCKS[1]} frames, all gains moving, of the static cost", cost["Martlet, all gains moving"] / cost["Martlet"],
         2, "")])


def moving():
    """Measures a control that changes before every block of 64 frames, and bypass."""
    for job, subject_list, settings, control, values in JOBS:
        for layout in LAYOUTS:
            report.heading(f"{job}, {layout}, 64 frames, while its {control} moves, and bypassed: ns a frame")
            found = opened(subject_list(layout), **settings)
            able = [(subject, subject.open(**settings)) for subject, _ in found if subject.off]
            for subject, plugin in able:
                for symbol, value in subject.off.items():
                    plugin[symbol] = value
                settled(plugin)
            moved = [(subject, settled(subject.open(**settings))) for subject, _ in found]
            jobs = [plugin.job(64, SEGMENT) for _, plugin in found + able]
            for subject, plugin in moved:
                symbol, scale = subject.moving[control]
                jobs.append(plugin.job(64, SEGMENT, [symbol], [scale(value) for value in values]))
            times = host.time_jobs(jobs, ROUNDS)
            static, moves = times[:len(found)], times[-len(found):]
            bypassed = dict(zip([subject.name for subject, _ in able], times[len(found):]))
            rows = []
            for (subject, _), still, move in zip(found, static, moves):
                off = bypassed.get(subject.name)
                rows.append([subject.name, still, move, move / still, off, off and off / still])
            report.table(["", "static", "moving", "ratio", "bypassed", "ratio"], rows)
            report.targets([
                ("moving, of the static cost", rows[0][3], 2, ""),
                ("bypassed, of the static cost", rows[0][5], 0.1, "")])


# The target is 1. Two measurements of sound differ by up to 4 %.
SILENCE_TARGET = 1.05


def silence():
    """Measures ten seconds of silence after sound, with subnormal numbers and with flush-to-zero.

    The cost of a segment is the best of eight identical runs, which removes interruptions by the machine. The result is
    the ratio of the slowest segment of silence to the slowest segment of sound.
    """
    for job, subject_list, settings, _, _ in JOBS:
        report.heading(f"{job} in silence after sound, 64 frames: slowest segment, relative to sound")
        rows, ours = [], []
        for layout in LAYOUTS:
            for subject, plugin in opened(subject_list(layout), **settings):
                ratios = [_silence(plugin, flush) for flush in [False, True]]
                rows.append([f"{subject.name}, {layout}", *ratios])
                if subject.is_ours:
                    ours.append((f"{layout}, silence of sound", max(ratios), SILENCE_TARGET, ""))
        report.table(["", "subnormal numbers", "flushed to zero"], rows)
        report.targets(ours)


def _silence(plugin, flush):
    segments = 10 * RATE // SEGMENT
    host.flush_to_zero(flush)
    sound, quiet = [], []
    for _ in range(8):
        for signal, runs in [(NOISE, sound), (0 * NOISE, quiet)]:
            host.feed(signal)
            runs.append(host.time_series(plugin.job(64, SEGMENT), segments))
    host.flush_to_zero(False)
    return np.min(quiet, axis=0).max() / np.min(sound, axis=0).max()


def instances():
    """Measures how many instances run in real time on one core with blocks of 64 frames, starting with FEWEST."""
    host.feed(NOISE)
    deadline = 64 / RATE * 1e9
    rows, curves = [], {}
    for job, subject_list, settings, _, _ in JOBS:
        for layout in LAYOUTS:
            subject = next(subject_list(layout))
            plugins, counts, costs = [], [], []
            count, most = FEWEST, 0
            while count <= MOST_INSTANCES:
                while len(plugins) < count:
                    plugins.append(subject.open(**settings))
                host.time_all(plugins, 64, 3)
                best = host.time_all(plugins, 64, max(20, 20000 // count)).min()
                counts.append(count)
                costs.append(best / count)
                if best > deadline:
                    break
                most, count = count, int(count * 1.5)
            broke = counts[-1] > most
            if broke:
                most = int(np.interp(deadline, np.multiply(counts[-2:], costs[-2:]), counts[-2:]))
            rows.append([
                f"{job}, {layout}", f"{'' if broke else 'over '}{most}", costs[0],
                float(np.interp(1000, counts, costs)), costs[-1], costs[-1] / costs[0]])
            curves[f"{job}, {layout}"] = (counts, costs)
    report.heading("Instances in real time on one core, 48 kHz, 64 frames: 1.333 ms for all of them")
    report.table(["", "instances", f"ns a block: of {FEWEST}", "of 1000", "of the most", "ratio"], rows)
    plots.instances(curves)


def spectrum():
    """Measures the cost of a window with spectra. A sixth of the frames is recorded for it.

    The place of an instance in memory changes its speed, so several instances are measured, and the fastest ones compared.
    """
    report.heading("Window with spectra: cost of the effect, of the cost without a window")
    rows, targets = [], []
    for job, subject_list, settings, _, _ in JOBS:
        for layout in LAYOUTS:
            subject = next(subject_list(layout))
            closed, opened = ([settled(subject.open(**settings)) for _ in range(PLACES)] for _ in range(2))
            for instance in opened:
                instance.open_window()
            times = np.reshape(
                host.time_jobs(
                    [made for first, second in zip(closed, opened) for block in BLOCKS for made in
                     (first.job(block, SEGMENT), second.job(block, SEGMENT), second.job(block, SEGMENT, records=True))],
                    ROUNDS // PLACES), (PLACES, len(BLOCKS), 3)).min(axis=0)
            for block, (without, between, recording) in zip(BLOCKS, times):
                mean = between + RECORDED * (recording - between)
                rows.append([
                    f"{job}, {layout}, {block} frames", without, between / without, recording / without, mean / without,
                    (recording - between) * block])
                targets.append((f"{job}, {layout}, {block} frames, mean", mean / without, 1.05, ""))
    report.table(
        ["", "ns a frame", "between recordings", "recording", "mean", "ns a recorded block"], rows)
    report.targets(targets)


def kernel():
    """Compares the mono bell plug-in with the biquads of Intel IPP, in double and in single precision.

    The targets apply to the filter kernel. The cost of a block of 1024 frames is slightly above that of the kernel.
    """
    found = opened(list(subjects.ipp()) + [next(subjects.bells("mono"))], **BELL)
    if len(found) < 3:
        return
    times = np.reshape(
        host.time_jobs([plugin.job(block, SEGMENT) for _, plugin in found for block in BLOCKS], ROUNDS), (3, -1))
    report.heading("One bell against Intel IPP's biquads, mono: ns a frame")
    report.table(["frames a block", *BLOCKS], [[subject.name, *row] for (subject, _), row in zip(found, times)])
    report.targets(
        (f"{BLOCKS[-1]} frames, of {found[i][0].name}", times[2, -1] / times[i, -1], target, "")
        for i, target in [(0, 0.8), (1, 1)])


def window_cost():
    """Measures windows at 30 pictures a second: with both spectra, with a tone, in silence, and while a control moves.

    In silence nothing changes. The host of the measurement itself takes about 0.2 % of a processor.
    """
    report.heading("Windows at 30 pictures a second: percent of a processor")
    rows, targets = [], []
    with windows.Display() as display:
        for subject in windows.MARTLET + windows.OTHERS:
            name, *job, scale = subject
            found = [display.measure(*job, scale, signal) for signal in windows.SIGNALS]
            if None in found:
                continue
            is_ours = subject in windows.MARTLET
            label = f"{name}, {found[0][3]}"
            rows.append([label, *[share for share, *_ in found],
                         found[2][1] if is_ours else None, found[0][2]])
            if is_ours:
                # The target with spectra is in proportion to the pixels.
                targets += [(f"{label}, noise", found[0][0], 3 * scale * scale, "%"),
                            (f"{label}, silence, in the window", found[2][1], 0.1, "%")]
    report.table(["", *windows.SIGNALS, "silence, in the window", "X server, noise"], rows)
    report.targets(targets)


# One reading of the clock is negligible beside FEWEST instances. More than MOST_INSTANCES combs exceed the memory.
FEWEST = 16
MOST_INSTANCES = 20000

# The part of the time in which a window records, as in Analyzer.pause.
RECORDED = 1 / 6
# The number of instances with and without a window.
PLACES = 6

SECTIONS = dict(
    cost=cost, bands=bands, moving=moving, silence=silence, instances=instances, spectrum=spectrum, kernel=kernel,
    windows=window_cost)

if __name__ == "__main__":
    for name in sys.argv[1:] or SECTIONS:
        SECTIONS[name]()
    report.summary()
