#!/usr/bin/python3
"""Measures how long lv2val validates plug-ins that hang, and slow ones.

times.py LV2VAL DEFECTS

DEFECTS is the built corpus of Tests/Defects. Validates each bundle whose defect is a timeout, good-worker-slow, and
heavy.c, which needs 90 % of the time of a block, one after the other with default options. Prints a line for each: the
duration and the processor time in seconds, and the findings above notes.
"""
import glob
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from validation import checks, report

HERE = os.path.dirname(os.path.abspath(__file__))
COMMON = os.path.join(HERE, "../../Tests/Defects/common")


def build_heavy(folder):
    """Builds the bundle heavy.lv2 in `folder` and returns its path."""
    bundle = os.path.join(folder, "heavy.lv2")
    os.mkdir(bundle)
    for name in ("manifest.ttl", "plugin.ttl"):
        with open(os.path.join(bundle, name), "w") as copy:
            for part in ("prefixes.ttl", name):
                with open(os.path.join(COMMON, part)) as source:
                    copy.write(source.read().replace("@NAME@", "heavy"))
    command = ["cc", "-O1", "-fPIC", "-shared", f"-I{COMMON}", '-DDEFECT_URI="urn:defect:heavy"']
    subprocess.run([*command, "-o", f"{bundle}/plugin.so", f"{HERE}/heavy.c", "-lm"], check=True)
    return bundle


def measure(program, bundle):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    result = report(program, [bundle])
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    ended = [check for _, check in checks(result)]
    findings = sorted({f["id"] for check in ended for f in check["findings"] if f["severity"] != "note"})
    unfinished = [check["check"] for check in ended if "did not finish within" in check.get("reason", "")]
    name = os.path.basename(bundle.rstrip("/"))
    print(f"{name:40} {seconds:6.1f} {processor:6.1f}  {' '.join(findings)} {' '.join(unfinished)}", flush=True)


def main():
    program, defects = sys.argv[1:]
    folder = tempfile.mkdtemp()
    try:
        bundles = sorted(glob.glob(f"{defects}/*-timeout*.lv2"))
        for bundle in [*bundles, f"{defects}/good-worker-slow.lv2", build_heavy(folder)]:
            measure(program, bundle)
    finally:
        shutil.rmtree(folder)


main()
