"""lv2val's HTML report in a real browser: `make test-browser`.

Environment: LV2VAL, the validator; BUNDLES, a colon-separated list of bundles with and without defects; SCREENSHOTS, the
folder for the screenshots.
"""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

try:
    from page import Browser
    MISSING = None if shutil.which("chromium") and shutil.which("chromedriver") else "chromium is not installed"
except ImportError:
    MISSING = "python3-selenium is not installed"

SIZES = {"phone": (375, 800), "desktop": (1280, 900)}


def colors(path):
    """Returns the number of different pixel values in every fiftieth line of a PNG; a blank page has one."""
    data = pathlib.Path(path).read_bytes()
    width, _, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6)
    stride = width * (3 if kind == 2 else 4) + 1
    packed, place = b"", 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        if name == b"IDAT":
            packed += data[place + 8:place + 8 + length]
        place += length + 12
    raw = zlib.decompress(packed)
    return len({raw[line:line + stride] for line in range(0, len(raw), 50 * stride)})


@unittest.skipIf(MISSING, MISSING)
class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="lv2val-browser-")
        cls.page = os.path.join(cls.folder, "report.html")
        bundles = os.environ["BUNDLES"].split(":")
        run = subprocess.run(
            [os.environ["LV2VAL"], "validate", "--quiet", "--format", f"html={cls.page}"] + bundles,
            stdout=subprocess.DEVNULL)
        assert run.returncode == 1, f"lv2val exited with {run.returncode}; expected 1, a report with findings"
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.folder)

    def changed(self, old, new):
        """Returns the path of a copy of the page with one replacement."""
        text = pathlib.Path(self.page).read_text(encoding="utf-8")
        self.assertIn(old, text)
        path = os.path.join(self.folder, "changed.html")
        pathlib.Path(path).write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    def test_renders_everywhere(self):
        shots = os.environ.get("SCREENSHOTS", self.folder)
        os.makedirs(shots, exist_ok=True)
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                with self.subTest(size=size, scheme=scheme):
                    self.browser.open(self.page, width, height, scheme)
                    shot = os.path.join(shots, f"{size}-{scheme}.png")
                    self.browser.screenshot(shot)
                    self.assertGreater(colors(shot), 5)
                    self.assertEqual(self.browser.messages(), [])
                    self.assertEqual(self.browser.foreign(), [])
                    self.assertLessEqual(self.browser.overflow(), 0)

    def test_contrast(self):
        for scheme in ("light", "dark"):
            self.browser.open(self.page, scheme=scheme)
            self.browser.unfold()
            self.assertEqual(self.browser.poor_contrast(), [], scheme)
        self.browser.open(self.page, medium="print")
        self.assertEqual(self.browser.poor_contrast(), [], "print")

    def test_structure(self):
        self.browser.open(self.page)
        self.assertEqual(self.browser.bad_structure(), [])

    def test_keyboard(self):
        self.browser.open(self.page)
        unreachable, skip_link_is_not_first = self.browser.unreachable()
        self.assertEqual(unreachable, [])
        self.assertFalse(skip_link_is_not_first)

    def test_folds_open_by_keyboard_and_for_print(self):
        self.browser.open(self.page)
        driver = self.browser.driver
        summary = driver.find_element("css selector", ".finding summary")
        visible = "return [...document.querySelectorAll('.finding dd')].filter(each => each.checkVisibility()).length"
        self.assertEqual(driver.execute_script(visible), 0)
        summary.send_keys("\n")
        self.assertGreater(driver.execute_script(visible), 0)
        self.browser.open(self.page, medium="print")
        everything = len(driver.find_elements("css selector", ".finding dd"))
        self.assertEqual(driver.execute_script(visible), everything)

    def test_the_tests_can_fail(self):
        self.browser.open(self.changed("--soft: #57606a", "--soft: #b0b6bc"))
        self.assertNotEqual(self.browser.poor_contrast(), [])
        self.browser.open(self.changed("--c0: #0b62a8", "--c0: #d0e0f0"))
        self.assertNotEqual(self.browser.poor_contrast(), [])
        self.browser.open(self.changed("<main>", "<div>"))
        self.assertNotEqual(self.browser.bad_structure(), [])
        self.browser.open(self.changed('role="img" aria-labelledby', "data-was"))
        self.assertNotEqual(self.browser.bad_structure(), [])
        self.browser.open(self.changed("</main>", "<script>console.error('x')</script></main>"))
        self.assertNotEqual(self.browser.messages(), [])
        self.browser.open(self.changed("</main>", '<img alt="" src="none.png"></main>'))
        self.assertNotEqual(self.browser.foreign(), [])
        self.browser.open(self.changed("</main>", "<pre style='width: 3000px'>x</pre></main>"))
        self.assertGreater(self.browser.overflow(), 0)
        self.browser.open(self.changed("<summary>", "<summary tabindex=-1>"))
        self.assertNotEqual(self.browser.unreachable()[0], [])


if __name__ == "__main__":
    if MISSING:
        print(f"test-browser: skipped: {MISSING}", file=sys.stderr)
    unittest.main()
