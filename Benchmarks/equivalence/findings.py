#!/usr/bin/python3
"""Compare the findings of two builds of lv2val.

findings.py OLD NEW DEFECTS BUNDLE [--draw 60 --seed 1]

OLD and NEW are executables. Validates the bundles in DEFECTS (the built corpus of Tests/Defects), BUNDLE, and plug-ins
drawn by the seed from those installed, with both builds one after the other. Prints the differences by plug-in, check and
severity, and one line with the result. The exit status is 1 if there is a difference.

Some checks measure time or depend on the timing of threads. Targets are therefore validated a few at a time first; those
that differ are validated twice more by both builds, alone.
"""
import argparse
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def validate(program, target, options, jobs):
    """The findings of one build as a sorted list of (plug-in or bundle, message id, severity, count)."""
    command = [program, "validate", "--format", "json", "--jobs", str(jobs), "--timeout", "12", *options, target]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, 1, 3, 4) or not result.stdout:
        return [("exit", str(result.returncode), result.stderr.strip()[-200:])]
    findings = []
    for bundle in json.loads(result.stdout)["bundles"]:
        subjects = [(os.path.basename(bundle["path"].rstrip("/")), bundle["checks"])]
        subjects += [(plugin["uri"], plugin["checks"]) for plugin in bundle["plugins"]]
        for subject, checks in subjects:
            for check in checks:
                findings += [(subject, f["id"], f["severity"], f["count"]) for f in check["findings"]]
    return sorted(findings)


def installed(program, count, seed):
    """Plug-in URIs drawn from all installed ones, the same for the same seed."""
    lines = subprocess.run([program, "list", "--all"], capture_output=True, text=True, check=True).stdout.splitlines()
    uris = sorted(line.split("\t")[0] for line in lines if "/usr/lib" in line)
    return random.Random(seed).sample(uris, min(count, len(uris)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("old", "new", "defects", "bundle"):
        parser.add_argument(name)
    parser.add_argument("--draw", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    targets = []
    for name in sorted(os.listdir(arguments.defects)):
        path = os.path.join(arguments.defects, name)
        if name.endswith(".lv2"):
            baseline = os.path.join(path, "baseline.lv2")
            targets.append((path, ["--baseline", baseline] if os.path.isdir(baseline) else []))
    targets.append((arguments.bundle, []))
    targets += [(uri, []) for uri in installed(arguments.old, arguments.draw, arguments.seed)]
    def compare(target, jobs=1):
        return [validate(program, *target, jobs) for program in (arguments.old, arguments.new)]

    with ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        results = list(pool.map(compare, targets))
    count = sum(len(old) for old, _ in results)
    differences = unstable = 0
    for (target, options), (old, new) in zip(targets, results):
        if old == new:
            continue
        alone = [compare((target, options), jobs=2) for _ in range(2)]
        if alone[0] == alone[1] and alone[0][0] != alone[0][1]:
            differences += 1
            old, new = map(set, alone[0])
            print("DIFFERENT:", target, "only old:", sorted(old - new), "only new:", sorted(new - old), flush=True)
        elif any(old != new for old, new in alone):
            unstable += 1
            print("not repeatable:", target, sorted(set(old) ^ set(new)), flush=True)
    print(f"findings: {len(targets)} targets, {count} findings, {differences} differences, {unstable} not repeatable")
    return 1 if differences else 0


sys.exit(main())
