"""The common parts of all host scripts: recordings, workspaces, processes with a deadline, results."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import soundfile

import measure
from effects import CASES

HERE = Path(__file__).resolve().parent
BUNDLE = HERE.parents[1] / "Bundles" / "martlet.lv2"
SYSTEM_LV2 = Path("/usr/lib/lv2")

# Speech of alsa-utils (48 000 Hz, mono); music of sound-theme-freedesktop (22 050 Hz, stereo), and another sound of it for
# a host that does not support that rate (48 000 Hz, stereo). The channels of the stereo sounds differ.
SPEECH = Path("/usr/share/sounds/alsa/Front_Center.wav")
MUSIC = Path("/usr/share/sounds/freedesktop/stereo/service-login.oga")
CHIME = Path("/usr/share/sounds/freedesktop/stereo/message-new-instant.oga")

# Peak of the prepared recording: 18 dB of headroom, more than the gain of any case.
PEAK = 0.125

# Seconds of silence before the sound, in which a host settles, and after it, for the tails of the effects. The longest
# tails, those of the combs, decay by 4.4 dB every 5 ms and by 6 dB every 20 ms: by 300 dB in this time.
LEAD, TAIL = 0.25, 1.0


class HostFailure(Exception):
    """A host refused, failed or exceeded its time limit. `status` is its exit status, or None."""

    def __init__(self, text, status=None):
        super().__init__(text)
        self.status = status


class Workspace:
    """The temporary directory of one check and the environment of its hosts.

    LV2_PATH is a folder with links to the bundle and to the specifications, so hosts find no other plug-ins. HOME and the
    XDG folders are in the workspace, so no host reads or writes the user's settings.
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        plugins = self.folder / "lv2"
        plugins.mkdir()
        (plugins / BUNDLE.name).symlink_to(BUNDLE)
        for manifest in SYSTEM_LV2.glob("*/manifest.ttl"):
            if "lv2:Specification" in manifest.read_text(errors="replace"):
                (plugins / manifest.parent.name).symlink_to(manifest.parent)
        runtime = self.folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "LV2_PATH": str(plugins),
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "XDG_RUNTIME_DIR": str(runtime),
        }

    def path(self, name):
        return self.folder / name

    def run(self, *command, seconds=60):
        """Runs a command and returns its standard output and standard error in one string.

        Raises HostFailure if the exit status is not 0 or the time limit is exceeded. All its processes are ended.
        """
        with self.start(*command) as process:
            try:
                status = process.wait(seconds)
            except subprocess.TimeoutExpired:
                raise HostFailure(f"{command[0]} did not end within {seconds} s") from None
        printed = self.printed(process)
        if status != 0:
            raise HostFailure(f"{command[0]} ended with status {status}: {printed.strip()[-400:]}", status)
        return printed

    @contextlib.contextmanager
    def start(self, *command):
        """Starts a process in a new process group, which receives SIGTERM and then SIGKILL at the end of the block."""
        log = tempfile.TemporaryFile(dir=self.folder)
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT,
            cwd=self.folder, env=self.environment, start_new_session=True,
        )
        process.log = log
        try:
            yield process
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(5)
            process.stdin.close()

    def await_true(self, condition, process, what, seconds=20):
        """Waits until `condition` is true. Raises HostFailure, which names `what`, if `process` ends or time runs out."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and process.poll() is None:
            if condition():
                return
            time.sleep(0.1)
        raise HostFailure(f"{process.args[0]} did not provide {what}: {self.printed(process).strip()[-400:]}")

    @staticmethod
    def printed(process):
        """Returns the output of a process so far."""
        process.log.seek(0)
        return process.log.read().decode(errors="replace")


@contextlib.contextmanager
def workspace():
    with tempfile.TemporaryDirectory(prefix="martlet-hosts-", ignore_cleanup_errors=True) as folder:
        yield Workspace(folder)


def prepare(recording, path):
    """Writes a recording as a file of 32-bit floats. Returns the samples and the sample rate."""
    sound, rate = soundfile.read(recording, dtype="float32", always_2d=True)
    lead, tail = (np.zeros((round(seconds * rate), sound.shape[1]), "float32") for seconds in (LEAD, TAIL))
    samples = np.concatenate([lead, sound * np.float32(PEAK / np.max(np.abs(sound))), tail])
    soundfile.write(path, samples, rate, subtype="FLOAT")
    return samples, rate


class Host:
    """A host under test. Each script defines one subclass and uses no code of the project."""

    commands = []  # the required programs
    modules = []  # the required Python modules, in addition to those of all hosts
    recordings = {1: SPEECH, 2: MUSIC}  # by number of channels
    latency = 0  # the latency of the host in frames, None if it varies

    def unavailable(self):
        """Returns the reason why the host cannot be tested, or None."""
        missing = [command for command in self.commands if shutil.which(command) is None]
        missing += [f"Python module {name}" for name in self.modules if importlib.util.find_spec(name) is None]
        return f"not installed: {', '.join(missing)}" if missing else None

    def render(self, case, source, rate, target, work):
        """Processes the file `source`, whose sample rate is `rate`, with the plug-in of `case` to the file `target`."""
        raise NotImplementedError

    def checks(self):
        """Yields the checks of this host: a title, and a function from a Workspace to a list of problems."""
        for case in CASES:
            yield f"{case.name} follows its formula", lambda work, case=case: self.follows(case, work)
            yield f"{case.name} is passed through when not enabled", lambda work, case=case: self.passes(case, work)

    def follows(self, case, work):
        """Renders once. The output must match the formula, but no wrong formula; damaged output must not match."""
        samples, output, rate = self.rendered(case, work)
        problems = measure.disagreements(case, samples, output, rate, self.latency)
        for text, wrong in case.wrong:
            if not measure.disagreements(wrong, samples, output, rate, self.latency):
                problems.append(f"the check does not distinguish the output from: {text}")
        for text, damaged in measure.damaged(output):
            if not measure.disagreements(case, samples, damaged, rate, self.latency):
                problems.append(f"the check does not detect output that is {text}")
        return problems

    def passes(self, case, work):
        samples, output, _ = self.rendered(replace(case, enabled=0), work)
        return measure.unchanged(samples, output, self.latency)

    def rendered(self, case, work):
        """Returns the recording, the output of the host, and the sample rate."""
        source, target = work.path("source.wav"), work.path("target.wav")
        samples, rate = prepare(self.recordings[case.channels], source)
        self.render(case, source, rate, target, work)
        if not target.exists():
            raise HostFailure("the host wrote no file")
        output, actual_rate = soundfile.read(target, dtype="float32", always_2d=True)
        if actual_rate != rate:
            raise HostFailure(f"the sample rate of the output is {actual_rate} instead of {rate}")
        return samples, output, rate

    def verdicts(self):
        """Runs every check in a new workspace. Yields its title and a list of problems."""
        for title, check in self.checks():
            with workspace() as work:
                try:
                    problems = check(work)
                except HostFailure as failure:
                    problems = [str(failure)]
            yield title, problems
