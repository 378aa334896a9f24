#!/usr/bin/python3
"""Compares what each check of lv2val finds alone with what it finds in a full run.

alone.py LV2VAL [--draw 40 --seed 1] [--all] [--timeout SECONDS] [PLUGIN...]

Validates the plug-ins or bundles, or plug-ins drawn by the seed from those installed, one by one: first with all checks,
then again with each check that found something, alone; with --all, with each check of the catalogue, alone. Prints each
difference and one line with the result. The exit status is 1 if there is a difference.

A check that a full run skips because another check reports the same fault may report that fault alone.
"""
import argparse
import concurrent.futures
import subprocess
import sys

from validation import installed, report


def findings(program, options, plugin):
    """The findings of each check as sets of (message id, severity, subject), and the checks that were skipped."""
    found, skipped = {}, {}
    result = report(program, [*options, plugin])
    for bundle in result["bundles"]:
        for checks in [bundle["checks"], *(plugin["checks"] for plugin in bundle["plugins"])]:
            for check in checks:
                name = check["check"]
                found.setdefault(name, set())
                found[name] |= {(f["id"], f["severity"], f.get("subject", "")) for f in check["findings"]}
                if check["status"] == "skipped":
                    skipped[name] = check.get("reason", "")
    return found, skipped


def compare(program, options, every, plugin):
    """The number of checks that were run alone, and a line for each difference."""
    full, skipped = findings(program, options, plugin)
    lines = []
    checks = [name for name in full if every or full[name]]
    for name in checks:
        alone, _ = findings(program, [*options, "--only", name], plugin)
        others = [other for other in alone if other != name and alone[other]]
        lines += [f"{plugin} --only {name}: reports {', '.join(others)}"] if others else []
        lines += [f"{plugin} {name}: only in a full run: {finding}" for finding in sorted(full[name] - alone[name])]
        if name not in skipped:
            lines += [f"{plugin} {name}: only alone: {finding}" for finding in sorted(alone[name] - full[name])]
    return len(checks), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("plugins", nargs="*")
    parser.add_argument("--draw", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--timeout", type=int)
    arguments = parser.parse_intermixed_args()
    plugins = arguments.plugins or installed(arguments.program, arguments.draw, arguments.seed)
    options = ["--jobs", "1"] + (["--timeout", str(arguments.timeout)] if arguments.timeout else [])
    checks = differences = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for count, lines in pool.map(lambda p: compare(arguments.program, options, arguments.all, p), plugins):
            checks += count
            differences += len(lines)
            for line in lines:
                print(line, flush=True)
    print(f"alone: {len(plugins)} plug-ins, {checks} checks alone, {differences} differences")
    return 1 if differences else 0


sys.exit(main())
