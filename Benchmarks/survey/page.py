"""Writes the page of the survey."""

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
        head(survey, version, len(shards)),
        figures(survey, runs(folder / "round-1")),
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
    """The figures of the runs of a folder, in the shards' order."""
    files = sorted(folder.glob("*.run"), key=lambda file: int(file.stem.split("-")[1]))
    return [json.loads(file.read_text()) for file in files]


def table(header, rows, right=()):
    """A Markdown table; the columns whose numbers are in `right` are aligned to the right."""
    rule = ["--:" if column in right else "---" for column in range(len(header))]
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def head(survey, version, shards):
    count = int(survey.settings["shard"]["count"])
    part = f" Of its {count} parts, into which the plug-ins are dealt like cards, these are {shards}."
    part = "" if shards == count else part
    return f"""# Survey of Debian's LV2 plug-ins

What {version} finds in every LV2 plug-in that Debian 12 packages (`Benchmarks/survey/packages.txt`), with every check.
`make survey` installs the packages, validates them and writes this page; what is verified by other means is in
`Benchmarks/survey/verified.json`. This is the survey of {date.today():%d %B %Y}, with the seed
{survey.settings["seed"]}, on {os.cpu_count()} cores ({platform.machine()}).{part}

A count here is no judgement of a package: some are counted often because one library serves many plug-ins, and several
of the findings were mended by their authors after Debian 12."""


def figures(survey, runs):
    seconds, processor = sum(run["seconds"] for run in runs), sum(run["processor"] for run in runs)
    count = len(survey.seconds)
    bundles = sum(len(package.bundles) for package in survey.packages.values())
    jobs = survey.settings["jobs"]
    run = count - len(survey.not_run)
    leftovers = sorted(name for run in runs for name in run["leftovers"])
    lines = [
        f"- {len(survey.packages)} packages, {bundles} bundles, {count} plug-ins.",
        f"- {run} of {count} ({100 * run / count:.1f} %) are instantiated and run." + reasons(survey),
        f"- {seconds / 60:.0f} minutes, {60 * count / seconds:.1f} plug-ins a minute, "
        f"{100 * processor / seconds / jobs:.0f} % of {jobs} cores busy; a plug-in's checks take {survey.median:.1f} s in "
        f"the median and {max(survey.seconds):.0f} s at most.",
        f"- The parent's largest resident set: {max(run['peak'] for run in runs) / 1024:.0f} MB.",
        f"- Processes left behind: {sum(run['orphans'] for run in runs)}. Files left in the temporary directory or in "
        f"/dev/shm: {', '.join(f'`{name}`' for name in leftovers) or 0}. Faults of lv2val itself: {len(survey.faults)}.",
    ]
    lines += unfinished(survey)
    return "## Figures\n\n" + "\n".join(lines)


def reasons(survey):
    if not survey.not_run:
        return ""
    return " The others:\n" + "\n".join(f"  - {uri}: {reason}" for uri, reason in sorted(survey.not_run.items()))


def unfinished(survey):
    if not survey.unfinished:
        return []
    plugins = {}
    for plugin, check in survey.unfinished:
        plugins.setdefault(plugin, []).append(check)
    return [
        f"- Not finished within {survey.settings['timeout']:.0f} s, and reported as skipped: "
        + "; ".join(f"{plugin}: {', '.join(sorted(checks))}" for plugin, checks in sorted(plugins.items()))
        + "."
    ]


def repeatability(folder):
    """Where the second round's shards differ from the first round's."""
    again = sorted((folder / "round-2").glob("*.json"))
    if not again:
        return ""
    count, rows = 0, []
    for report in again:
        first, second = Survey(folder / "round-1" / report.name), Survey(report)
        count += len(second.seconds)
        rows += differences(first, second)
    text = f"""## The same again

{count} of the plug-ins once more, with the same seed: """
    if not rows:
        return text + "the same findings."
    return text + "the findings differ in\n\n" + table(["plug-in", "check", "severity", "first", "again"], rows, (3, 4))


def differences(first, second):
    """The kinds of findings of which one report has more than the other."""
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
    text = """## Time against plug-ins

The same few checks (`SERIES_CHECKS` in `Benchmarks/survey/survey.py`) over a sixteenth of the plug-ins up to all of them:

"""
    header = ["plug-ins", "s", "ms a plug-in", "cores busy, %", "parent, MB"]
    return text + table(header, rows, range(len(header))) if rows else ""


def by_check(survey):
    rows = [[f"`{check}`", *(count or "" for count in counts)] for check, counts in survey.checks()]
    return "## By check\n\nPlug-ins, or bundles, with such findings.\n\n" + table(
        ["check", "errors", "warnings", "notes"], rows, range(1, 4)
    )


def by_package(survey):
    rows = []
    for package in sorted(survey.packages.values(), key=lambda package: package.name):
        counts = [len(survey.subjects(package=package.name, severity=severity)) for severity in SEVERITIES]
        seconds = package.plugins.values()
        shown = [count or "" for count in counts]
        rows.append([package.name, package.version, len(seconds), *shown, f"{sum(seconds):.0f}"])
    text = "Plug-ins, and bundles, with errors, warnings, notes; seconds of all checks, one after the other."
    header = ["package", "version", "plug-ins", "errors", "warnings", "notes", "s"]
    return f"## By package\n\n{text}\n\n" + table(header, rows, range(2, 7))


def verified():
    with open(VERIFIED) as file:
        return json.load(file)


def examples(survey):
    """For each check with errors, up to three findings that were verified by other means, and those that were false."""
    text = "## Errors, verified by other means\n"
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
    true = sum(entry["true"] for entry in drawn)
    lines = [f"{describe(entry)} `{entry['check']}`" for entry in drawn]
    builds = " and ".join(sorted({entry["drawn"] for entry in drawn}))
    return f"""## Precision

{len(drawn)} findings at error level, drawn at random over all that the build of {builds} had (`Benchmarks/survey/draw.py`),
were verified by other means: {true} are true.

""" + "\n".join(lines)


def describe(entry):
    verdict = "" if entry["true"] else "**False.** "
    return f"- <{entry['subject']}>: {verdict}{entry['seen']} ({entry['means']})"
