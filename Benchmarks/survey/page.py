"""Writes the page with the results of the survey."""

import json
import os
import platform
import subprocess
from collections import Counter
from datetime import date
from pathlib import Path

from results import SEVERITIES, Survey

VERIFIED = Path(__file__).with_name("verified.json")


def write(lv2val, folder, page):
    shards = sorted((folder / "round-1").glob("shard-?.run"))
    survey = Survey(*(shard.with_suffix(".json") for shard in shards))
    version = subprocess.run([lv2val, "--version"], capture_output=True, text=True).stdout.strip()
    parts = [
        figures(survey, version, len(shards), runs(folder / "round-1")),
        repeatability(folder),
        growth(folder),
        by_check(survey),
        by_package(survey),
        examples(survey),
        precision(survey),
    ]
    text = "\n\n".join(part.strip() for part in parts if part) + "\n"
    temporary = page.with_suffix(".part")
    temporary.write_text(text)
    os.replace(temporary, page)


def runs(folder):
    """The figures of the runs of a folder, ordered by shard."""
    files = sorted(folder.glob("*.run"), key=lambda file: int(file.stem.split("-")[1]))
    return [json.loads(file.read_text()) for file in files]


def table(header, rows, right=()):
    """A Markdown table. `right` lists the indices of the columns that are aligned to the right."""
    rule = ["--:" if column in right else "---" for column in range(len(header))]
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def figures(survey, version, shards, runs):
    """The title, the totals and the conditions."""
    seconds, processor = sum(run["seconds"] for run in runs), sum(run["processor"] for run in runs)
    count = len(survey.seconds)
    bundles = sum(len(package.bundles) for package in survey.packages.values())
    jobs = survey.settings["jobs"]
    run = count - len(survey.not_run)
    leftovers = sorted(name for run in runs for name in run["leftovers"])
    rows = [
        ["packages", len(survey.packages)],
        ["bundles", bundles],
        ["plug-ins", count],
        ["plug-ins that were instantiated and run", f"{run} ({100 * run / count:.1f} %)"],
        ["duration", f"{seconds / 60:.0f} minutes"],
        ["plug-ins a minute", f"{60 * count / seconds:.1f}"],
        [f"load of {jobs} cores", f"{100 * processor / seconds / jobs:.0f} %"],
        ["time of a plug-in's checks, median", f"{survey.median:.1f} s"],
        ["time of a plug-in's checks, maximum", f"{max(survey.seconds):.0f} s"],
        ["peak resident set of the parent process", f"{max(run['peak'] for run in runs) / 1024:.0f} MB"],
        ["processes left behind", sum(run["orphans"] for run in runs)],
        ["files left in the temporary directory or in /dev/shm", ", ".join(f"`{name}`" for name in leftovers) or 0],
        ["faults of lv2val itself", len(survey.faults)],
    ]
    total = int(survey.settings["shard"]["count"])
    part = "" if shards == total else f" These are {shards} of its {total} shards."
    return f"""# Survey of Debian's LV2 plug-ins

{table(["", ""], rows, (1,))}

Command: `make survey` installs the packages, validates them and writes this page.

**Conditions.** {version} validated every LV2 plug-in that Debian 12 packages
(`Benchmarks/survey/packages.txt`) with every check but those of interfaces on {date.today():%d %B %Y}, with seed {survey.settings["seed"]}
on {os.cpu_count()} cores ({platform.machine()}).{part} That version produced all reasons that this page quotes.

A count does not rate a package. Some libraries implement many plug-ins, and the authors have fixed several of the
findings since Debian 12.""" + not_run(survey) + unfinished(survey)


def not_run(survey):
    if not survey.not_run:
        return ""
    return "\n\n## Plug-ins that were not run\n\n" + table(
        ["plug-in", "reason"], [[f"<{uri}>", reason] for uri, reason in sorted(survey.not_run.items())]
    )


def unfinished(survey):
    if not survey.unfinished:
        return ""
    title = f"## Checks that did not finish within {survey.settings['timeout']:.0f} s"
    rows = [[f"<{plugin}>", f"`{check}`"] for plugin, check in sorted(survey.unfinished)]
    return f"\n\n{title}\n\n" + table(["plug-in", "skipped check"], rows)


def repeatability(folder):
    """The differences between the findings of the two rounds."""
    again = sorted((folder / "round-2").glob("*.json"))
    if not again:
        return ""
    count, rows = 0, []
    for report in again:
        first, second = Survey(folder / "round-1" / report.name), Survey(report)
        count += len(second.seconds)
        rows += differences(first, second)
    text = f"{count} plug-ins were validated twice with the same seed. "
    if not rows:
        return f"## Repeatability\n\n{text}The findings are equal."
    differing = table(["plug-in", "check", "severity", "first round", "second round"], rows, (3, 4))
    return f"## Repeatability\n\n{differing}\n\n{text}The table lists all differences between the findings."


