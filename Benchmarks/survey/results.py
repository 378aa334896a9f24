"""The findings of reports of lv2val, as rows."""

import functools
import json
import random
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SEVERITIES = ["error", "warning", "note"]
# Checks that lv2val runs on every plug-in that it can run.
RUNNING_CHECKS = ["life.reset", "rt.allocation", "mem.leak"]
# A part of the reason why lv2val skipped a check that exceeded its time limit.
TIME_LIMIT_REASON = "did not finish within"


@dataclass(frozen=True)
class Row:
    """One finding."""

    package: str
    """The plug-in's URI, or the bundle's directory."""
    subject: str
    check: str
    severity: str
    message: str


@dataclass
class Package:
    name: str
    version: str
    bundles: set = field(default_factory=set)
    """The time of all checks of each plug-in, in seconds."""
    plugins: dict = field(default_factory=dict)


class Survey:
    """The reports of one or more shards, grouped by package."""

    def __init__(self, *reports):
        self.packages, self.rows, self.not_run, self.unfinished, self.faults = {}, [], {}, [], []
        for report in reports:
            with open(report) as file:
                self.read(json.load(file))

    def read(self, report):
        self.settings = report["settings"]
        self.faults += report["faults"]
        for bundle in report["bundles"]:
            package = self.package(owner(bundle["path"]))
            package.bundles.add(bundle["path"])
            self.add(package.name, bundle["path"], bundle["checks"])
            for plugin in bundle["plugins"]:
                self.add(package.name, plugin["uri"], plugin["checks"])
                package.plugins[plugin["uri"]] = sum(check["duration"] for check in plugin["checks"])
                self.add_skipped(plugin)

    def package(self, name):
        if name not in self.packages:
            version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True)
            self.packages[name] = Package(name, version.stdout)
        return self.packages[name]

    def add(self, package, subject, checks):
        for check in checks:
            for finding in check["findings"]:
                row = Row(package, subject, finding["check"], finding["severity"], finding["message"])
                self.rows.append(row)

    def add_skipped(self, plugin):
        """Records a plug-in that could not be run, and checks that exceeded the time limit.

        If a plug-in cannot be run, lv2val skips all RUNNING_CHECKS for the same reason.
        """
        skipped = {
            check["check"]: check.get("reason", "") for check in plugin["checks"] if check["status"] == "skipped"
        }
        reasons = {skipped.get(check) for check in RUNNING_CHECKS}
        if len(reasons) == 1 and None not in reasons:
            self.not_run[plugin["uri"]] = reasons.pop()
        for check, reason in skipped.items():
            if TIME_LIMIT_REASON in reason:
                self.unfinished.append((plugin["uri"], check))

    @property
    def seconds(self):
        """The time of all checks of each plug-in."""
        return [seconds for package in self.packages.values() for seconds in package.plugins.values()]

    @property
    def median(self):
        return statistics.median(self.seconds)

    def subjects(self, **wanted):
        """The plug-ins and bundles with a finding whose fields have these values."""
        return {row.subject for row in self.rows if all(getattr(row, key) == value for key, value in wanted.items())}

    def checks(self):
        """The checks with findings and their numbers of subjects by severity, ordered by these numbers."""
        counts = {
            check: [len(self.subjects(check=check, severity=severity)) for severity in SEVERITIES]
            for check in {row.check for row in self.rows}
        }
        return sorted(counts.items(), key=lambda item: ([-count for count in item[1]], item[0]))

    def draw(self, severity, count, seed):
        """`count` random findings of a severity."""
        rows = {row for row in self.rows if row.severity == severity}
        ordered = sorted(rows, key=lambda row: (row.subject, row.check, row.message))
        return random.Random(seed).sample(ordered, min(count, len(ordered)))


@functools.cache
def owner(bundle):
    """The Debian package that contains a bundle."""
    path = str(Path(bundle) / "manifest.ttl")
    found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
    return found.stdout.split(":")[0] or "(no package)"
