"""The panels for MOD devices in a real browser: `make test-browser`.

Environment: BUNDLE, the bundle; PICTURES, the folder of the screenshots and thumbnails. With WRITE=1, the pictures of the panels
are written there (`make panel-pictures`), and compared otherwise.
"""

import base64
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

try:
    import numpy
    import soundfile
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.support.ui import WebDriverWait
    from page import Browser
    from panel_host import Bundle, Server
    MISSING = None
except ImportError as error:
    MISSING = str(error)

# Settings of which every control changes the response, except those of the next table.
SETTINGS = {
    "peaking-eq": {"frequency": 1000, "gain": 12, "q": 1, "output_gain": 0},
    "parametric-eq": {f"{symbol}_{band + 1}": value for symbol, values in {
        "frequency": [50, 120, 250, 600, 1500, 3000, 6000, 12000], "gain": [3, -4, 5, -6, 4, -3, 6, -5]}.items()
        for band, value in enumerate(values)},
    "lowpass": {"cutoff": 1000, "q": 0.7071, "slope": 24, "gain": -3},
    "comb": {"delay": 1, "feedback": 60, "feedforward": 30, "damping": 5000, "mix": 60, "gain": -3},
    "tuned-comb": {"source": 0, "note": 60, "cents": 0, "decay": 0.3, "damping": 6000, "mix": 60, "gain": 3, "interval": 3,
                   "division": 0, "glide": 0},
    "tone": {"wave": 1, "pitch": 0, "frequency": 500, "note": 69, "level": -12, "reference": 0, "on": 1, "fade": 10,
             "sweep": 10, "restart": 0, "a4": 440},
}
# The controls that do not change the response at these settings.
SILENT = {
    "tuned-comb": ["interval", "division", "glide"], "tone": ["note", "reference", "fade", "sweep", "restart", "a4"],
}
# A value of a choice that changes nothing, either: the comb plays its own note before the first one of MIDI.
SAME = [("tuned-comb", "source", 1)]
# Settings at which the response on the panel is compared with that of the library.
RESPONSES = {
    "peaking-eq": [{"frequency": 1000, "gain": 12, "q": 1}, {"frequency": 8000, "gain": -24, "q": 4},
                   {"frequency": 50, "gain": 40, "q": 0.3}],
    "parametric-eq": [
        {"type_1": 1, "frequency_1": 200, "gain_1": 9, "q_1": 0.7071, "frequency_4": 2000, "gain_4": -12, "q_4": 2},
        {"type_2": 2, "frequency_2": 3000, "gain_2": -9, "q_2": 1, "type_3": 4, "frequency_3": 60, "q_3": 1, "slope_3": 36},
        {"type_5": 3, "frequency_5": 5000, "q_5": 0.7071, "slope_5": 24, "on_5": 1, "gain_6": 9, "on_6": 0, "gain": 3},
        {"type_7": 5, "frequency_7": 800, "q_7": 2, "type_8": 8, "frequency_8": 500, "gain_8": 8, "q_8": 0.3},
        {"type_1": 6, "frequency_1": 1000, "q_1": 1, "type_2": 7}],
    "lowpass": [{"cutoff": 1000, "q": 0.7071, "slope": 12, "gain": 0}, {"cutoff": 3400, "q": 0.5, "slope": 48, "gain": 6},
                {"cutoff": 900, "q": 4, "slope": 36, "gain": -8}],
    "comb": [{"delay": 1, "feedback": 60, "feedforward": 30, "damping": 5000, "mix": 60, "gain": -3},
             {"delay": 3.8, "feedback": -80, "feedforward": 0, "damping": 2000, "mix": 50, "gain": 0},
             {"delay": 20, "feedback": 0, "feedforward": -100, "damping": 20000, "mix": 100, "gain": 0},
             {"delay": 0.25, "feedback": 70, "feedforward": 0, "damping": 20000, "mix": 100, "gain": 0}],
    "tuned-comb": [{"note": 57, "decay": 0.05, "damping": 3000, "mix": 60, "gain": -3},
                   {"source": 0, "note": 40, "cents": 30, "decay": 0.08, "damping": 6000, "mix": 100, "gain": -18, "a4": 430},
                   {"source": 0, "note": 81, "decay": 0.05, "damping": 900, "mix": 80, "gain": 6},
                   {"source": 2, "interval": 0, "division": 2, "decay": 0.1, "damping": 4000, "mix": 50}],
}
# The period of a tuned comb in milliseconds at these settings, where the frequency does not tell it: 1/64 in triplets is 1/24 of a
# quarter of 500 ms.
PERIODS = [1000 / 220, 1000 / (430 * 2 ** ((40.3 - 69) / 12)), 1000 / 880, 500 / 24]
RATE = 48000
LENGTH = 1 << 16
# The designs deviate from the formulas of the panel by at most 0.3 dB, and so does a comb of ten frames or more.
TOLERANCE = 0.5
# In decibels. The text of the path has two decimals, and lower levels are outside the plots.
LOWEST = -30

