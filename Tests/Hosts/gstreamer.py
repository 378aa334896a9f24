"""The LV2 elements of GStreamer: each plug-in is an element, whose properties are the controls.

A stereo plug-in is usable only if its ports are in groups with designations. GStreamer ignores the default of toggles and
starts them at false, so the script sets `enabled`.
"""

from hosting import Host


class GStreamer(Host):
    commands = ["gst-launch-1.0", "gst-inspect-1.0"]

    def render(self, case, source, rate, target, work):
        work.environment["GST_REGISTRY"] = str(work.path("registry.bin"))
        element = case.uri.replace(":", "-")
        properties = [f"{symbol.replace('_', '-')}={value}" for symbol, value in case.settings.items()]
        work.run(
            "gst-launch-1.0", "-q", "filesrc", f"location={source}", "!", "wavparse", "!", "audioconvert", "!",
            element, *properties, "!", "audioconvert", "!", "audio/x-raw,format=F32LE", "!", "wavenc", "!",
            "filesink", f"location={target}",
        )
