"""The page of the effects in a real browser: `make test-browser`.

Environment: PAGE, the page; BUNDLE, the bundle; INSTRUMENT, DUCKER and SAMPLER, the pages of the examples Tone, Ducker and Sampler, beside
their bundles; LV2RENDER, the program; SCREENSHOTS, a folder for pictures of the page.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

try:
    import numpy
    import soundfile
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
    from page import Browser
    from panel_host import LV2, Turtle
    MISSING = None
except ImportError as error:
    MISSING = str(error)

# The elementary functions of JavaScript differ from those of libm by one unit in the last place of a double (1e-16). Samples are
# floats of up to 10, whose last place is 1e-6; both sides round the same doubles, so that they differ at a rounding boundary only.
TOLERANCE = 1e-6
FRAMES = 12000
PAGE = "const page = window.lv2kit.page;"
# The frame of the curve in the picture, in points: left, and the distance from the right.
MARGINS = (42, 14)


@unittest.skipIf(MISSING, MISSING)
class WebTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = pathlib.Path(os.environ["PAGE"]).resolve()
        cls.instrument = pathlib.Path(os.environ["INSTRUMENT"]).resolve()
        cls.ducker = pathlib.Path(os.environ["DUCKER"]).resolve()
        cls.sampler = pathlib.Path(os.environ["SAMPLER"]).resolve()
        cls.bundle = pathlib.Path(os.environ["BUNDLE"]).resolve()
        cls.pictures = pathlib.Path(os.environ["SCREENSHOTS"])
        cls.pictures.mkdir(parents=True, exist_ok=True)
        cls.browser = Browser()
        cls.driver = cls.browser.driver
        cls.driver.set_script_timeout(60)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def open(self, before="", page=None, **screen):
        """Loads the page, or another one. `before` is a script that runs before those of the page."""
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": before})
        self.browser.open(str(page or self.page), **screen)
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        if not before:
            self.wait("return globalThis.lv2kit?.render !== undefined")

    def wait(self, script):
        WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script(script))

    def script(self, text, *arguments):
        return self.driver.execute_script(PAGE + text, *arguments)

    def element(self, name):
        return self.driver.find_element("id", name)

    def choose(self, uri):
        self.script("const find = document.getElementById('effect');"
                    "find.value = page.description.plugins.findIndex(plugin => plugin.uri === arguments[0]);"
                    "find.dispatchEvent(new Event('change'));", uri)

    def text(self, symbol):
        """The text of the value of a control."""
        return self.script("return page.fields.all.find(field => field.control.symbol === arguments[0]).output.textContent", symbol)

    def value(self, symbol):
        return self.script("return page.fields.all.find(field => field.control.symbol === arguments[0]).value", symbol)

    def fault(self):
        self.wait("return !document.getElementById('fault').hidden")
        text = self.element("fault").text
        self.assertRegex(text, r"^[A-Z][^.]*(\.[^. ][^.]*)*\.$", "the fault is not one sentence")
        return text

    # Sound

    def render(self, uri, settings, channels, rate, **performance):
        """The output of the page."""
        return numpy.array(self.driver.execute_async_script(
            "const [uri, settings, channels, rate, performance, done] = arguments;"
            "lv2kit.render(uri, settings, channels, rate, performance).then(result => done(result.map(samples => Array.from(samples))),"
            " error => done(String(error)));", uri, settings, channels.tolist(), rate, performance), dtype=numpy.float64)

    def expected(self, uri, preset, channels, rate, *options):
        """The output of the bundle. Without channels it is that of a generator."""
        with tempfile.TemporaryDirectory() as folder:
            source, target = f"{folder}/in.wav", f"{folder}/out.wav"
            if len(channels):
                soundfile.write(source, channels.T, rate, "FLOAT")
                files = ["--tail", "0", source, target]
            else:
                files = [target, "-e", "float", "-r", str(rate), "--seconds", f"{FRAMES}f", "--tail", "0"]
            subprocess.run(
                [os.environ["LV2RENDER"], "-q", "--block", "128", *options, *files, "-p", uri, "--preset", preset],
                check=True, env={**os.environ, "LV2_PATH": f"{self.bundle.parent}:/usr/lib/lv2"})
            return soundfile.read(target, always_2d=True)[0].T

    def test_every_effect_sounds_as_in_the_bundle(self):
        self.open()
        noise = numpy.random.default_rng(1).uniform(-0.5, 0.5, (2, FRAMES)).astype(numpy.float32)
        plugins = self.script("return page.description.plugins")
        self.assertEqual(len(plugins), 12)
        for plugin in plugins:
            channels = noise[:plugin["inputs"]]
            symbols = [control["symbol"] for control in plugin["controls"] if control["kind"] == "input"][:-1]
            for number, preset in enumerate(plugin["presets"]):
                rate = [48000, 44100, 96000][number % 3]
                with self.subTest(plugin=plugin["uri"], preset=preset["name"], rate=rate):
                    settings = dict(zip(symbols, preset["values"]))
                    # A generator has as many frames as the silence that it gets.
                    silence = numpy.zeros((1, FRAMES))
                    output = self.render(plugin["uri"], settings, channels if len(channels) else silence, rate)
                    expected = self.expected(plugin["uri"], preset["name"], channels, rate)
                    self.assertEqual(output.shape, expected.shape)
                    self.assertLess(numpy.abs(output - expected).max(), TOLERANCE)
                    # Without notes, a generator that plays those of MIDI is silent; the first click is in the fade-in.
                    if preset["name"] not in ("Square Keys", "Clicks"):
                        self.assertGreater(numpy.abs(output).max(), 1e-3)

    def test_the_comparison_finds_a_difference(self):
        self.open()
        noise = numpy.random.default_rng(2).uniform(-0.5, 0.5, (1, FRAMES)).astype(numpy.float32)
        output = self.render("urn:martlet:lowpass-mono", {"cutoff": 1001}, noise, 48000)
        self.assertGreater(numpy.abs(output - self.expected("urn:martlet:lowpass-mono", "Default", noise, 48000)).max(), TOLERANCE)

    def test_the_tempo_is_that_of_the_transport(self):
        """Echoes of dotted eighths at 150 quarters in a minute follow each 300 ms."""
        self.open()
        uri, preset = "urn:martlet:tuned-comb-mono", "Dotted Eighths"
        plugin = next(each for each in self.script("return page.description.plugins") if each["uri"] == uri)
        symbols = [control["symbol"] for control in plugin["controls"] if control["kind"] == "input"][:-1]
        settings = dict(zip(symbols, next(each["values"] for each in plugin["presets"] if each["name"] == preset)))
        noise = numpy.random.default_rng(3).uniform(-0.5, 0.5, (1, 3 * FRAMES)).astype(numpy.float32)
        output = self.render(uri, settings, noise, 48000, tempo=150)
        self.assertLess(numpy.abs(output - self.expected(uri, preset, noise, 48000, "--tempo", "150")).max(), TOLERANCE)
        # Without a transport, the comb has another tempo.
        self.assertGreater(numpy.abs(output - self.render(uri, settings, noise, 48000)).max(), 1e-3)
        # The tempo of a transport that stands still is known, too.
        self.assertLess(numpy.abs(output - self.render(uri, settings, noise, 48000, tempo=150, rolls=False)).max(), TOLERANCE)

    def test_the_transport_stops(self):
        self.open()
        self.choose("urn:martlet:comb-stereo")
        self.assertFalse(self.element("roll").is_displayed())
        self.choose("urn:martlet:tuned-comb-stereo")
        self.element("play").click()
        position = "return [lv2kit.page.player.rolls, document.getElementById('roll').textContent]"
        self.assertEqual(self.driver.execute_script(position), [True, "Stop Transport"])
        self.element("roll").click()
        self.assertEqual(self.driver.execute_script(position), [False, "Start Transport"])
        self.element("roll").click()
        self.assertEqual(self.driver.execute_script(position), [True, "Stop Transport"])
        self.assertFalse(self.element("fault").is_displayed())

    # The sound

    def test_a_generator_has_no_chooser_of_a_sound(self):
        self.open()
        for uri, is_shown in [("urn:martlet:comb-stereo", True), ("urn:martlet:tone", False), ("urn:martlet:comb-mono", True)]:
            self.choose(uri)
            for name in ["sound", "file"]:
                self.assertEqual(self.element(name).is_displayed(), is_shown)

    # The side chain

    def test_a_side_chain_sounds_as_in_the_bundle(self):
        self.open(page=self.ducker)
        random = numpy.random.default_rng(4)
        sound, key = (random.uniform(-0.5, 0.5, (count, FRAMES)).astype(numpy.float32) for count in (2, 1))
        key[0, FRAMES // 2:] = 0
        output = self.render("urn:example:ducker", {"depth": 30}, sound, 48000, sidechain=key.tolist())
        with tempfile.TemporaryDirectory() as folder:
            for name, channels in (("in", sound), ("key", key)):
                soundfile.write(f"{folder}/{name}.wav", channels.T, 48000, "FLOAT")
            subprocess.run(
                [os.environ["LV2RENDER"], "-q", "--tail", "0", "--block", "128", f"{folder}/in.wav", f"{folder}/out.wav",
                 "--side-chain", f"{folder}/key.wav", "-p", "urn:example:ducker", "depth=30"],
                check=True, env={**os.environ, "LV2_PATH": f"{self.ducker.parent}:/usr/lib/lv2"})
            expected = soundfile.read(f"{folder}/out.wav", always_2d=True)[0].T
        self.assertLess(numpy.abs(output - expected).max(), TOLERANCE)
        self.assertGreater(numpy.abs(output - self.render("urn:example:ducker", {"depth": 30}, sound, 48000)).max(), 0.1)

    def test_a_file_in_the_side_chain(self):
        self.open(page=self.ducker)
        self.assertTrue(self.element("sidechain").is_displayed())
        self.element("play").click()
        self.wait("return lv2kit.page.fields.all[3].value === 0")
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            soundfile.write(file, 0.5 * numpy.random.default_rng(3).standard_normal(48000), 48000, format="WAV")
            file.flush()
            self.element("sidechain").send_keys(file.name)
            self.wait("return lv2kit.page.fields.all[3].value < -10")
        self.driver.save_screenshot(str(self.pictures / "web-side-chain.png"))
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            self.element("sidechain").send_keys(file.name)
            self.assertIn(f"cannot decode {pathlib.Path(file.name).name}", self.fault())
        self.open()
        self.assertFalse(self.element("sidechain").is_displayed())

    # Properties

    def sampler_output(self, sound, encoding, root):
        """A note of the sampler in the page and in lv2render, with a file of noise."""
        with tempfile.TemporaryDirectory() as folder:
            file, state, target = (f"{folder}/{name}" for name in ("sound.wav", "state.ttl", "out.wav"))
            soundfile.write(file, sound, 32000, encoding)
            output = self.render(
                "urn:example:sampler", {"level": -3}, numpy.zeros((1, FRAMES)), 48000, messages=[[1000, [0x90, 60, 127]]],
                properties={"file": {"name": "/sound.wav", "bytes": list(pathlib.Path(file).read_bytes())}, "root": root})
            pathlib.Path(state).write_text(
                "@prefix atom: <http://lv2plug.in/ns/ext/atom#> . @prefix lv2: <http://lv2plug.in/ns/lv2core#> ."
                "@prefix pset: <http://lv2plug.in/ns/ext/presets#> . @prefix state: <http://lv2plug.in/ns/ext/state#> ."
                "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> ."
                "<> a pset:Preset ; lv2:appliesTo <urn:example:sampler> ; state:state ["
                f'<urn:example:sampler#file> "{file}"^^atom:Path ; <urn:example:sampler#root> "{root}"^^xsd:int ] .')
            subprocess.run(
                [os.environ["LV2RENDER"], "-q", "--tail", "0", "--block", "128", "--seconds", f"{FRAMES}f", "-e", "float",
                 "--notes", "C4@1000f+20000f,127", target, "-p", "urn:example:sampler", "--state", state, "level=-3"],
                check=True, env={**os.environ, "LV2_PATH": f"{self.sampler.parent}:/usr/lib/lv2"})
            return output, soundfile.read(target, always_2d=True)[0].T

    def test_a_file_of_a_property_sounds_as_in_the_bundle(self):
        self.open(page=self.sampler)
        sound = numpy.random.default_rng(6).uniform(-0.5, 0.5, (4000, 2))
        # The channels, the bits and the root note differ.
        for encoding, channels, root in (("PCM_U8", 1, 60), ("PCM_16", 2, 57), ("PCM_24", 2, 60), ("PCM_32", 1, 72),
                                         ("FLOAT", 2, 60), ("DOUBLE", 1, 60)):
            with self.subTest(encoding=encoding):
                output, expected = self.sampler_output(sound[:, :channels], encoding, root)
                self.assertEqual(output.shape, expected.shape)
                self.assertLess(numpy.abs(output - expected).max(), TOLERANCE)
                self.assertGreater(numpy.abs(output).max(), 0.1)

    def test_a_file_is_chosen_for_a_property(self):
        """The view shows the sound of a file, also of one that the browser decodes, and a key plays it."""
        self.open(page=self.sampler)
        self.assertFalse(self.fault_is_shown())
        picture = "return document.getElementById('curve').toDataURL()"
        pictures = [self.driver.execute_script(picture)]
        for kind in ("WAV", "FLAC"):
            with tempfile.NamedTemporaryFile(suffix=f".{kind.lower()}") as file:
                level = 0.2 if kind == "WAV" else 0.05
                soundfile.write(file, level * numpy.random.default_rng(7).standard_normal((48000, 2)), 48000, format=kind)
                file.flush()
                self.element("control-file").send_keys(file.name)
                self.wait(f"return document.getElementById('curve').toDataURL() !== {pictures[-1]!r}")
                pictures.append(self.driver.execute_script(picture))
        self.assertEqual(len(set(pictures)), 3)
        key = self.driver.find_elements("css selector", "#keyboard button")[0]
        ActionChains(self.driver).click_and_hold(key).perform()
        self.wait("return document.getElementById('play').textContent === 'Stop'")
        self.script("const tap = new AnalyserNode(page.player.context); page.player.volume.connect(tap); page.tap = tap")
        self.wait("const samples = new Float32Array(2048); lv2kit.page.tap.getFloatTimeDomainData(samples);"
                  "return Math.max(...samples) > 0.01")
        ActionChains(self.driver).release().perform()
        self.driver.save_screenshot(str(self.pictures / "web-sampler.png"))
        self.assertFalse(self.fault_is_shown())
        self.open()
        self.assertFalse(self.element("properties").is_displayed())

    def fault_is_shown(self):
        return self.element("fault").is_displayed()

    # Settings

    def test_settings_are_saved_and_opened(self):
        """The file is a state that lv2render loads."""
        self.open()
        uri = "urn:martlet:peaking-eq-stereo"
        self.choose(uri)
        self.script("for (const [port, value] of [432.1, -7.25, 3].entries()) page.set(port, value)")
        with tempfile.TemporaryDirectory() as folder:
            self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
            self.element("save").click()
            file = pathlib.Path(folder, "Martlet Peaking EQ Stereo.ttl")
            WebDriverWait(self.driver, 20).until(lambda _: file.exists() and file.stat().st_size > 0)
            noise = numpy.random.default_rng(5).uniform(-0.5, 0.5, (2, FRAMES)).astype(numpy.float32)
            soundfile.write(f"{folder}/in.wav", noise.T, 48000, "FLOAT")
            subprocess.run(
                [os.environ["LV2RENDER"], "-q", "--tail", "0", "--block", "128", f"{folder}/in.wav", f"{folder}/out.wav",
                 "-p", uri, "--state", str(file)], check=True, env={**os.environ, "LV2_PATH": f"{self.bundle.parent}:/usr/lib/lv2"})
            settings = {"frequency": 432.1, "gain": -7.25, "q": 3}
            expected = soundfile.read(f"{folder}/out.wav", always_2d=True)[0].T
            self.assertLess(numpy.abs(self.render(uri, settings, noise, 48000) - expected).max(), TOLERANCE)
            # Another effect is shown, and the file chooses that of its settings.
            self.choose("urn:martlet:lowpass-mono")
            self.element("state").send_keys(str(file))
            self.wait(f"return lv2kit.page.plugin.uri === '{uri}'")
            self.wait("return lv2kit.page.fields.all[2].value === 3")
            self.assertAlmostEqual(self.value("frequency"), 432.1, delta=1e-4)
            self.assertEqual([self.value("gain"), self.value("enabled")], [-7.25, 1])
            other = pathlib.Path(folder, "other.ttl")
            other.write_text(file.read_text().replace(uri, "urn:example:none"))
            self.element("state").send_keys(str(other))
            self.assertIn("The file other.ttl has no settings of an effect of this page", self.fault())

    def test_settings_in_the_form_of_lilv(self):
        self.open()
        text = ('<> a pset:Preset ; lv2:appliesTo <urn:martlet:lowpass-mono> ; lv2:port [ pset:value "1e3"^^xsd:float ; '
                'lv2:symbol "cutoff" ] , [ lv2:symbol "q" ; pset:value 1.5 ] .')
        self.assertEqual(self.driver.execute_script(
            "const { uri, values } = readSettings(arguments[0]); return [uri, [...values]]", text),
            ["urn:martlet:lowpass-mono", [["q", 1.5], ["cutoff", 1000]]])

    def test_the_field_of_the_tempo(self):
        self.open()
        self.choose("urn:martlet:comb-stereo")
        self.assertFalse(self.element("tempo").is_displayed())
        self.choose("urn:martlet:tuned-comb-stereo")
        self.script("page.load(page.plugin.presets.find(preset => preset.name === 'Quarter Dub'))")
        self.element("play").click()
        # The comb writes the frequency of its echoes: two quarters in a second, and after the change four.
        self.wait("return lv2kit.page.fields.all.some(field => field.output.textContent === '2.00 Hz')")
        tempo = self.element("tempo")
        tempo.send_keys(Keys.CONTROL, "a")
        tempo.send_keys("240", Keys.TAB)
        self.wait("return lv2kit.page.fields.all.some(field => field.output.textContent === '4.00 Hz')")
        tempo.send_keys(Keys.CONTROL, "a")
        tempo.send_keys("9", Keys.TAB)
        self.assertEqual(self.script("return [page.player.tempo, document.getElementById('tempo').value]"), [20, "20"])
        self.element("play").click()
        self.assertFalse(self.element("fault").is_displayed())

    def test_an_instrument_of_another_package(self):
        self.open(page=self.instrument)
        # Two notes that begin and end within blocks.
        messages = [[1001, [0x90, 69, 100]], [2500, [0x90, 73, 50]], [4000, [0x80, 69, 64]], [6003, [0x80, 73, 64]]]
        output = self.render("urn:example:tone", {"level": -6}, numpy.zeros((1, FRAMES)), 48000, messages=messages)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [os.environ["LV2RENDER"], "-q", "--tail", "0", "--block", "128", "--seconds", f"{FRAMES}f", "-e", "float",
                 "--notes", "A4@1001f+2999f C#5@2500f+3503f,50", f"{folder}/out.wav", "-p", "urn:example:tone", "level=-6"],
                check=True, env={**os.environ, "LV2_PATH": f"{self.instrument.parent}:/usr/lib/lv2"})
            expected = soundfile.read(f"{folder}/out.wav", always_2d=True)[0].T
        self.assertLess(numpy.abs(output - expected).max(), TOLERANCE)
        self.assertEqual(numpy.flatnonzero(output[0])[0], 1001)

    def test_the_keyboard_plays_an_instrument(self):
        self.open(page=self.instrument)
        key = self.driver.find_elements("css selector", "#keyboard button")[9]
        self.assertEqual(key.text, "A4")
        ActionChains(self.driver).click_and_hold(key).perform()
        self.wait("return document.getElementById('play').textContent === 'Stop'")
        self.assertEqual(self.script("return [...page.keyboard.held]"), [9])
        ActionChains(self.driver).release().perform()
        self.assertEqual(self.script("return [...page.keyboard.held]"), [])
        self.assertFalse(self.element("fault").is_displayed())
        self.driver.save_screenshot(str(self.pictures / "web-instrument.png"))

    def test_it_plays_and_follows_the_controls(self):
        self.open()
        self.choose("urn:martlet:comb-stereo")
        self.assertEqual(self.text("fundamental"), "\u2013")
        for number in range(len(self.driver.find_elements("css selector", "#sound option"))):
            self.script("const find = document.getElementById('sound'); find.value = arguments[0];"
                        "find.dispatchEvent(new Event('change'))", number)
            if number == 0:
                self.element("play").click()
            # The effect itself computes this output, in the audio thread.
            self.wait("return lv2kit.page.fields.all.some(field => field.output.textContent === '100 Hz')")
        self.script("page.set(page.plugin.controls.findIndex(control => control.symbol === 'delay'), 5)")
        self.wait("return lv2kit.page.fields.all.some(field => field.output.textContent === '200 Hz')")
        self.assertEqual(self.element("play").text, "Stop")
        self.element("play").click()
        self.wait("return document.getElementById('play').textContent === 'Play'")
        self.assertFalse(self.element("fault").is_displayed())

    def test_it_plays_a_file(self):
        self.open()
        with tempfile.NamedTemporaryFile(suffix=".flac") as file:
            soundfile.write(file, 0.1 * numpy.random.default_rng(3).standard_normal((48000, 2)), 48000, format="FLAC")
            file.flush()
            self.element("file").send_keys(file.name)
            self.wait("return document.getElementById('play').textContent === 'Stop'")
            self.assertEqual(self.script("return page.player.source.buffer.numberOfChannels"), 2)
            self.assertEqual(self.script("const find = document.getElementById('sound'); return find.selectedOptions[0].text"),
                             pathlib.Path(file.name).name)

    # Controls and the curve

    def test_the_controls_are_those_of_the_turtle(self):
        self.open()
        turtle = Turtle(sorted(self.bundle.glob("*.ttl")))
        for plugin in self.script("return page.description.plugins"):
            ports = {turtle.one(port, LV2 + "symbol"): port for port in turtle.all(plugin["uri"], LV2 + "port")
                     if LV2 + "ControlPort" in turtle.all(port, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type")}
            self.assertEqual(plugin["name"], turtle.one(plugin["uri"], "http://usefulinc.com/ns/doap#name"))
            self.assertEqual({control["symbol"] for control in plugin["controls"]}, ports.keys() - {"latency"})
            for control in plugin["controls"]:
                port = ports[control["symbol"]]
                self.assertEqual(control["name"], turtle.one(port, LV2 + "name"))
                self.assertEqual(control["comment"], turtle.one(port, "http://www.w3.org/2000/01/rdf-schema#comment"))
                for key in ["minimum", "maximum"]:
                    self.assertAlmostEqual(control[key], float(turtle.one(port, LV2 + key)), 5)
                labels = {turtle.one(point, "http://www.w3.org/2000/01/rdf-schema#label")
                          for point in turtle.all(port, LV2 + "scalePoint")}
                self.assertEqual({point["label"] for point in control["points"]}, labels)

    def test_values_have_units(self):
        self.open()
        self.choose("urn:martlet:lowpass-stereo")
        self.assertEqual([self.text("cutoff"), self.text("q"), self.text("gain")], ["1.00 kHz", "0.707", "0.0 dB"])
        self.script("page.load(page.plugin.presets.find(preset => preset.name === 'DJ Sweep Start'))")
        self.assertEqual([self.text("cutoff"), self.text("q"), self.text("gain")], ["18.0 kHz", "1.50", "\u22122.0 dB"])
        self.assertEqual(self.script("return document.getElementById('control-slope').selectedOptions[0].text"), "24 dB/octave")

    def frame(self):
        """The width of the frame of the curve, in points."""
        return self.script("return document.getElementById('curve').clientWidth") - sum(MARGINS)

    def drag(self, start, dx, dy):
        """Drags from a place on the canvas, in points from its top left corner."""
        canvas = self.element("curve")
        size = canvas.size
        ActionChains(self.driver, duration=20).move_to_element_with_offset(
            canvas, round(start[0] - size["width"] / 2), round(start[1] - size["height"] / 2)
        ).click_and_hold().move_by_offset(dx, dy).release().perform()

    def handle(self):
        """The place of the handle on the canvas, in points: the middle of the pixels with its color."""
        return self.script("""
            const canvas = document.getElementById('curve');
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let [count, x, y] = [0, 0, 0];
            for (let pixel = 0; pixel < data.length / 4; pixel++) {
              const [red, green, blue] = data.subarray(4 * pixel, 4 * pixel + 3);
              if (red !== 0xd5 || green !== 0x5e || blue !== 0) continue;
              [count, x, y] = [count + 1, x + pixel % canvas.width, y + Math.floor(pixel / canvas.width)];
            }
            return [x / count / devicePixelRatio, y / count / devicePixelRatio];
            """)

    def test_the_handle_on_the_curve_moves_the_controls(self):
        self.open()
        for uri, symbol in [("urn:martlet:lowpass-stereo", "cutoff"), ("urn:martlet:peaking-eq-mono", "frequency")]:
            with self.subTest(uri=uri):
                self.choose(uri)
                start, before = self.handle(), self.value(symbol)
                # The axis is logarithmic, from 20 Hz to 20 kHz.
                self.assertAlmostEqual(start[0], MARGINS[0] + self.frame() * numpy.log(before / 20) / numpy.log(1000), delta=1.5)
                self.drag(start, 100, -40)
                self.assertAlmostEqual(self.value(symbol) / before, 1000 ** (100 / self.frame()), delta=0.01)
                end = self.handle()
                self.assertAlmostEqual(end[0], start[0] + 100, delta=1.5)
                self.assertAlmostEqual(end[1], start[1] - 40, delta=1.5)
                self.driver.save_screenshot(str(self.pictures / f"web-{symbol}.png"))

    def test_a_control_moves_the_curve(self):
        self.open()
        self.choose("urn:martlet:lowpass-stereo")
        start = self.handle()
        slider = self.element("control-cutoff")
        slider.send_keys(Keys.HOME)
        self.assertEqual(self.text("cutoff"), "20.0 Hz")
        self.assertAlmostEqual(self.handle()[0], MARGINS[0], delta=1.5)
        self.assertNotAlmostEqual(start[0], MARGINS[0], delta=100)

    def test_the_keyboard_moves_the_handle(self):
        self.open()
        self.choose("urn:martlet:lowpass-stereo")
        self.element("save").send_keys(Keys.TAB)
        self.assertEqual(self.script("return document.activeElement.id"), "curve")
        ActionChains(self.driver).send_keys(Keys.ARROW_RIGHT).perform()
        self.assertGreater(self.value("cutoff"), 1000)
        ActionChains(self.driver).send_keys(Keys.TAB).perform()
        self.assertEqual(self.script("return document.activeElement.id"), "control-cutoff")

    def test_one_of_several_handles_moves_its_band(self):
        self.open()
        self.choose("urn:martlet:parametric-eq-stereo")
        height = self.script("return document.getElementById('curve').clientHeight")
        # The frame of the curve is between 34 points from the top and 28 from the bottom. 0 dB is in its middle.
        place = (MARGINS[0] + self.frame() * numpy.log(250 / 20) / numpy.log(1000), (34 + height - 28) / 2)
        self.drag(place, 50, -40)
        self.assertAlmostEqual(self.value("frequency_3") / 250, 1000 ** (50 / self.frame()), delta=0.02)
        self.assertGreater(self.value("gain_3"), 1)
        self.assertEqual([self.value(f"gain_{band}") for band in (1, 2, 4, 5, 6, 7, 8)], [0] * 7)
        self.driver.save_screenshot(str(self.pictures / "web-parametric-eq.png"))

    def test_an_effect_without_a_view_has_no_curve(self):
        self.open(page=self.instrument)
        self.assertFalse(self.element("curve").is_displayed())
        self.assertFalse(self.element("hint").is_displayed())

    # Faults

    def test_a_browser_without_webassembly(self):
        self.open("delete globalThis.WebAssembly")
        self.assertIn("WebAssembly", self.fault())
        self.driver.save_screenshot(str(self.pictures / "web-fault.png"))

    def test_a_module_that_does_not_compile(self):
        self.open("WebAssembly.compile = async () => { throw new Error('no memory'); }")
        self.assertIn("cannot compile the effects: no memory", self.fault())

    def test_a_browser_without_audio_worklets(self):
        self.open("Object.defineProperty(BaseAudioContext.prototype, 'audioWorklet', { value: undefined })")
        self.element("play").click()
        self.assertIn("AudioWorklet", self.fault())
        self.assertEqual(self.element("play").text, "Play")

    def test_a_worklet_that_is_refused(self):
        self.open("AudioWorklet.prototype.addModule = async () => { throw new Error('The user aborted a request.'); }")
        self.element("play").click()
        self.assertIn("refuses the code for its audio thread", self.fault())

    def test_an_effect_that_fails(self):
        self.open()
        # The processor finds no plug-in with this index.
        self.script("page.plugin.index = 99")
        self.element("play").click()
        self.assertIn("has stopped because of a fault in its code", self.fault())
        self.wait("return document.getElementById('play').textContent === 'Play'")

    def test_a_file_that_is_no_sound(self):
        self.open()
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            file.write(b"no sound")
            file.flush()
            self.element("file").send_keys(file.name)
            self.assertIn(f"cannot decode {pathlib.Path(file.name).name}", self.fault())

    # The page

    def test_accessibility(self):
        for scheme in ["light", "dark"]:
            self.open(scheme=scheme)
            self.browser.messages()
            self.browser.unfold()
            self.assertEqual(self.browser.poor_contrast(), [])
            self.assertEqual(self.browser.bad_structure(), [])
            unlabeled = self.script("return [...document.querySelectorAll('main input, main select, main meter')]"
                                    ".filter(each => each.labels.length !== 1).map(each => each.id)")
            self.assertEqual(unlabeled, [])
            self.driver.save_screenshot(str(self.pictures / f"web-{scheme}.png"))

    def test_it_needs_no_network(self):
        self.browser.messages()
        self.open()
        self.assertEqual(set(self.browser.foreign()), {"script"})
        self.assertEqual(self.script("return document.querySelectorAll('script[src]').length"), 0)
        self.assertEqual(self.script("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual(self.browser.messages(), [])

    def test_a_narrow_screen(self):
        self.open(width=360, height=800)
        for uri in ["urn:martlet:lowpass-stereo", "urn:martlet:parametric-eq-stereo"]:
            self.choose(uri)
            self.browser.unfold()
            wide = self.script("return [...document.querySelectorAll('main *')]"
                               ".filter(each => each.getBoundingClientRect().right > 360).map(each => each.id || each.localName)")
            self.assertEqual(wide, [])
        self.choose("urn:martlet:lowpass-stereo")
        self.driver.save_screenshot(str(self.pictures / "web-narrow.png"))


if __name__ == "__main__":
    unittest.main()
