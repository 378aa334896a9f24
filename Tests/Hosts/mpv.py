"""mpv, through the lv2 filter of libavfilter.

mpv needs a channel layout, which the filter removes; channelmap restores it. If a filter fails, mpv continues without it and
exits with 0, which the comparison detects.
"""

from ffmpeg import filter_of
from hosting import Host


class MPV(Host):
    commands = ["mpv"]

    def render(self, case, source, rate, target, work):
        layout = {1: "0:channel_layout=mono", 2: "0|1:channel_layout=stereo"}[case.channels]
        graph = f"lavfi=graph=[{filter_of(case)},channelmap={layout}]"
        work.run("mpv", "--no-config", "--no-video", f"--af={graph}", f"--o={target}", "--oac=pcm_f32le", source)
