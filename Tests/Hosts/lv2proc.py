"""lv2proc: blocks of 512 frames, controls by symbol, latency compensated."""

from hosting import Host


class LV2Proc(Host):
    commands = ["lv2proc"]

    def render(self, case, source, rate, target, work):
        controls = [word for symbol, value in case.settings.items() for word in ("-c", f"{symbol}:{value}")]
        work.run("lv2proc", "-i", source, "-o", target, *controls, case.uri)
