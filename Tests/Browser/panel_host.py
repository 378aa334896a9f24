"""The part of MOD's software that shows a panel: it reads a bundle and serves a page with the panel of each plug-in.

The page is panel_host.js. It does what the documentation of the modgui extension demands of a host, with the mustache.js and
jQuery of Debian. MOD's own software is not used.
"""

import http.server
import json
import pathlib
import re
import subprocess
import threading
import urllib.parse

HERE = pathlib.Path(__file__).parent
LIBRARIES = pathlib.Path("/usr/share/javascript")
UNITS = "/usr/lib/lv2/units.lv2/units.ttl"
TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}

LV2 = "http://lv2plug.in/ns/lv2core#"
MODGUI = "http://moddevices.com/ns/modgui#"
KINDS = {"audio": LV2 + "AudioPort", "control": LV2 + "ControlPort", "event": "http://lv2plug.in/ns/ext/atom#AtomPort"}
PROPERTY_NAMES = {LV2 + "integer": "integer", LV2 + "enumeration": "enumeration", LV2 + "toggled": "toggled",
                  "http://lv2plug.in/ns/ext/port-props#logarithmic": "logarithmic"}


class Turtle:
    """The statements of Turtle files. Blank nodes belong to one file."""

    def __init__(self, paths):
        self.objects = {}
        for number, path in enumerate(paths):
            lines = subprocess.run(["sordi", "-o", "ntriples", str(path)], stdout=subprocess.PIPE, check=True, text=True)
            for line in lines.stdout.splitlines():
                subject, predicate, value = re.fullmatch(r'(\S+) <(\S+)> (.*) \.', line).groups()
                self.objects.setdefault((self.node(subject, number), predicate), []).append(self.node(value, number))

    @staticmethod
    def node(text, number):
        if text.startswith("_:"):
            return f"{text}@{number}"
        literal = re.match(r'"((?:[^"\\]|\\.)*)"', text)
        return json.loads(literal.group(0)) if literal else text.strip("<>")

    def all(self, subject, predicate):
        return self.objects.get((subject, predicate), [])

    def one(self, subject, predicate):
        return (self.all(subject, predicate) or [None])[0]


class Bundle:
    """A bundle: `effects` has what mod-ui passes to a page, for each plug-in with a panel."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        turtle = Turtle([*sorted(self.folder.glob("*.ttl")), UNITS])
        self.effects = [self.effect(turtle, subject, gui)
                        for (subject, predicate), values in turtle.objects.items() if predicate == MODGUI + "gui"
                        for gui in values]

    def effect(self, turtle, uri, gui):
        files = ("iconTemplate", "stylesheet", "javascript", "screenshot", "thumbnail", "resourcesDirectory")
        ports = [self.port(turtle, node) for node in turtle.all(uri, LV2 + "port")]
        return {
            "uri": uri,
            "gui": {name: urllib.parse.urlparse(turtle.one(gui, MODGUI + name)).path for name in files},
            "label": turtle.one(uri, "http://moddevices.com/ns/mod#label"),
            "brand": turtle.one(uri, "http://moddevices.com/ns/mod#brand"),
            "monitored": [turtle.one(node, LV2 + "symbol") for node in turtle.all(gui, MODGUI + "monitoredOutputs")],
            "ports": sorted(ports, key=lambda port: port["index"]),
        }

    @staticmethod
    def port(turtle, node):
        def number(name):
            text = turtle.one(node, LV2 + name)
            return None if text is None else float(text)
        types = turtle.all(node, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
        unit = turtle.one(node, "http://lv2plug.in/ns/extensions/units#unit")
        properties = turtle.all(node, LV2 + "portProperty")
        return {
            "index": int(turtle.one(node, LV2 + "index")),
            "symbol": turtle.one(node, LV2 + "symbol"),
            "kind": next(kind for kind, name in KINDS.items() if name in types),
            "direction": "input" if LV2 + "InputPort" in types else "output",
            "designation": turtle.one(node, LV2 + "designation"),
            "default": number("default"), "minimum": number("minimum"), "maximum": number("maximum"),
            "render": turtle.one(unit, "http://lv2plug.in/ns/extensions/units#render") if unit else None,
            "properties": [PROPERTY_NAMES[each] for each in properties if each in PROPERTY_NAMES],
            "scalePoints": sorted((
                {"label": turtle.one(point, "http://www.w3.org/2000/01/rdf-schema#label"),
                 "value": float(turtle.one(point, "http://www.w3.org/1999/02/22-rdf-syntax-ns#value"))}
                for point in turtle.all(node, LV2 + "scalePoint")), key=lambda point: point["value"]),
        }


class Server:
    """Serves the page of a bundle at `address`. `replacements` change the text of a file: {name: (old, new)}."""

    def __init__(self, bundle):
        self.bundle = bundle
        self.replacements = {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                content, kind = outer.content(urllib.parse.urlparse(self.path))
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(content or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def content(self, request):
        """Returns the content and the type of a resource; None if it does not exist."""
        place = pathlib.PurePosixPath(request.path)
        if place.parts[1:2] == ("resources",):
            # As in MOD's software, the query names the plug-in, whose folder contains the file.
            uri = urllib.parse.parse_qs(request.query).get("uri", [""])[0]
            folders = [each["gui"]["resourcesDirectory"] for each in self.bundle.effects if each["uri"] == uri]
            path = pathlib.Path(folders[0], *place.parts[2:]) if folders else None
        elif place.parts[1:2] == ("libraries",):
            path = LIBRARIES.joinpath(*place.parts[2:])
        elif request.path == "/favicon.ico":
            return b"", "image/png"
        elif request.path == "/panel_host.js":
            path = HERE / "panel_host.js"
        else:
            return self.page().encode(), "text/html; charset=utf-8"
        if path is None or not path.is_file():
            return None, "text/plain"
        return path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream")

    def text(self, path):
        text = pathlib.Path(path).read_text(encoding="utf-8")
        old, new = self.replacements.get(pathlib.Path(path).name, ("", ""))
        assert old in text, f"{path} does not contain {old}"
        return text.replace(old, new, 1)

    def page(self):
        effects = [
            {**each, **{name: self.text(each["gui"][name]) for name in ("iconTemplate", "stylesheet", "javascript")}}
            for each in self.bundle.effects]
        data = json.dumps(effects).replace("<", "\\u003c")
        return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Panels</title>
<style>body {{ margin: 0; background: #777; }} #panels {{ display: flex; flex-wrap: wrap; }}
.place {{ position: relative; width: 440px; height: 560px; }} .place > .mod-pedal {{ position: absolute; }}
.place:has(.martlet-columns-8) {{ width: 880px; order: 1; }}
.place:has(.martlet-columns-5) {{ width: 540px; order: 2; }} .place:has(.martlet-columns-6) {{ width: 640px; order: 2; }}
.mod-drag-handle {{ position: absolute; inset: 0; z-index: 20; }}
.mod-pedal-input {{ position: absolute; left: -88px; }} .mod-pedal-output {{ position: absolute; right: -88px; }}</style>
<script src="/libraries/jquery/jquery.min.js"></script><script src="/libraries/mustache/mustache.min.js"></script>
<script src="/panel_host.js"></script></head>
<body><div id="panels"></div><script>window.panels = showPanels({data})</script></body></html>"""
