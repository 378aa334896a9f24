"""Validates every plug-in of LV2_PATH and writes a page with the results.

    survey.py LV2VAL FOLDER [PAGE]

validates the plug-ins in SHARDS parts, then REPEATED of these parts again with the same seed, without their interfaces,
which interfaces.py examines. FOLDER receives the reports and figures; existing ones are reused. If PAGE is given, it is
written from them.
"""

import os
import sys
from pathlib import Path

import page
import watch

SHARDS = int(os.environ.get("SHARDS", "4"))
REPEATED = int(os.environ.get("REPEATED", str(SHARDS)))
SERIES = ["1/16", "1/8", "1/4", "1/2", "1/1"]
# Short checks that start several child processes for each plug-in, to show that the time grows linearly.
SERIES_CHECKS = "manifest.*,life.run-zero,audio.overrun,rt.allocation"


def main():
    lv2val, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    watch.adopt_orphans()
    for round_, shards in [(1, SHARDS), (2, REPEATED)]:
        for shard in range(1, shards + 1):
            options = ["--shard", f"{shard}/{SHARDS}", "--skip", "ui.*"]
            watch.validate(lv2val, folder / f"round-{round_}" / f"shard-{shard}", options)
    for part in SERIES:
        name = part.replace("/", "-of-")
        watch.validate(lv2val, folder / "series" / name, ["--shard", part, "--only", SERIES_CHECKS])
    if len(sys.argv) > 3:
        page.write(lv2val, folder, Path(sys.argv[3]))


if __name__ == "__main__":
    main()
