#!/usr/bin/python3
"""Compares what each check of lv2val finds alone with what it finds in a full run.

alone.py LV2VAL [--draw 40 --seed 1] [--all] [--timeout SECONDS] [PLUGIN...]

Validates the plug-ins or bundles, or plug-ins drawn by the seed from those installed, one by one: first with all checks,
then again with each check that found something, alone; with --all, with each check of the catalogue, alone. Prints each
difference and one line with the result. The exit status is 1 if there is a difference.

A check that a full run skips because another check reports the same fault may report that fault alone.
"""
import concurrent.futures
import sys

from validation import checks, findings, parse, parser, report


def validate(program, options, plugin):
    """The findings of each check as sets of (message id, severity, subject), and the checks that were skipped."""
    found, skipped = {}, set()
    for _, check in checks(report(program, [*options, plugin])):
        found.setdefault(check["check"], set()).update(findings(check))
        if check["status"] == "skipped":
            skipped.add(check["check"])
    return found, skipped


def compare(program, options, every, plugin):
    """The number of checks that were run alone, and a line for each difference."""
    full, skipped = validate(program, options, plugin)
    lines = []
    names = [name for name in full if every or full[name]]
    for name in names:
        alone, _ = validate(program, [*options, "--only", name], plugin)
        others = [other for other in alone if other != name and alone[other]]
        lines += [f"{plugin} --only {name}: reports {', '.join(others)}"] if others else []
        lines += [f"{plugin} {name}: only in a full run: {finding}" for finding in sorted(full[name] - alone[name])]
        if name not in skipped:
            lines += [f"{plugin} {name}: only alone: {finding}" for finding in sorted(alone[name] - full[name])]
    return len(names), lines


def main():
    parsed = parser(__doc__.splitlines()[0])
    parsed.add_argument("--all", action="store_true")
    parsed.add_argument("--timeout", type=int)
    arguments = parse(parsed)
    plugins = arguments.plugins
    options = ["--jobs", "1"] + (["--timeout", str(arguments.timeout)] if arguments.timeout else [])
    count = differences = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for validated, lines in pool.map(lambda p: compare(arguments.program, options, arguments.all, p), plugins):
            count += validated
            differences += len(lines)
            for line in lines:
                print(line, flush=True)
    print(f"alone: {len(plugins)} plug-ins, {count} checks alone, {differences} differences")
    return 1 if differences else 0


sys.exit(main())
