"""ffmpeg's filter lv2: no features, blocks of the demuxer's packets, controls by symbol."""

from hosting import Host


def filter_of(case):
    """The filter in the syntax of a filter graph, where colons in a value are escaped once and quoted once."""
    uri = case.uri.replace(":", r"\:")
    controls = "|".join(f"{symbol}={value}" for symbol, value in case.settings.items())
    return f"lv2=plugin='{uri}':controls='{controls}'"


class FFmpeg(Host):
    commands = ["ffmpeg"]

    def render(self, case, source, rate, target, work):
        work.run("ffmpeg", "-v", "error", "-nostdin", "-i", source, "-af", filter_of(case), "-c:a", "pcm_f32le", target)