# Texts that are wider than their element, or outside the panel.
OVERFLOW = """
const wrong = [];
for (const panel of document.querySelectorAll('.place > .mod-pedal > div')) {
  const frame = panel.getBoundingClientRect();
  for (const each of panel.querySelectorAll('*')) {
    if (each.closest('.mod-pedal-input, .mod-pedal-output')) continue;
    const box = each.getBoundingClientRect();
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0) wrong.push(each.className);
    if (box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom) wrong.push(each.className);
  }
}
return wrong;
"""
# The mean difference of two pictures, 0 to 255; infinite if their sizes differ.
DIFFERENCE = """
const [first, second, done] = arguments;
const load = async text => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + text;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: image.width, height: image.height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
};
Promise.all([load(first), load(second)]).then(([a, b]) => done(
  a.width !== b.width || a.height !== b.height ? Infinity
  : a.data.reduce((sum, value, index) => sum + Math.abs(value - b.data[index]), 0) / a.data.length));
"""
THUMBNAIL = (256, 64)
# Between two versions of chromium only the edges of letters differ.
PICTURE_TOLERANCE = 3


def png_size(data):
    return struct.unpack(">II", data[16:24])


@unittest.skipIf(MISSING, MISSING)
class PanelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(os.environ["BUNDLE"]).resolve()
        cls.bundle = Bundle(cls.folder)
        cls.server = Server(cls.bundle)
        cls.browser = Browser()
        cls.driver = cls.browser.driver

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.close()

    def open(self, **replacements):
        """Loads the page. A replacement changes the text of a file: panel_css=(old, new)."""
        self.server.replacements = {name.replace("_", "."): change for name, change in replacements.items()}
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 1340, "height": 4000, "deviceScaleFactor": 1, "mobile": False})
        self.driver.get(self.server.address)
        if not replacements:
            WebDriverWait(self.driver, 20).until(
                lambda driver: driver.execute_script("return document.body.dataset.ready"))

    def run_script(self, script, *arguments):
        """Runs a script with `panels`, the panels by URI."""
        return self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"window.panels.then(panels => done((() => {{ {script} }})()))", *arguments)

    def set(self, uri, values):
        self.run_script("for (const symbol in arguments[1]) panels[arguments[0]].set(symbol, arguments[1][symbol])", uri, values)

    def path(self, uri):
        return self.run_script("return panels[arguments[0]].all('.martlet-response')[0].getAttribute('d')", uri)

    def element(self, uri, selector):
        return self.run_script("return panels[arguments[0]].all(arguments[1])[0]", uri, selector)

    def effects(self):
        """The effects and their names without the layout."""
        for effect in self.bundle.effects:
            yield effect, re.sub("-(mono|stereo|sidechain)$", "", effect["uri"].split(":")[-1])

    @staticmethod
    def controls(effect):
        """The controls with a knob: all of an effect with few, otherwise the frequencies and gains of the bands, or the first ten."""
        inputs = [port for port in effect["ports"]
                  if port["kind"] == "control" and port["direction"] == "input" and not port["designation"]]
        if len(inputs) <= 12:
            return inputs
        return [port for prefix in ("frequency_", "gain_") for port in inputs if port["symbol"].startswith(prefix)] or inputs[:10]

    def test_the_description_is_complete(self):
        self.assertEqual(len(self.bundle.effects), 12)
        for effect in self.bundle.effects:
            with self.subTest(effect["uri"]):
                for name, path in effect["gui"].items():
                    self.assertTrue(path.startswith(f"{self.folder}/modgui") and pathlib.Path(path).exists(), f"{name}: {path}")
                self.assertLessEqual(len(effect["brand"]), 11)
                self.assertLessEqual(len(effect["label"]), 16)

    def test_every_port_has_its_widget(self):
        self.open()
        for effect in self.bundle.effects:
            with self.subTest(effect["uri"]):
                found = self.run_script(
                    "const panel = panels[arguments[0]], roles = {};"
                    "for (const each of panel.all('[mod-role]'))"
                    "  (roles[each.getAttribute('mod-role')] ??= []).push(each.getAttribute('mod-port-symbol'));"
                    "return { roles, unknown: panel.unknown, outputs: panel.all('[data-output]').map(each => each.dataset.output) }",
                    effect["uri"])
                self.assertEqual(found["unknown"], [])
                inputs = [port["symbol"] for port in self.controls(effect)]
                for role in ("input-control-port", "input-control-value", "input-control-minimum", "input-control-maximum"):
                    is_limit = role.endswith("imum")
                    self.assertEqual(found["roles"][role], [each for each in inputs if each != "note" or not is_limit])
                for direction in ("input", "output"):
                    symbols = [port["symbol"] for port in effect["ports"]
                               if port["kind"] == "audio" and port["direction"] == direction]
                    self.assertEqual(found["roles"].get(f"{direction}-audio-port", []), symbols)
                events = [port["symbol"] for port in effect["ports"] if port["kind"] == "event"]
                self.assertEqual(found["roles"].get("input-midi-port", []), events)
                self.assertEqual(found["outputs"], [] if "parametric" in effect["uri"] else effect["monitored"])
                for role in ("bypass", "bypass-light", "drag-handle"):
                    self.assertEqual(len(found["roles"][role]), 1)

    def test_default_and_extreme_values(self):
        self.open()
        for effect, name in self.effects():
            uri = effect["uri"]
            self.set(uri, SETTINGS[name])
            usual = self.path(uri)
            for port in self.controls(effect):
                for value in (port["minimum"], port["default"], port["maximum"], SETTINGS[name][port["symbol"]]):
                    with self.subTest(uri, port=port["symbol"], value=value):
                        self.set(uri, {port["symbol"]: value})
                        curve = self.path(uri)
                        self.assertRegex(curve, r"^M[-0-9. L]+Z$")
                        is_same = (value == SETTINGS[name][port["symbol"]] or port["symbol"] in SILENT.get(name, [])
                                  or (name, port["symbol"], value) in SAME)
                        self.assertEqual(curve == usual, is_same)
                        shown, expected, position, steps = self.run_script(
                            "const panel = panels[arguments[0]], symbol = arguments[1];"
                            "const knob = panel.fields('input-control-port', symbol)[0];"
                            "return [panel.fields('input-control-value', symbol)[0].textContent,"
                            "  formatted(panel.ports[symbol], panel.values[symbol]),"
                            "  -parseFloat(getComputedStyle(knob).backgroundPositionX) / knob.film.width, knob.film.steps]",
                            uri, port["symbol"])
                        self.assertEqual(shown, expected)
                        self.assertEqual(steps, 64)
                        if value in (port["minimum"], port["maximum"]):
                            self.assertEqual(position, 0 if value == port["minimum"] else steps)
            everything = {port["symbol"]: port["maximum"] for port in self.controls(effect)}
            self.set(uri, everything)
        self.assertEqual(self.driver.execute_script(OVERFLOW), [])
        self.assertEqual(self.browser.messages(), [])

    def test_mouse(self):
        """A drag moves a knob, and the footswitch switches the light and dims the curve."""
        self.open()
        uri = "urn:martlet:peaking-eq-stereo"
        gain = self.element(uri, "[mod-role=input-control-port][mod-port-symbol=gain]")
        ActionChains(self.driver).click_and_hold(gain).move_by_offset(0, -25).release().perform()
        self.assertEqual(self.run_script("return panels[arguments[0]].values.gain", uri), 25)
        self.assertEqual(self.element(uri, "[mod-role=input-control-value][mod-port-symbol=gain]").text, "25.00 dB")
        light, footswitch = (self.element(uri, f"[mod-role={role}]") for role in ("bypass-light", "bypass"))
        self.assertIn("on", light.get_attribute("class").split())
        for state, dims in (("off", True), ("on", False)):
            footswitch.click()
            self.assertIn(state, light.get_attribute("class").split())
            self.assertEqual("martlet-bypassed" in self.element(uri, ".martlet-curve").get_attribute("class"), dims)
        self.assertEqual(self.browser.messages(), [])

    def test_outputs(self):
        self.open()
        self.set("urn:martlet:comb-mono", {"fundamental": 440})
        self.assertEqual(self.element("urn:martlet:comb-mono", "[data-output=fundamental]").text, "440.0 Hz")

    def test_the_curve_of_the_tuned_comb_follows_its_output(self):
        self.open()
        uri = "urn:martlet:tuned-comb-stereo"
        for source, follows in ((0, False), (1, True), (2, True)):
            self.set(uri, {"source": source, "frequency": 0.01})
            before = self.path(uri)
            self.set(uri, {"frequency": 330})
            self.assertEqual(self.element(uri, "[data-output=frequency]").text, "330.0 Hz")
            self.assertEqual(self.path(uri) != before, follows)

    def test_the_curve_of_the_tone_is_its_spectrum(self):
        """The lines of Fourier series, and the power of noise in thirds of octaves, relative to a sine of full scale."""
        self.open()
        uri = "urn:martlet:tone"
        self.set(uri, {"frequency": 1000, "level": -20, "reference": 0, "on": 1})
        for wave, amplitudes in {0: [1], 1: [4 / (numpy.pi * n) * (n % 2) for n in range(1, 20)],
                                 2: [2 / (numpy.pi * n) for n in range(1, 20)], 6: [2000 / RATE] * 19}.items():
            with self.subTest(wave=wave):
                self.set(uri, {"wave": wave})
                highs, lows = self.levels(uri)
                columns = [int(numpy.log(number * 1000 / 20) / numpy.log(1000) * (len(highs) - 1))
                           for number, amplitude in enumerate(amplitudes, 1) if amplitude]
                levels = [20 * numpy.log10(each) - 20 for each in amplitudes if each]
                numpy.testing.assert_allclose(highs[columns], levels, atol=0.5)
                # The lines of higher frequencies are not listed.
                others = [column for column in range(columns[-1]) if column not in columns]
                self.assertTrue((highs[others] < -96).all() and (lows < -96).all())
        # White noise of an effective value of -20 dBFS has -16.99 dB relative to a sine in 24 kHz, and 23.2 % of a frequency in a
        # third of an octave around it.
        self.set(uri, {"wave": 3, "reference": 1})
        highs, lows = self.levels(uri)
        hertz = 20 * 1000 ** (numpy.arange(len(highs)) / (len(highs) - 1))
        numpy.testing.assert_allclose(highs, -16.99 + 10 * numpy.log10(0.2316 * hertz / (RATE / 2)), atol=0.1)
        # The 30 thirds of octaves from 20 Hz to 20 kHz have ln(1000) of the 1 + ln(2400) parts of pink noise.
        self.set(uri, {"wave": 4})
        highs, lows = self.levels(uri)
        self.assertLess(highs.max() - highs.min(), 0.01)
        self.assertAlmostEqual(
            highs[0] + 10 * numpy.log10(30), -16.99 + 10 * numpy.log10(6.908 / 8.783), delta=0.1)
        self.set(uri, {"wave": 5, "reference": 0})
        self.assertAlmostEqual(self.levels(uri)[0].min(), -20, delta=0.01)
        self.set(uri, {"on": 0})
        self.assertLess(self.levels(uri)[0].max(), -96)

    def test_dynamics_move_the_curve(self):
        self.open()
        uri = "urn:martlet:parametric-eq-stereo"
        before = self.path(uri)
        self.set(uri, {"change_3": -6})
        self.assertNotEqual(self.path(uri), before)
        self.set(uri, {"change_3": 0})
        self.assertEqual(self.path(uri), before)

    def test_readable(self):
        self.open()
        self.assertEqual(self.browser.poor_contrast(), [])

    def test_the_curve_is_the_response_of_the_library(self):
        self.open()
        for name, settings in RESPONSES.items():
            uri = f"urn:martlet:{name}-mono"
            ports = next(effect["ports"] for effect in self.bundle.effects if effect["uri"] == uri)
            defaults = {port["symbol"]: port["default"] for port in ports
                        if port["kind"] == "control" and port["direction"] == "input" and not port["designation"]}
            for index, values in enumerate(settings):
                with self.subTest(uri, **values):
                    self.set(uri, {**defaults, **values})
                    highs, lows = self.levels(uri)
                    period = PERIODS[index] if name == "tuned-comb" else values.get("delay", 0)
                    self.compare(highs, lows, self.response(uri, values), period)

    def levels(self, uri):
        """Returns the highest and the lowest level of each column of a curve, in decibels."""
        width, height, top, bottom = self.run_script(
            "const curve = panels[arguments[0]].all('.martlet-curve')[0], size = curve.viewBox.baseVal;"
            "return [size.width, size.height, Number(curve.dataset.top), Number(curve.dataset.bottom)]", uri)
        rows = [float(point.split()[1]) for point in self.path(uri).strip("MZ").split("L")]
        levels = top - numpy.array(rows) / height * (top - bottom)
        count = int(width) + 1
        return levels[:count], levels[count:][::-1]

    def compare(self, highs, lows, response, delay=0):
        """Compares each column with frequencies in it. Levels below the plot are not compared.

        `response` has the levels from 0 Hz to half the rate.
        """
        count = len(lows)
        edges = 20 * 1000 ** (numpy.arange(count + 1) / (count - 1))
        for column in range(count - 1):
            # The response changes within the inverse of the echo's delay; 16 points for each period are sufficient.
            periods = (edges[column + 1] - edges[column]) * delay / 1000
            frequencies = numpy.linspace(edges[column], edges[column + 1], 16 * int(periods + 2))
            levels = response[numpy.rint(frequencies * 2 * (len(response) - 1) / RATE).astype(int)]
            # A smooth curve has one level in a column: that at its left edge.
            measured = (levels[0], levels[0]) if highs[column] - lows[column] < 0.02 else (levels.min(), levels.max())
            for shown, level in zip((lows[column], highs[column]), measured):
                if shown > LOWEST and level > LOWEST:
                    self.assertAlmostEqual(shown, level, delta=TOLERANCE, msg=f"{edges[column]:.1f} Hz")

    def response(self, uri, values):
        """Returns the levels of the response of a plug-in from 0 Hz to half the rate, every 0.05 Hz."""
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "in.wav"), os.path.join(folder, "out.wav")
            impulse = numpy.zeros(LENGTH, dtype=numpy.float32)
            impulse[0] = 1
            soundfile.write(source, impulse, RATE, subtype="FLOAT")
            controls = [text for symbol, value in values.items() for text in ("-c", symbol, str(value))]
            subprocess.run(
                ["lv2apply", "-i", source, "-o", target, *controls, uri], check=True, stdout=subprocess.DEVNULL,
                env={**os.environ, "LV2_PATH": f"{self.folder.parent}:/usr/lib/lv2"})
            samples, _ = soundfile.read(target, dtype="float64")
        return 20 * numpy.log10(numpy.abs(numpy.fft.rfft(samples, 1 << 20)) + 1e-9)

    def test_pictures(self):
        self.open()
        folder = pathlib.Path(os.environ["PICTURES"])
        self.driver.execute_script("document.body.style.background = 'transparent'")
        self.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
        for effect, name in self.effects():
            self.set(effect["uri"], SETTINGS[name])
            for output, value in {"fundamental": 1000, "frequency": 261.6}.items():
                if output in effect["monitored"]:
                    self.set(effect["uri"], {output: value})
            box = self.run_script(
                "const box = panels[arguments[0]].icon[0].firstElementChild.getBoundingClientRect();"
                "return { x: box.x, y: box.y, width: box.width, height: box.height }", effect["uri"])
            small = min(THUMBNAIL[0] / box["width"], THUMBNAIL[1] / box["height"])
            for suffix, scale in (("", 1), ("-thumbnail", small)):
                file = folder / (effect["uri"].split(":")[-1] + suffix + ".png")
                with self.subTest(file.name):
                    text = self.driver.execute_cdp_cmd(
                        "Page.captureScreenshot", {"format": "png", "clip": {**box, "scale": scale}})["data"]
                    if os.environ.get("WRITE"):
                        file.write_bytes(base64.b64decode(text))
                        continue
                    old = file.read_bytes()
                    if suffix:
                        self.assertTrue(all(side <= limit for side, limit in zip(png_size(old), THUMBNAIL)), png_size(old))
                    difference = self.driver.execute_async_script(DIFFERENCE, base64.b64encode(old).decode(), text)
                    self.assertLess(difference, PICTURE_TOLERANCE, "run make panel-pictures")
        self.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {})

    def test_the_tests_can_fail(self):
        self.open(panel_js=("function (event) {", "function (event) { console.error('x');"))
        self.assertNotEqual(self.browser.messages(), [])
        self.open(panel_css=("knob.svg", "none.svg"))
        self.assertNotEqual(self.browser.messages(), [])
        self.open(panel_css=("white-space: nowrap;", "white-space: nowrap; width: 200px;"))
        self.assertNotEqual(self.driver.execute_script(OVERFLOW), [])
        self.open(panel_css=("color: #b6c0ca;", "color: #5b6570;"))
        self.assertNotEqual(self.browser.poor_contrast(), [])
        self.open(panel_js=("bell(hertz / frequency", "bell(1.1 * hertz / frequency"))
        uri, values = "urn:martlet:peaking-eq-mono", RESPONSES["peaking-eq"][0]
        self.set(uri, values)
        with self.assertRaises(AssertionError):
            self.compare(*self.levels(uri), self.response(uri, values))
        self.browser.messages()


if __name__ == "__main__":
    unittest.main()
