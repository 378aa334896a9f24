"""How the user interfaces of a bundle draw, from its Turtle files and the libraries that they need."""

import functools
import re
import subprocess
from collections import defaultdict
from pathlib import Path

UI = "http://lv2plug.in/ns/extensions/ui#ui"
BINARIES = ["http://lv2plug.in/ns/lv2core#binary", "http://lv2plug.in/ns/extensions/ui#binary"]
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
# The first that a library needs, directly or indirectly, is what it draws with.
LIBRARIES = [
    ("libgtk-x11-2.0", "GTK 2"), ("libgtk-3", "GTK 3"), ("libQt5Gui", "Qt 5"), ("libQt6Gui", "Qt 6"), ("libfltk", "FLTK"),
    ("libGL.", "OpenGL"), ("libcairo", "cairo"), ("libX11", "Xlib"), ("libxcb", "XCB"),
]


def interfaces(bundle):
    """A list for each plug-in of a bundle: the class of each interface and what it draws with."""
    triples = [triple for file in sorted(Path(bundle).glob("*.ttl")) for triple in statements(file)]
    objects = defaultdict(set)
    for subject, predicate, value in triples:
        objects[subject, predicate].add(value)
    return {
        plugin: [description(objects, interface) for interface in sorted(values)]
        for (plugin, predicate), values in list(objects.items())
        if predicate == UI
    }


def statements(file):
    """The triples of a file with statements about interfaces whose parts are URIs."""
    if b"ui" not in file.read_bytes():
        return []
    output = subprocess.run(["sordi", "-o", "ntriples", file], capture_output=True, text=True).stdout
    return re.findall(r"^<([^>]*)> <([^>]*)> <([^>]*)> \.$", output, re.MULTILINE)


def description(objects, interface):
    classes = sorted(uri.rsplit("#")[-1] for uri in objects[interface, TYPE])
    binaries = [binary for predicate in BINARIES for binary in objects[interface, predicate]]
    binary = binaries[0].removeprefix("file://") if binaries else ""
    return ", ".join(filter(None, [classes[0] if classes else "no class", library(binary)]))


@functools.cache
def library(binary):
    """What a library draws with; nothing if it does not say."""
    needed = subprocess.run(["ldd", binary], capture_output=True, text=True).stdout
    return next((name for part, name in LIBRARIES if part in needed), "")
