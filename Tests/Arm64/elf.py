"""What the file of the arm64 library shows without running it."""

import re
import subprocess

TOOL = "aarch64-linux-gnu-"
# ld-linux is the loader, a part of libc. It contains the value with which functions check their stack frames.
LIBRARIES = {"libc.so.6", "libm.so.6", "ld-linux-aarch64.so.1"}
# glibc 2.17 is the first version for arm64.
NEWEST_GLIBC = 17
# Linux on arm64 has pages of 4, 16 or 64 KiB.
LARGEST_PAGE = 0x10000
# The functions that compute most frames, by parts of their mangled names, and the smallest number of fused vector
# instructions in each.
KERNELS = {
    "steady filter": (r"SmoothedSVF\w*3run33", 10),
    "moving filter": (r"SmoothedSVF\w*13processMoving", 20),
    "steady comb": (r"CombChannelV3runyyAA06Steady", 30),
    "moving comb": (r"CombChannelV3runyyAA0\w*Ramp", 40),
}


def output(tool, *arguments):
    return subprocess.run([TOOL + tool, *arguments], check=True, capture_output=True, text=True).stdout


def exports(library):
    names = output("nm", "-D", "--defined-only", "--format=just-symbols", library).split()
    return [] if names == ["lv2_descriptor"] else [f"the exported symbols are {names}"]


def dependencies(library):
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-dW", library)))
    return [f"the library depends on {name}" for name in sorted(needed - LIBRARIES)]


def versions(library):
    imports = re.findall(r"(\w+)@GLIBC_2\.(\d+)", output("nm", "-D", "--undefined-only", library))
    problems = [f"{name} requires glibc 2.{version}" for name, version in imports if int(version) > NEWEST_GLIBC]
    return problems if imports else ["the library imports nothing"]


def relocations(library):
    return ["the library has text relocations"] if "TEXTREL" in output("readelf", "-dW", library) else []


def alignment(library):
    segments = re.findall(r"^ +LOAD .* (0x[0-9a-f]+)$", output("readelf", "-lW", library), re.MULTILINE)
    small = [value for value in segments if int(value, 16) % LARGEST_PAGE]
    return [f"a segment has the alignment {value}" for value in small] if segments else ["there are no segments"]


def kernels(unstripped):
    """Counts fused products of vectors and of single numbers in the kernels."""
    functions = re.findall(r"^[0-9a-f]+ <(.+)>:\n((?:.+\n)+)", output("objdump", "-d", unstripped), re.MULTILINE)
    problems = []
    for title, (pattern, least) in KERNELS.items():
        code = [body for name, body in functions if re.search(pattern, name)]
        vectors = min((len(re.findall(r"\tfml[as]\tv\d+\.2d", body)) for body in code), default=0)
        scalars = max((len(re.findall(r"\tfn?m(?:add|sub)\t", body)) for body in code), default=0)
        if vectors < least or 4 * scalars > vectors:
            problems.append(f"{title}: {vectors} fused vector instructions and {scalars} for single numbers")
    return problems


def blind(other):
    """Positive control: lilv's library exports functions, depends on others, and has no kernels."""
    finders = {"exports": exports, "dependencies": dependencies, "versions": versions, "kernels": kernels}
    return [f"{name} finds nothing in {other}" for name, find in finders.items() if not find(other)]


def checks(library, unstripped, other):
    """Yields a title and a list of problems. `other` is the library of lilv."""
    yield "the library exports lv2_descriptor only", exports(library)
    yield "the library depends on libc and libm only", dependencies(library)
    yield "the library runs with glibc 2.17, on every distribution for arm64", versions(library)
    yield "the library has no text relocations", relocations(library)
    yield "the segments are aligned for pages of 64 KiB", alignment(library)
    yield "the kernels use fused products of vectors", kernels(unstripped)
    yield "these checks find problems in another library", blind(other)