def differences(first, second):
    """The kinds of findings whose counts differ between two reports."""
    counts = [Counter((row.subject, row.check, row.severity) for row in survey.rows) for survey in (first, second)]
    kinds = sorted(set(counts[0]) | set(counts[1]))
    return [
        [f"<{subject}>", f"`{check}`", severity, *(count[subject, check, severity] for count in counts)]
        for subject, check, severity in kinds
        if counts[0][subject, check, severity] != counts[1][subject, check, severity]
    ]


def growth(folder):
    rows = []
    files = sorted((folder / "series").glob("*.run"), key=lambda file: -int(file.stem.split("-")[2]))
    for file in files:
        run, survey = json.loads(file.read_text()), Survey(file.with_suffix(".json"))
        count = len(survey.seconds)
        busy = 100 * run["processor"] / run["seconds"] / survey.settings["jobs"]
        each = 1000 * run["seconds"] / count
        rows.append([count, f"{run['seconds']:.1f}", f"{each:.0f}", f"{busy:.0f}", f"{run['peak'] / 1024:.0f}"])
    if not rows:
        return ""
    header = ["plug-ins", "s", "ms a plug-in", "load of the cores, %", "parent, MB"]
    return f"""## Time and the number of plug-ins

{table(header, rows, range(len(header)))}

A few checks (`SERIES_CHECKS` in `Benchmarks/survey/survey.py`) ran on a sixteenth of the plug-ins, then on twice as
many, up to all of them."""


def by_check(survey):
    rows = [[f"`{check}`", *(count or "" for count in counts)] for check, counts in survey.checks()]
    counts = table(["check", "errors", "warnings", "notes"], rows, range(1, 4))
    return f"## Findings by check\n\n{counts}\n\nThe figures are numbers of plug-ins or bundles."


def by_package(survey):
    rows = []
    for package in sorted(survey.packages.values(), key=lambda package: package.name):
        counts = [len(survey.subjects(package=package.name, severity=severity)) for severity in SEVERITIES]
        seconds = package.plugins.values()
        shown = [count or "" for count in counts]
        rows.append([package.name, package.version, len(seconds), *shown, f"{sum(seconds):.0f}"])
    header = ["package", "version", "plug-ins", "errors", "warnings", "notes", "s"]
    return f"""## Findings by package

{table(header, rows, range(2, 7))}

Errors, warnings and notes are numbers of plug-ins and bundles. The last column is the sum of the times of all
checks."""


def verified():
    with open(VERIFIED) as file:
        return json.load(file)


def examples(survey):
    """For each check with errors: up to three true findings that were verified by other means, and all false ones."""
    text = """## Errors verified by other means

Each item is the subject of a finding, the result of an independent verification and the means of it
(`Benchmarks/survey/verified.json`).
"""
    found = {(row.subject, row.check) for row in survey.rows if row.severity == "error"}
    entries = [entry for entry in verified() if (entry["subject"], entry["check"]) in found]
    for check in [check for check, (errors, _, _) in survey.checks() if errors]:
        mine = [entry for entry in entries if entry["check"] == check]
        shown = [entry for entry in mine if entry["true"]][:3] + [entry for entry in mine if not entry["true"]]
        text += f"\n### `{check}`\n\n" + ("\n".join(map(describe, shown)) or "Not verified.") + "\n"
    return text


def precision(survey):
    drawn = [entry for entry in verified() if entry.get("drawn")]
    if not drawn:
        return ""
    text = """## Precision

Errors and warnings were drawn at random (`Benchmarks/survey/draw.py`) and verified by other means. A finding is unfair
if what it says is true, but its severity, its message or its remedy misleads.
"""
    for severity in ("error", "warning"):
        mine = [entry for entry in drawn if entry["drawn"] == severity]
        true, unfair = sum(entry["true"] for entry in mine), sum("unfair" in entry for entry in mine)
        lines = [f"{describe(entry)} `{entry['check']}`" for entry in mine]
        text += f"\n{len(mine)} {severity}s: {true} are true, {unfair} of them unfair.\n\n" + "\n".join(lines) + "\n"
    return text


def describe(entry):
    verdict = "**False.** " if not entry["true"] else f"**Unfair:** {entry['unfair']} " if "unfair" in entry else ""
    return f"- <{entry['subject']}>: {verdict}{entry['seen']} ({entry['means']})"
