#!/usr/bin/python3
"""Prints a static estimate of the cost of the steady effects on arm64: no arm64 machine is involved.

    static.py ARM64 X86      the libraries with symbols, for arm64 and for x86-64-v3

Counts the instructions of the loops over blocks of four frames. llvm-mca computes two numbers of cycles: how long the units
of the processor are busy, and how long an iteration takes with all dependencies. Both assume that all data are in the first
cache and that no branch is mispredicted.
"""

import re
import subprocess
import sys

import report

FRAMES = 4
# The mangled names of the functions, and the loops in them in the order of their addresses. The second loop of the comb
# has the lowpass.
KERNELS = [
    ("filter, one section, mono", r"SmoothedSVFV3run33\w+ZSf_Tt4g5$", 0),
    ("comb, mono, undamped", r"CombChannelV3runyyAA06SteadyB", 0),
    ("comb, mono, damped", r"CombChannelV3runyyAA06SteadyB", 1),
]
BRANCH = re.compile(r"(?:b\.?\w*|cbn?z|tbn?z|j\w+)\s.*?\b([0-9a-f]+) <")
FUSED = re.compile(r"(?:fml[as]|fn?m(?:add|sub)|vfn?m(?:add|sub)\w*)\s")
# Object dumper, architecture, processors, and the start of a comment. LLVM computes with its model of Cortex-A57 for
# Cortex-A72 and A76. Its models of AMD processors contain latencies of 100 cycles.
ARM64 = ("aarch64-linux-gnu-objdump", "aarch64", ["cortex-a53", "cortex-a72", "cortex-a76"], "//")
X86 = ("objdump", "x86_64", ["skylake"], "#")


def functions(tool, library):
    """Returns the instructions of each function: address and text."""
    text = subprocess.run([tool, "-d", "--no-show-raw-insn", library], check=True, capture_output=True, text=True).stdout
    for name, body in re.findall(r"^[0-9a-f]+ <(.+)>:\n((?:.+\n)+)", text, re.MULTILINE):
        lines = re.findall(r"^ *([0-9a-f]+):\t(.+)$", body, re.MULTILINE)
        yield name, [(int(address, 16), line.strip()) for address, line in lines]


def loops(code):
    """Returns the instructions of the innermost loops."""
    places = {address: index for index, (address, _) in enumerate(code)}
    ranges = []
    for end, (_, line) in enumerate(code):
        branch = BRANCH.match(line)
        start = places.get(int(branch[1], 16), end) if branch else end
        if start < end:
            ranges.append((start, end))
    inner = [a for a in ranges if not any(a != b and a[0] <= b[0] and b[1] <= a[1] for b in ranges)]
    return [[line for _, line in code[start:end + 1]] for start, end in inner]


def cycles(loop, architecture, processor, comment):
    """Returns the cycles of a frame as text: without and with dependencies."""
    # Symbols and comments of objdump are not assembler. Branch targets do not matter, but must be numbers.
    lines = (re.sub(r"\b([0-9a-f]+) <", r"0x\1 <", line) for line in loop)
    source = "\n".join(re.sub(rf"\s*(?:<.*>|{comment}.*)", "", line) for line in lines)
    printed = subprocess.run(
        ["llvm-mca", f"-mtriple={architecture}", f"-mcpu={processor}", "-iterations=1000"],
        input=source, check=True, capture_output=True, text=True).stdout
    busy = float(re.search(r"Block RThroughput: +([\d.]+)", printed)[1])
    whole = int(re.search(r"Total Cycles: +(\d+)", printed)[1]) / 1000
    return f"{busy / FRAMES:.1f} to {whole / FRAMES:.1f}"


def measure(library, tool, architecture, processors, comment):
    """Yields a row for each kernel: instructions and fused products of a frame, and its cycles on each processor."""
    code = dict(functions(tool, library))
    for _, pattern, index in KERNELS:
        loop = loops(next(body for name, body in code.items() if re.search(pattern, name)))[index]
        fused = sum(bool(FUSED.match(line)) for line in loop)
        times = [cycles(loop, architecture, name, comment) for name in processors]
        yield [len(loop) / FRAMES, fused / FRAMES, *times]


def main():
    arm64, x86 = ([*measure(path, *machine)] for path, machine in zip(sys.argv[1:3], (ARM64, X86)))
    report.heading("Static estimate for arm64, for each frame")
    columns = ["kernel", "instructions", "fused", *(f"{name}, cycles" for name in ARM64[2])]
    columns += ["x86-64-v3: instructions", "fused", *(f"{name}, cycles" for name in X86[2])]
    report.table(columns, [[kernel[0], *left, *right] for kernel, left, right in zip(KERNELS, arm64, x86)])


main()
