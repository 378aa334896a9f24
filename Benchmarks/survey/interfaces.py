"""Examines the user interfaces of every plug-in of LV2_PATH and writes a page with the results.

    interfaces.py LV2VAL FOLDER PAGE

runs all checks ui.* ROUNDS times with the same seed. FOLDER receives the reports and figures; existing ones are reused.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import watch
from page import describe, differences, table
from results import SEVERITIES, Survey, owner
from toolkits import interfaces

ROUNDS = int(os.environ.get("ROUNDS", "2"))
VERIFIED = Path(__file__).with_name("verified-interfaces.json")
# The checks that open no interface.
STATIC = {"ui.static", "ui.modgui", "ui.load"}


def main():
    lv2val, folder, page = os.path.abspath(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    watch.adopt_orphans()
    for number in range(1, ROUNDS + 1):
        watch.validate(lv2val, folder / f"round-{number}", ["--only", "ui.*"])
    text = "\n\n".join(part for part in parts(lv2val, folder) if part) + "\n"
    temporary = page.with_suffix(".part")
    temporary.write_text(text)
    os.replace(temporary, page)


@dataclass
class Examined:
    """The interfaces of one plug-in."""

    package: str
    """How each interface draws, such as `X11UI, OpenGL`."""
    toolkits: list
    """The time of all checks of all interfaces, in seconds."""
    seconds: float
    """Why no check opened an interface; empty if one did."""
    reason: str
    severities: Counter


def parts(lv2val, folder):
    report = folder / "round-1.json"
    survey, examined = Survey(report), plugins(report)
    run = json.loads(report.with_suffix(".run").read_text())
    version = subprocess.run([lv2val, "--version"], capture_output=True, text=True).stdout.strip()
    return [
        figures(survey, examined, version, run),
        by(examined, "toolkit", lambda plugin: ", then ".join(sorted(set(plugin.toolkits)))),
        by(examined, "package", lambda plugin: plugin.package),
        by_kind(report),
        skipped(examined),
        repeatability(folder),
        errors(survey),
    ]


def plugins(report):
    """The plug-ins with interfaces, by their URIs."""
    examined = {}
    for bundle in json.loads(report.read_text())["bundles"]:
        known = interfaces(bundle["path"])
        for plugin in bundle["plugins"]:
            if plugin["uri"] not in known:
                continue
            checks = [check for check in plugin["checks"] if check["check"] not in STATIC]
            reasons = Counter(check["reason"] for check in checks if check["status"] == "skipped")
            is_open = any(check["status"] != "skipped" for check in checks)
            examined[plugin["uri"]] = Examined(
                owner(bundle["path"]), known[plugin["uri"]], sum(check["duration"] for check in checks),
                "" if is_open or not reasons else reasons.most_common(1)[0][0],
                Counter(finding["severity"] for check in checks for finding in check["findings"]),
            )
    return examined


def seconds(examined):
    """The time of each interface that was opened."""
    return [
        plugin.seconds / len(plugin.toolkits)
        for plugin in examined
        if not plugin.reason
        for _ in plugin.toolkits
    ]


def figures(survey, examined, version, run):
    """The title, the totals and the conditions."""
    times = seconds(examined.values())
    total = sum(len(plugin.toolkits) for plugin in examined.values())
    rows = [
        ["interfaces", total],
        ["interfaces that were opened", f"{len(times)} ({100 * len(times) / total:.1f} %)"],
        ["duration", f"{run['seconds'] / 60:.1f} minutes"],
        ["processor time", f"{run['processor'] / 60:.1f} minutes"],
        ["time of an interface's checks, median", f"{statistics.median(times):.1f} s"],
        ["time of an interface's checks, maximum", f"{max(times):.0f} s"],
        ["processes left behind", run["orphans"]],
        ["faults of lv2val itself", len(survey.faults)],
    ]
    return f"""# Survey of Debian's LV2 interfaces

{table(["", ""], rows, (1,))}

Command: `make survey-interfaces` installs the packages, examines their interfaces and writes this page.

**Conditions.** {version} examined the user interfaces of every LV2 plug-in that Debian 12 packages
(`Benchmarks/survey/packages.txt`) with the checks `ui.*` on {date.today():%d %B %Y}, with seed {survey.settings["seed"]} and
{survey.settings["jobs"]} jobs on {os.cpu_count()} cores ({platform.machine()}), without a graphics card: OpenGL runs on the processor."""


def by(examined, name, key):
    """The interfaces by a property of their plug-ins."""
    rows = []
    for group in sorted({key(plugin) for plugin in examined.values()}):
        mine = [plugin for plugin in examined.values() if key(plugin) == group]
        times = seconds(mine)
        counts = [sum(plugin.severities[severity] > 0 for plugin in mine) or "" for severity in SEVERITIES]
        median = f"{statistics.median(times):.1f}" if times else ""
        rows.append([group, sum(len(plugin.toolkits) for plugin in mine), len(times), median, *counts])
    header = [name, "interfaces", "opened", "s, median", *(severity + "s" for severity in SEVERITIES)]
    return f"""## By {name}

{table(header, rows, range(1, len(header)))}

Errors, warnings and notes are numbers of plug-ins."""


def by_kind(report):
    """The numbers of plug-ins with each kind of message."""
    counts = Counter()
    for bundle in json.loads(report.read_text())["bundles"]:
        for plugin in bundle["plugins"]:
            found = [finding for check in plugin["checks"] for finding in check["findings"]]
            counts.update({(finding["id"], finding["severity"]) for finding in found})
    ordered = sorted(counts.items(), key=lambda item: (SEVERITIES.index(item[0][1]), -item[1], item[0]))
    rows = [[f"`{kind}`", severity, count] for (kind, severity), count in ordered]
    return "## Findings by kind\n\n" + table(["kind", "severity", "plug-ins"], rows, (2,))


def skipped(examined):
    reasons = Counter(plugin.reason for plugin in examined.values() if plugin.reason)
    if not reasons:
        return ""
    return "## Plug-ins whose interfaces were not opened\n\n" + table(
        ["reason", "plug-ins"], [[reason, count] for reason, count in reasons.most_common()], (1,)
    )


def repeatability(folder):
    """The findings that differ between the first two rounds."""
    if not (folder / "round-2.json").exists():
        return ""
    first, second = Survey(folder / "round-1.json"), Survey(folder / "round-2.json")
    rows = differences(first, second)
    share = 100 * len(rows) / max(1, len(first.rows))
    text = f"The checks ran twice with the same seed. {len(rows)} of {len(first.rows)} findings differ ({share:.1f} %)."
    listed = table(["plug-in", "check", "severity", "first round", "second round"], rows, (3, 4)) + "\n\n" if rows else ""
    return f"## Repeatability\n\n{listed}{text}"


def errors(survey):
    """The findings that were verified by other means."""
    found = {(row.subject, row.check) for row in survey.rows}
    entries = [entry for entry in json.loads(VERIFIED.read_text()) if (entry["subject"], entry["check"]) in found]
    if not entries:
        return ""
    lines = [f"{describe(entry)} `{entry['check']}`" for entry in entries]
    return """## Findings verified by other means

Each item is the subject of a finding, the result of an independent verification and the means of it
(`Benchmarks/survey/verified-interfaces.json`).

""" + "\n".join(lines)


if __name__ == "__main__":
    main()
