"""What a report of lv2val says, as rows."""

import functools
import json
import random
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SEVERITIES = ["error", "warning", "note"]
# Three that every plug-in takes that can be run at all.
RUNNING_CHECKS = ["life.reset", "rt.allocation", "mem.leak"]


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
    """Seconds of all checks of each plug-in."""
    plugins: dict = field(default_factory=dict)


class Survey:
    """The reports of some shards, by package."""

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
                self.look_whether_run(plugin)

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

    def look_whether_run(self, plugin):
        """A plug-in that cannot be run has its reason as the skipping of every check that would run it."""
        skipped = {
            check["check"]: check.get("reason", "") for check in plugin["checks"] if check["status"] == "skipped"
        }
        reasons = {skipped.get(check) for check in RUNNING_CHECKS}
        if len(reasons) == 1 and None not in reasons:
            self.not_run[plugin["uri"]] = reasons.pop()
        for check, reason in skipped.items():
            if reason.startswith("not finished after"):
                self.unfinished.append((plugin["uri"], check))

    @property
    def seconds(self):
        """Of each plug-in, all its checks together."""
        return [seconds for package in self.packages.values() for seconds in package.plugins.values()]

    @property
    def median(self):
        return statistics.median(self.seconds)

    def subjects(self, **wanted):
        """The plug-ins and bundles with a finding like that."""
        return {row.subject for row in self.rows if all(getattr(row, key) == value for key, value in wanted.items())}

    def checks(self):
        """Ids of checks with findings, each with the number of its subjects by severity: those with most errors first."""
        counts = {
            check: [len(self.subjects(check=check, severity=severity)) for severity in SEVERITIES]
            for check in {row.check for row in self.rows}
        }
        return sorted(counts.items(), key=lambda item: ([-count for count in item[1]], item[0]))

    def draw(self, count, seed):
        """`count` findings at error level, drawn at random over all."""
        errors = {row for row in self.rows if row.severity == "error"}
        ordered = sorted(errors, key=lambda row: (row.subject, row.check, row.message))
        return random.Random(seed).sample(ordered, min(count, len(ordered)))


@functools.cache
def owner(bundle):
    """The Debian package that ships a bundle."""
    path = str(Path(bundle) / "manifest.ttl")
    found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
    return found.stdout.split(":")[0] or "(no package)"
