"""The windows and the inline displays of the effects in Ardour's graphical interface, in an X server without a screen."""

import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
from ardour import SUPERCLOCKS, Ardour
from ardour_window import WINDOW, configure, press_in_main_window, show_window
from desktop import CURVE, Desktop, pixels_of, place
from effects import CASES
from hosting import Host
from ui import NAMES

# The levels of the inline displays in decibels, by effect.
LEVELS = {"peaking-eq": (-18, 18), "lowpass": (-66, 30), "comb": (-18, 18)}

# The colors of the background and of the lines in the inline displays.
GRID = (0x1F, 0x23, 0x28), (0x35, 0x3B, 0x43)

# The largest distance between the curve and the formula in pixels: half a pixel of drawing, and the width of the line.
TOLERANCE = 1.2

# The automation of the equalizer: time in seconds, frequency in hertz, gain in decibels.
AUTOMATION = (0, 100, 0), (1, 100, 0), (1.001, 2000, 9)


def handle_place(case):
    """The place of the handle of the equalizer, which is on the curve: its level contains the output gain."""
    return place(case.controls["frequency"], case.controls["gain"] + case.controls["output_gain"])


class Session(Desktop):
    """Ardour with the mixer and the window of a plug-in."""

    def __init__(self, work, case, automation=(), mode="Play"):
        super().__init__(work)
        self.case, self.automation, self.mode = case, automation, mode

    def __enter__(self):
        super().__enter__()
        Ardour.make_session(self.case, 48_000, self.work)
        folder = self.work.path("session")
        self.edit(folder / "render.ardour")
        configure(self.work)
        host = self.begin("ardour", "--no-splash", "--no-announcements", folder / "render.ardour")
        self.await_window("^render - Ardour$", host, 60)
        self.window = self.await_window(f"^{NAMES[self.case.effect]}$", host)
        time.sleep(2)
        return self

    def edit(self, path):
        """Changes the file of the session: the window of the plug-in is open, and the automation is played."""
        document = ElementTree.parse(path)
        processor = show_window(document, "recording")
        lists = {entry.get("automation-id"): entry for entry in processor.iter("AutomationList")}
        for port in range(len(self.automation[0]) - 1 if self.automation else 0):
            entry = lists[f"parameter-{port}"]
            entry.attrib.update({"state": self.mode, "time-domain": "AudioTime"})
            ElementTree.SubElement(entry, "events").text = "".join(
                f"a{round(point[0] * SUPERCLOCKS)} {point[1 + port]}\n" for point in self.automation)
        document.write(path, encoding="UTF-8", xml_declaration=True)

    def saved_automation(self, port):
        """Saves the session and returns the values of the automation of a port in their order."""
        press_in_main_window(self, "ctrl+s")
        time.sleep(1)
        document = ElementTree.parse(self.work.path("session/render.ardour"))
        processor = next(entry for entry in document.iter("Processor") if entry.get("type") == "lv2")
        events = next(
            entry.find("events") for entry in processor.iter("AutomationList")
            if entry.get("automation-id") == f"parameter-{port}")
        return [float(line.split()[1]) for line in events.text.strip().split("\n")]

    def display_problems(self, case, name=None):
        """Compares the inline display in the mixer strip with the formula of a case."""
        mixer = self.screenshot("root", name)[:, : WINDOW[0]]
        columns, rows = map(np.concatenate, zip(*(pixels_of(mixer, color, 2) for color in GRID)))
        if not len(columns):
            return ["the mixer strip has no inline display"]
        # The area below a curve has other colors. The displays have the ratio of 8 to 5.
        width = columns.max() + 1 - columns.min()
        height = round(width * 5 / 8)
        display = mixer[rows.min() : rows.min() + height, columns.min() : columns.min() + width]
        low, high = LEVELS[case.effect]
        # The rows of the curve within each column, and one column beside it.
        edges = 20 * 1000 ** (np.arange(-100, 100 * (width + 1)) / (100 * width))
        levels = 20 * np.log10(np.abs(case.response(edges, 48_000)))
        curve = np.clip((high - levels) / (high - low) * height, 0, height)
        columns, rows = pixels_of(display, CURVE, 60)
        for column in range(2, width - 2):
            if edges[100 * (column + 3)] > case.followed * 48_000:
                break
            expected = curve[100 * column : 100 * (column + 3)]
            drawn = rows[columns == column] + 0.5
            if not len(drawn):
                return [f"column {column} of the inline display has no curve"]
            middle = drawn.mean()
            if not expected.min() - TOLERANCE <= middle <= expected.max() + TOLERANCE:
                limits = f"{expected.min():.1f} to {expected.max():.1f}"
                return [f"in column {column} of the inline display, the curve is at {middle:.1f} instead of {limits}"]
        return []


