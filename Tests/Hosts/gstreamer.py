"""GStreamer's lv2 elements: one element a plug-in, controls are properties of a type made from their declaration.

A stereo plug-in becomes a usable element only if its ports are in groups with designations. Every toggle starts at
false there whatever its default is, so `enabled` has to be set.
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
