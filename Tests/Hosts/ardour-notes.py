"""Notes of MIDI in Ardour: a track of MIDI plays the tone and the tuned comb, and the window of the comb follows."""

import time
import xml.etree.ElementTree as ElementTree

import numpy as np
import soundfile
from ardour import EXPORT, Ardour
from ardour_window import configure, press_in_main_window, show_window
from desktop import CURVE, Desktop, pixels_of
from hosting import Host
from tuned import RATE, TOLERANCE, cents

# A2 and D5.
NOTES = [45, 74]
# At 120 quarters in a minute.
QUARTER = 0.5
# Ardour's ticks, and those of the file, in a quarter.
TICKS, FILE_TICKS = 1920, 480
# The length of the session in quarters. The note is the second quarter.
LENGTH = 10
# The frame of the response in the window of the comb: left, top, width and height.
FRAME = (42, 34, 584, 161)


def midi_file(note):
    """The bytes of a file of MIDI with a note that begins after a quarter and lasts for a quarter."""
    delta = bytes([0x80 | FILE_TICKS >> 7, FILE_TICKS & 0x7F])
    rest = FILE_TICKS * (LENGTH - 2)
    end = bytes([0x80 | rest >> 7, rest & 0x7F, 0xFF, 0x2F, 0])
    track = delta + bytes([0x90, note, 127]) + delta + bytes([0x80, note, 0]) + end
    header = b"MThd" + (6).to_bytes(4, "big") + b"".join(value.to_bytes(2, "big") for value in (0, 1, FILE_TICKS))
    return header + b"MTrk" + len(track).to_bytes(4, "big") + track


def make_session(note, work):
    """Creates the session, and adds the note to its track: a source, a region in the playlist, and the session range."""
    work.environment |= {"FOLDER": str(work.path("session")), "RATE": str(RATE)}
    Ardour.run_script(work, "ardour-notes.lua")
    path = work.path("session/render.ardour")
    files = work.path("session/interchange/session/midifiles")
    files.mkdir(parents=True, exist_ok=True)
    (files / "note.mid").write_bytes(midi_file(note))
    document = ElementTree.parse(path)
    session = document.getroot()
    first = int(session.get("id-counter")) + 1
    session.set("id-counter", str(first + 4))
    source, whole, placed, extent = (str(first + index) for index in range(4))
    ElementTree.SubElement(
        session.find("Sources"), "Source", {"name": "note.mid", "type": "midi", "id": source, "flags": "", "origin": "note.mid"})

    def region(identifier, whole_file):
        return {
            "name": "note", "type": "midi", "id": identifier, "whole-file": whole_file, "start": "b0",
            "length": f"b{LENGTH * TICKS}@b0", "source-0": source, "master-source-0": source, "opaque": "1", "muted": "0",
            "sync-marked": "0", "first-edit": "nothing", "layering-index": "0", "channels": "1"}

    ElementTree.SubElement(session.find("Regions"), "Region", region(whole, "1"))
    ElementTree.SubElement(session.find("Playlists")[0], "Region", region(placed, "0"))
    end = f"a{round(LENGTH * QUARTER * 282_240_000)}"
    ElementTree.SubElement(
        session.find("Locations"), "Location",
        {"id": extent, "name": "session", "start": "a0", "end": end, "flags": "IsSessionRange", "locked": "0"})
    document.write(path, encoding="UTF-8", xml_declaration=True)


class Session(Desktop):
    """Ardour with the window of the comb."""

    def __init__(self, work, note):
        super().__init__(work)
        self.note = note

    def __enter__(self):
        super().__enter__()
        make_session(self.note, self.work)
        path = self.work.path("session/render.ardour")
        document = ElementTree.parse(path)
        show_window(document, "notes", "urn:martlet:tuned-comb-mono")
        document.write(path, encoding="UTF-8", xml_declaration=True)
        configure(self.work)
        host = self.begin("ardour", "--no-splash", "--no-announcements", path)
        self.await_window("^render - Ardour$", host, 60)
        self.window = self.await_window("^Tuned Comb$", host)
        time.sleep(2)
        return self

    def play(self, seconds):
        """Begins to play, and waits."""
        press_in_main_window(self, "space")
        time.sleep(seconds)

    def first_tooth(self, name=None):
        """Returns the frequency of the first peak of the curve, in hertz."""
        left, top, width, height = FRAME
        picture = self.screenshot(self.window, name)[top : top + height, left : left + width]
        columns, rows = pixels_of(picture, CURVE, 60)
        # The curve is low between the teeth. The loop has another peak near the left end of the axis.
        tall = [column for column in range(40, width) if (columns == column).any() and rows[columns == column].min() < height / 3]
        if not tall:
            return 0
        first = [column for column in tall if column < tall[0] + 8]
        return 20 * 1000 ** ((np.mean(first) + 0.5) / width)


class ArdourNotes(Host):
    commands = ["ardour7-lua", "ardour", "Xvfb", "xdotool", "import"]

    def checks(self):
        for note in NOTES:
            yield f"note {note} rings in tune from its frame on", lambda work, note=note: self.rings(note, work)
        yield "the teeth in the window follow the note", self.moves_teeth

    @staticmethod
    def rings(note, work):
        make_session(note, work)
        presets = work.path(".config/ardour7/export")
        presets.mkdir(parents=True, exist_ok=True)
        (presets / "float.preset").write_text(EXPORT)
        work.environment["FRAMES"] = str(round(LENGTH * QUARTER * RATE))
        Ardour().export(work)
        sound = soundfile.read(work.path("session/master.wav"), dtype="float64", always_2d=True)[0][:, 0]
        deviation = cents(sound[:round(4 * RATE)], note)
        problems = [] if abs(deviation) < TOLERANCE else [f"the pitch deviates by {deviation:.3f} cents"]
        # The first echo follows the note after a period, or after that of the comb's own note, A3, from which it fades. The eight taps
        # of the delay line begin four frames before it, and the tone fades in within 48 frames.
        first = np.flatnonzero(np.abs(sound) > 1e-6)[:1]
        expected = QUARTER * RATE + min(RATE / 220, RATE / 440 * 2 ** ((69 - note) / 12))
        if not len(first) or not -4 <= first[0] - expected <= 12:
            problems.append(f"the sound begins in frame {first} instead of {expected:.0f}")
        return problems

    @staticmethod
    def moves_teeth(work):
        note = NOTES[-1]
        with Session(work, note) as session:
            before = session.first_tooth()
            session.play(2 * QUARTER)
            after = session.first_tooth("ardour-notes")
        return [
            f"the first tooth {when} the note is at {actual:.1f} Hz instead of {expected:.1f}"
            for when, actual, expected in (("before", before, 220), ("during", after, 440 * 2 ** ((note - 69) / 12)))
            # A pixel is 1.2 %.
            if abs(actual / expected - 1) > 0.02]
