"""Checks of a page in Debian's chromium."""

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

# Texts with poor contrast, by the definitions of relative luminance and contrast ratio of WCAG 2.2. Large text, from 24 px
# or bold from 18.66 px, needs a ratio of 3, other text 4.5. The color of a text in an SVG is its fill.
CONTRAST = """
const parse = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const luminance = color => color.slice(0, 3).map(v => v / 255)
  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const background = element => {
  for (; element; element = element.parentElement) {
    const color = parse(getComputedStyle(element).backgroundColor);
    if (color.length < 4 || color[3] > 0) return color;
  }
  return [255, 255, 255];
};
const poor = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let texts = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
  if (!text || !element.checkVisibility() || element.localName === 'title') continue;
  texts += 1;
  const style = getComputedStyle(element), size = parseFloat(style.fontSize);
  const front = luminance(parse(element.closest('svg') ? style.fill : style.color));
  const back = luminance(background(element));
  const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5)) poor.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
}
// Curves, marks and the borders of findings are graphics, which need a ratio of 3.
for (const path of document.querySelectorAll('path[class^=c]')) {
  const front = luminance(parse(getComputedStyle(path).stroke)), back = luminance(background(path));
  const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  if (ratio < 3) poor.push(`curve ${path.getAttribute('class')}: ${ratio.toFixed(2)}`);
}
return texts < 20 ? ['the page has fewer than 20 texts'] : [...new Set(poor)];
"""

# Errors in landmarks, headings, names and ids, on which screen readers depend.
STRUCTURE = """
const wrong = [], all = selector => [...document.querySelectorAll(selector)];
if (!document.documentElement.lang) wrong.push('the page has no language');
if (!document.title) wrong.push('the page has no title');
for (const name of ['header', 'main', 'footer', 'h1'])
  if (all(name).length !== 1) wrong.push(`the page has ${all(name).length} elements ${name}; expected 1`);
let level = 0;
for (const heading of all('h1, h2, h3, h4, h5, h6')) {
  const next = Number(heading.localName[1]);
  if (next > level + 1) wrong.push(`a heading level is skipped before "${heading.textContent}"`);
  if (!heading.textContent.trim()) wrong.push('a heading is empty');
  level = next;
}
const ids = all('[id]').map(element => element.id);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`the id ${id} is used twice`);
for (const element of all('[aria-labelledby]'))
  if (!document.getElementById(element.getAttribute('aria-labelledby'))?.textContent.trim())
    wrong.push(`an element ${element.localName} has no name`);
for (const image of all('svg')) {
  const named = image.getAttribute('role') === 'img' && image.hasAttribute('aria-labelledby');
  if (!named && image.getAttribute('aria-hidden') !== 'true') wrong.push('a picture has no name and is not hidden');
}
for (const section of all('section')) if (!section.hasAttribute('aria-labelledby')) wrong.push('a section has no name');
for (const link of all('a'))
  if (!document.getElementById(link.getAttribute('href').slice(1))) wrong.push(`the target of a link does not exist: ${link.href}`);
for (const table of all('table'))
  if (!table.querySelector('th[scope=col]') || !table.querySelector('th[scope=row]')) wrong.push('a table has no header cells');
return [...new Set(wrong)];
"""

# External resources: all addresses except links within the page and data: URIs. Scripts are never allowed.
FOREIGN = """
const isOwn = address => address.startsWith('#') || address.startsWith('data:');
const found = [...document.querySelectorAll('script, iframe, object')].map(each => each.localName);
for (const name of ['src', 'srcset', 'href', 'xlink:href', 'action', 'poster'])
  for (const each of document.querySelectorAll(`[${CSS.escape(name)}]`))
    if (!isOwn(each.getAttribute(name))) found.push(`${each.localName} ${name}`);
for (const each of document.querySelectorAll('style')) if (/@import|url[(]/.test(each.textContent)) found.push('style');
return found;
"""


class Browser:
    """Headless chromium."""

    def __init__(self):
        options = Options()
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)

    def close(self):
        self.driver.quit()

    def open(self, path, width=1280, height=900, scheme="light", medium=""):
        """Loads a file for a screen of this size with a light or dark color scheme, or for the medium `print`."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"media": medium, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get("file://" + path)

    def unfold(self):
        self.driver.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")

    def messages(self):
        """Returns the console messages since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def poor_contrast(self):
        return self.driver.execute_script(CONTRAST)

    def bad_structure(self):
        return self.driver.execute_script(STRUCTURE)

    def foreign(self):
        """Returns the external resources and scripts of the page."""
        return self.driver.execute_script(FOREIGN)

    def overflow(self):
        """Returns the number of pixels by which the page is wider than its window."""
        return self.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")

    def screenshot(self, path):
        self.driver.save_screenshot(path)

    def unreachable(self):
        """Returns the links and folds that the Tab key does not reach, and whether the first stop is not the skip link."""
        wanted = self.driver.execute_script(
            "return [...document.querySelectorAll('a, summary, [tabindex=\"0\"]')]"
            ".filter(each => each.checkVisibility()).map((each, i) => (each.dataset.stop = i, i))")
        reached = []
        body = self.driver.switch_to.active_element
        for _ in range(len(wanted) + 3):
            body.send_keys(Keys.TAB)
            body = self.driver.switch_to.active_element
            stop = self.driver.execute_script("return document.activeElement.dataset.stop ?? null")
            if stop is not None:
                reached.append(int(stop))
        return [stop for stop in wanted if stop not in reached], reached[:1] != [0]
