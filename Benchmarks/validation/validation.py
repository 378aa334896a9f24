"""What the programs of this folder share."""
import argparse
import json
import random
import subprocess


def parser(description):
    """A parser of the arguments that select plug-ins: LV2VAL, then plug-ins or --draw and --seed."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("program")
    result.add_argument("plugins", nargs="*")
    result.add_argument("--draw", type=int, default=40)
    result.add_argument("--seed", type=int, default=1)
    return result


def parse(options):
    """The arguments, with the drawn plug-ins if none are named."""
    arguments = options.parse_intermixed_args()
    arguments.plugins = arguments.plugins or installed(arguments.program, arguments.draw, arguments.seed)
    return arguments


def installed(program, count, seed):
    """Plug-in URIs drawn from all installed ones, the same for the same seed."""
    lines = subprocess.run([program, "list", "--all"], capture_output=True, text=True, check=True).stdout.splitlines()
    uris = sorted(line.split("\t")[0] for line in lines if "/usr/lib" in line)
    return random.Random(seed).sample(uris, min(count, len(uris)))


def report(program, arguments):
    """The JSON report of a validation."""
    command = [program, "validate", "--quiet", "--format", "json", *arguments]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def checks(result):
    """The checks of a report, each with the plug-in or the bundle."""
    for bundle in result["bundles"]:
        for subject, group in [(bundle["path"], bundle["checks"]), *((p["uri"], p["checks"]) for p in bundle["plugins"])]:
            for check in group:
                yield subject, check


def findings(check):
    """The findings of a check as a set of (message id, severity, subject), which are equal in equal runs."""
    return {(finding["id"], finding["severity"], finding.get("subject", "")) for finding in check["findings"]}