class ArdourWindows(Host):
    commands = ["Xvfb", "xdotool", "import", "ardour", "ardour7-lua"]

    def checks(self):
        mono = [case for case in CASES if case.channels == 1]
        for case in mono:
            yield f"the mixer shows the response of {case.name}", lambda work, case=case: self.shows(case, work)
        yield "a drag moves the handle and the inline display", lambda work: self.drags(mono[0], work)
        yield "a drag is recorded as automation while it lasts", lambda work: self.records(mono[0], work)
        yield "automation moves the handle", lambda work: self.plays(mono[0], work)

    @staticmethod
    def shows(case, work):
        with Session(work, case) as session:
            problems = session.display_problems(case, f"ardour-{case.name}")
            for text, wrong in case.wrong:
                if not session.display_problems(wrong):
                    problems.append(f"the check does not distinguish the inline display from: {text}")
        return problems

    @staticmethod
    def drags(case, work):
        """Drags the handle of the equalizer to 200 Hz and -6 dB."""
        with Session(work, case) as session:
            session.drag(session.window, handle_place(case), place(200, -6 + case.controls["output_gain"]))
            problems = session.handle_problems(session.window, 200, -6 + case.controls["output_gain"])
            moved = replace(case, controls=case.controls | {"frequency": 200, "gain": -6})
            return problems + session.display_problems(moved, "ardour-drag")

    @staticmethod
    def records(case, work):
        """Drags the handle in the mode in which Ardour records automation only while the interface reports a touch."""
        values = [case.controls[name] for name in ("frequency", "gain")]
        with Session(work, case, [(0, *values), (60, *values)], "Touch") as session:
            press_in_main_window(session, "space")
            session.drag(session.window, handle_place(case), place(200, -6 + case.controls["output_gain"]))
            time.sleep(1)
            press_in_main_window(session, "space")
            recorded = [session.saved_automation(port) for port in (0, 1)]
            problems = session.handle_problems(session.window, values[0], values[1] + case.controls["output_gain"])
        # A pixel is 1.2 % of the frequency and 0.13 dB.
        if not 190 < min(recorded[0]) < 210 or abs(min(recorded[1]) + 6) > 0.3:
            problems.append(f"the automation reaches {min(recorded[0])} Hz and {min(recorded[1])} dB")
        if min(map(len, recorded)) < 5 or any(points[-1] != value for points, value in zip(recorded, values)):
            problems.append(f"the automation is {recorded}")
        return problems

    @staticmethod
    def plays(case, work):
        """Plays the automation of the equalizer."""
        with Session(work, case, AUTOMATION) as session:
            levels = [gain + case.controls["output_gain"] for _, _, gain in AUTOMATION]
            problems = session.handle_problems(session.window, AUTOMATION[0][1], levels[0])
            press_in_main_window(session, "space")
            time.sleep(AUTOMATION[-1][0] + 2)
            return problems + session.handle_problems(
                session.window, AUTOMATION[-1][1], levels[-1], "ardour-automation")
