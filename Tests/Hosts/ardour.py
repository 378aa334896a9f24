"""Ardour without a window, with its Dummy backend.

A Lua script creates a session with the plug-in on a track. This module inserts the recording into the session's XML,
because a script cannot import audio. A second script, in another process, opens and exports the session. The rendered
plug-in has therefore also been saved and restored by Ardour.
"""

import signal
import xml.etree.ElementTree as ElementTree

import soundfile

from effects import CASES, PRESETS, RANGES
from hosting import CHIME, HERE, SPEECH, Host, HostFailure

# An export preset with Ardour's format "BWAV 32float".
EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<ExportPreset id="0b8c65a6-6c1e-4c0a-9a6d-7d6a6f1b2a11" name="float">
  <ExportFormat id="20b4ab09-6452-4cb3-bd66-b921cdbd2942"/>
  <ExportFilename><Folder relative="1" path="export"/><Field name="timespan" enabled="1"/></ExportFilename>
</ExportPreset>
"""

# The largest number of exports. On a busy machine Ardour 7.3 corrupts its heap in one export of four to seven, even without
# a plug-in: 11 of 50 such runs. Six attempts fail together once in 8000 times.
ATTEMPTS = 6

# Ardour's unit of time: superclocks a second.
SUPERCLOCKS = 282_240_000


class Ardour(Host):
    # Ardour 7.3 exports silence at 22 050 Hz, even without a plug-in.
    recordings = {1: SPEECH, 2: CHIME}
    commands = ["ardour7-lua", "lv2info"]

    def checks(self):
        for case in CASES:
            yield f"{case.name} has the documented ranges and presets", lambda work, case=case: self.shows(case, work)
        yield from super().checks()

    def shows(self, case, work):
        """Compares Ardour's list of parameters with the documented ranges, and loads every preset."""
        facts = self.make_session(case, 48_000, work)
        ranges = RANGES[case.effect]
        seen = [(*map(float, fields[:3]), fields[3] == "true") for kind, *fields in facts if kind == "parameter"]
        problems = [
            f"{symbol}: minimum, maximum, default, logarithmic are {is_now}, not {promised}"
            for (symbol, promised), is_now in zip(ranges.items(), seen)
            if any(abs(a - b) > 1e-6 * abs(b) for a, b in zip(is_now, promised))
        ]
        if len(seen) != len(ranges):
            problems.append(f"{len(seen)} control inputs instead of {len(ranges)}")

        loaded = {label: [float(value) for value in values] for kind, label, *values in facts if kind == "preset"}
        count, required = PRESETS[case.effect]
        listed = self.listed_presets(case, work)
        if set(loaded) != listed:
            problems.append(f"Ardour loaded the presets {sorted(loaded)}; the bundle contains {sorted(listed)}")
        if len(loaded) < count:
            problems.append(f"{len(loaded)} presets; expected at least {count}")
        if len(set(map(tuple, loaded.values()))) != len(loaded):
            problems.append("two presets set the same values, so one was not loaded")
        for label, values in loaded.items():
            if any(not low <= value <= high for value, (low, high, *_) in zip(values, ranges.values())):
                problems.append(f"preset {label} has values outside the ranges: {values}")
        for label, promised in required.items():
            values = dict(zip(ranges, loaded.get(label, [])))
            if any(values.get(symbol) != value for symbol, value in promised.items()):
                problems.append(f"preset {label} has the wrong values {values}")
        return problems

    @staticmethod
    def listed_presets(case, work):
        """Returns the labels of the presets that lv2info lists."""
        listing = work.run("lv2info", case.uri).partition("\tPresets:")[2].partition("\n\n")[0]
        return {line.strip() for line in listing.splitlines() if line.strip()}

    def render(self, case, source, rate, target, work):
        facts = self.make_session(case, rate, work)
        values = next([float(value) for value in fields if value] for kind, *fields in facts if kind == "value")
        if case.enabled and any(abs(a - b) > 1e-6 * abs(b) for a, b in zip(values, case.settings.values())):
            raise HostFailure(f"Ardour set the wrong values {values}")
        self.insert_recording(work.path("session"), source)
        presets = work.path(".config/ardour7/export")
        presets.mkdir(parents=True, exist_ok=True)
        (presets / "float.preset").write_text(EXPORT)
        work.environment["FRAMES"] = str(soundfile.info(source).frames)
        self.export(work)
        samples, exported_rate = soundfile.read(work.path("session/master.wav"), dtype="float32", always_2d=True)
        soundfile.write(target, samples[:, : case.channels], exported_rate, subtype="FLOAT")

    def export(self, work):
        """Exports the session. Repeats this if Ardour crashed because of its corrupted heap."""
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return self.run_script(work, "ardour-export.lua")
            except HostFailure as failure:
                if failure.status not in (-signal.SIGABRT, -signal.SIGSEGV) or attempts_left == 0:
                    raise

    @staticmethod
    def make_session(case, rate, work):
        """Runs the Lua script and returns its lines as lists of fields."""
        work.environment |= {
            "FOLDER": str(work.path("session")), "RATE": str(rate), "CHANNELS": str(case.channels), "URI": case.uri,
            "VALUES": " ".join(map(str, case.controls.values())), "ACTIVE": str(case.enabled),
        }
        printed = Ardour.run_script(work, "ardour-session.lua")
        return [line.split("\t") for line in printed.splitlines() if "\t" in line]

    @staticmethod
    def run_script(work, name):
        """Runs a Lua script of this folder and returns its output. If a script fails, Ardour exits with 0."""
        printed = work.run("ardour7-lua", HERE / name, seconds=120)
        if "Error:" in printed:
            raise HostFailure(printed.strip()[-400:])
        return printed

    @staticmethod
    def insert_recording(folder, source):
        """Adds the recording to the track: a source for each channel, a region in the playlist, the session range."""
        samples, rate = soundfile.read(source, dtype="float32", always_2d=True)
        length = f"a{len(samples) * SUPERCLOCKS // rate}"
        document = ElementTree.parse(folder / "render.ardour")
        session = document.getroot()
        first = int(session.get("id-counter")) + 1
        channels = range(samples.shape[1])
        sources = {channel: str(first + channel) for channel in channels}
        whole, placed, extent = (str(first + len(sources) + index) for index in range(3))
        session.set("id-counter", str(first + len(sources) + 3))

        for channel in channels:
            name = f"recording-{channel}.wav"
            audio_files = folder / "interchange" / folder.name / "audiofiles"
            soundfile.write(audio_files / name, samples[:, channel], rate, subtype="FLOAT")
            attributes = {"name": name, "type": "audio", "id": sources[channel], "flags": "", "channel": "0"}
            ElementTree.SubElement(session.find("Sources"), "Source", attributes)

        def region(identifier, whole_file):
            return {
                "name": "recording", "type": "audio", "id": identifier, "whole-file": whole_file,
                "start": "a0", "length": f"{length}@a0", "channels": str(len(sources)), "opaque": "1", "muted": "0",
                "fade-in-active": "0", "fade-out-active": "0", "envelope-active": "0", "scale-amplitude": "1",
                **{f"source-{channel}": identifier for channel, identifier in sources.items()},
                **{f"master-source-{channel}": identifier for channel, identifier in sources.items()},
            }

        ElementTree.SubElement(session.find("Regions"), "Region", region(whole, "1"))
        track = next(route for route in session.find("Routes") if route.get("name") == "recording")
        playlists = session.find("Playlists")
        playlist = next(entry for entry in playlists if entry.get("id") == track.get("audio-playlist"))
        ElementTree.SubElement(playlist, "Region", region(placed, "0"))
        ElementTree.SubElement(
            session.find("Locations"), "Location",
            {"id": extent, "name": "session", "start": "a0", "end": length, "flags": "IsSessionRange", "locked": "0"},
        )
        document.write(folder / "render.ardour", encoding="UTF-8", xml_declaration=True)
