#!/usr/bin/python3
"""Validates bugs that public plug-ins had, and their fixes.

history.py LV2VAL PAIRS

history.tsv lists fixes: the project, the commit of the fix, the bundle, the kind of bug, the id of the message that
states the bug, or nothing if lv2val misses it, and the reason of a miss. Bugs that a host cannot observe are counted apart. PAIRS has a folder PROJECT-COMMIT for each of them, COMMIT being its first
seven digits, with the bundle built from the parent of the commit in before/ and from the commit in after/. A bug is found
if a finding with its message is in the report of before/ only. Findings about uninitialized memory also differ if they
name other bytes. Fixes whose bundles are missing are not counted.

Prints a line for each bug, and the recall of each kind. The exit status is 1 if a bug that history.tsv states as found is
missed.
"""
import argparse
import collections
import csv
import pathlib
import re
import sys

from validation import checks, findings, report

UNOBSERVABLE = "a host cannot observe it"
LIST = pathlib.Path(__file__).with_name("history.tsv")


def places(check):
    """What the findings of a check say about the bytes of new memory."""
    return {finding["id"]: re.search(r"bytes? \d.* allocates.*|$", finding["message"])[0] for finding in check["findings"]}


def found(program, bundle):
    """The findings about a bundle, each with its plug-in."""
    return {(subject, *finding, places(check)[finding[0]])
            for subject, check in checks(report(program, [str(bundle)])) for finding in findings(check)
            if subject != f"{bundle}/"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("pairs", type=pathlib.Path)
    options = parser.parse_args()
    kinds, hits, lost, hidden = collections.Counter(), collections.Counter(), [], 0
    with open(LIST, newline="") as file:
        fixes = list(csv.DictReader(file, delimiter="\t"))
    for fix in fixes:
        folder = options.pairs / f"{fix['project']}-{fix['commit'][:7]}"
        bundles = [folder / part / fix["bundle"] for part in ("before", "after")]
        if not all(bundle.is_dir() for bundle in bundles):
            continue
        before, after = (found(options.program, bundle) for bundle in bundles)
        ids = sorted({message for _, message, *_ in before - after})
        kinds[fix["kind"]] += 1
        hits[fix["kind"]] += fix["message"] in ids
        hidden += fix["reason"] == UNOBSERVABLE
        if fix["message"] and fix["message"] not in ids:
            lost.append(folder.name)
        print(f"{folder.name} ({fix['kind']}): {', '.join(ids) or 'no finding in the faulty version only'}", flush=True)
    for kind, count in sorted(kinds.items()):
        print(f"{kind}: {hits[kind]} of {count}")
    found, total = sum(hits.values()), sum(kinds.values())
    print(f"all: {found} of {total}, {total - hidden} of which a host can observe")
    for name in lost:
        print(f"{name}: missed, although history.tsv states a message")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
