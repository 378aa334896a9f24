"""What a report of lv2val says, as rows."""

import json
import random
import statistics
import subprocess
from collections import Counter
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
    bundles: int = 0
    """Seconds of all checks of each plug-in."""
    plugins: dict = field(default_factory=dict)


class Survey:
    """The merged report of one round, by package."""

    def __init__(self, report):
        with open(report) as file:
            self.report = json.load(file)
        self.packages, self.rows, self.not_run, self.unfinished = {}, [], {}, []
        for bundle in self.report["bundles"]:
            package = self.package(owner(bundle["path"]))
            package.bundles += 1
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
        skipped = {check["check"]: check.get("reason", "") for check in plugin["checks"] if check["status"] == "skipped"}
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
        """Ids of checks with findings: those with most errors first."""
        count = Counter()
        for row in self.rows:
            count[row.check] += {"error": 1_000_000, "warning": 1_000, "note": 1}[row.severity]
        return [check for check, _ in count.most_common()]

    def draw(self, count, seed):
        """`count` findings at error level, drawn at random over all."""
        errors = sorted({row for row in self.rows if row.severity == "error"}, key=lambda row: (row.subject, row.check, row.message))
        return random.Random(seed).sample(errors, min(count, len(errors)))


def owner(bundle):
    """The Debian package that ships a bundle."""
    path = str(Path(bundle) / "manifest.ttl")
    found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
    return found.stdout.split(":")[0] or "(no package)"
