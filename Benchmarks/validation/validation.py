"""What the programs of this folder share."""
import json
import random
import subprocess


def installed(program, count, seed):
    """Plug-in URIs drawn from all installed ones, the same for the same seed."""
    lines = subprocess.run([program, "list", "--all"], capture_output=True, text=True, check=True).stdout.splitlines()
    uris = sorted(line.split("\t")[0] for line in lines if "/usr/lib" in line)
    return random.Random(seed).sample(uris, min(count, len(uris)))


def report(program, arguments):
    """The JSON report of a validation."""
    command = [program, "validate", "--quiet", "--format", "json", *arguments]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
