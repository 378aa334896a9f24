#!/usr/bin/python3
"""Compares the findings of lv2val on an idle machine with those on a busy one.

load.py LV2VAL [--draw 40 --seed 1 --loops 3] [PLUGIN...]

Validates the plug-ins, or plug-ins drawn by the seed from those installed, twice: first alone, then beside busy loops.
Prints each finding that only one of the runs has, failures of the validator, and one line with the result. The exit status
is 1 if there is a difference or a failure.
"""
import subprocess
import sys
import time

from validation import checks, findings, parse, parser, report


def validate(program, plugins):
    """The findings of a run as a set of (plug-in or bundle, message id, severity, subject), its faults, and its duration."""
    start = time.monotonic()
    result = report(program, plugins)
    found = {(subject, *finding) for subject, check in checks(result) for finding in findings(check)}
    return found, result["faults"], time.monotonic() - start


def main():
    options = parser(__doc__.splitlines()[0])
    options.add_argument("--loops", type=int, default=3)
    arguments = parse(options)
    plugins = arguments.plugins
    idle, idle_faults, idle_time = validate(arguments.program, plugins)
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.loops)]
    try:
        busy, busy_faults, busy_time = validate(arguments.program, plugins)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    for name, difference in [("idle", idle - busy), ("busy", busy - idle)]:
        for finding in sorted(difference):
            print(f"only {name}:", *finding)
    for fault in idle_faults + busy_faults:
        print("fault:", fault)
    differences = len(idle ^ busy)
    print(
        f"load: {len(plugins)} plug-ins, {len(idle)} findings in {idle_time:.0f} s, with {arguments.loops} busy loops "
        f"{len(busy)} in {busy_time:.0f} s, {differences} differences, {len(idle_faults + busy_faults)} faults"
    )
    return 1 if differences or idle_faults or busy_faults else 0


sys.exit(main())
