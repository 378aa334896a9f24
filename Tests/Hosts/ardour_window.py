"""The windows of Ardour: settings without questions, and a session in which the window of a plug-in is open."""

import xml.etree.ElementTree as ElementTree

# Without this file and these settings, Ardour asks about the folder of its sessions and about the audio device.
VISITED = ".a7"
CONFIGURATION = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour>
  <Config>
    <Option name="hide-dummy-backend" value="0"/>
    <Option name="try-autostart-engine" value="1"/>
  </Config>
  <Extra><AudioMIDISetup><EngineStates>
    <State backend="None (Dummy)" driver="Normal Speed" device="Silence" input-device="" output-device=""
      sample-rate="48000" buffer-size="1024" n-periods="0" input-latency="0" output-latency="0" lm-input="" lm-output=""
      active="1" use-buffered-io="0" midi-option="1 in, 1 out, Silence" lru="1"/>
  </EngineStates></AudioMIDISetup></Extra>
</Ardour>
"""
MIXER = '<instant><Main x="0" y="0" w="1400" h="900" current-tab="mixer"/></instant>'

# The place of the window of the plug-in, right of the mixer strip.
WINDOW = (600, 300)


def configure(work):
    """Writes the settings of Ardour and of its session."""
    (work.path("session") / "instant.xml").write_text(MIXER)
    settings = work.path(".config/ardour7")
    settings.mkdir(parents=True, exist_ok=True)
    (settings / VISITED).touch()
    (settings / "config").write_text(CONFIGURATION)


def show_window(document, name, uri=None):
    """Changes a session: Ardour opens the window of a plug-in on a track, the first one without a URI. Returns its processor."""
    session = document.getroot()
    device = {"backend": "Dummy", "input-device": "Silence", "output-device": "Silence"}
    session.find("EngineHints").attrib.update(device)
    track = next(route for route in session.find("Routes") if route.get("name") == name)
    processor = next(
        entry for entry in track.iter("Processor")
        if entry.get("type") == "lv2" and uri in (None, entry.get("unique-id")))
    window = {
        "name": f"P-{track.get('id')}-{processor.get('id')}", "visible": "1", "custom-ui": "1",
        "x-off": str(WINDOW[0]), "y-off": str(WINDOW[1]), "x-size": "640", "y-size": "434",
    }
    extra = ElementTree.SubElement(session, "Extra")
    ElementTree.SubElement(ElementTree.SubElement(extra, "UI"), "Window", window)
    return processor


def press_in_main_window(desktop, *keys):
    desktop.move("root", WINDOW[0] + 40, WINDOW[1] - 100)
    desktop.press(*keys)
