"""Runs lv2val and measures its use of resources and the files and processes that it leaves."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass

PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Watched:
    """The measurements of one run."""

    status: int
    seconds: float
    """The processor time of lv2val and all its descendants, in seconds."""
    processor: float
    """The peak resident set of lv2val itself, in kilobytes."""
    peak: int
    """Processes that outlived lv2val."""
    orphans: int
    """Names in the temporary directory and in /dev/shm afterwards."""
    leftovers: list


def adopt_orphans():
    """Makes this process the parent of descendants that lose their parent, so that it can count them."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def validate(lv2val, place, options):
    """Validates all plug-ins once. The report is PLACE.json, the figures are PLACE.run; existing ones are kept."""
    figures = place.with_suffix(".run")
    if figures.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    print(f"survey: {place}", flush=True)
    report = place.with_suffix(".json")
    command = [lv2val, "validate", "--all", "--quiet", "--color", "never", "--format", f"json={report}", *options]
    watched = run(command, os.environ)
    if not report.exists():
        sys.exit(f"survey: {' '.join(command)} ended with {watched.status} and no report")
    if json.loads(report.read_text())["interrupted"]:
        report.unlink()
        sys.exit(f"survey: {' '.join(command)} was interrupted; start the survey again")
    figures.write_text(json.dumps(asdict(watched)))


def run(command, environment):
    """Runs `command` with a temporary directory of its own."""
    shared = set(os.listdir("/dev/shm"))
    with tempfile.TemporaryDirectory() as temporary:
        begin = time.monotonic()
        environment = {**environment, "TMPDIR": temporary}
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
        peak = 0
        while True:
            # /proc has no entry of a process that has been waited for.
            peak = max(peak, resident_peak(process.pid))
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.2)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        leftovers = os.listdir(temporary) + sorted(set(os.listdir("/dev/shm")) - shared)
        orphans = count_orphans()
    return Watched(process.returncode, seconds, usage.ru_utime + usage.ru_stime, peak, orphans, leftovers)


def resident_peak(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), 0)
    except FileNotFoundError:
        return 0


def count_orphans():
    """Counts and kills the adopted processes that are still alive, and waits for all of them."""
    with open(f"/proc/self/task/{os.getpid()}/children") as children:
        adopted = [int(pid) for pid in children.read().split()]
    alive = 0
    for pid in adopted:
        if os.waitpid(pid, os.WNOHANG)[0] == 0:
            alive += 1
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return alive
