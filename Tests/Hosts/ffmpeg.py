"""The filter lv2 of ffmpeg: no features, controls by symbol. A block is a packet of the demuxer."""

from hosting import Host


def filter_of(case):
    """Returns the filter in filter graph syntax, in which colons of a value are both escaped and quoted."""
    uri = case.uri.replace(":", r"\:")
    controls = "|".join(f"{symbol}={value}" for symbol, value in case.settings.items())
    return f"lv2=plugin='{uri}':controls='{controls}'"


class FFmpeg(Host):
    commands = ["ffmpeg"]

    def render(self, case, source, rate, target, work):
        work.run("ffmpeg", "-v", "error", "-nostdin", "-i", source, "-af", filter_of(case), "-c:a", "pcm_f32le", target)
