"""lv2file: blocks of 512 frames, controls by symbol."""

from hosting import Host


class LV2File(Host):
    commands = ["lv2file"]

    def render(self, case, source, rate, target, work):
        controls = [word for symbol, value in case.settings.items() for word in ("-p", f"{symbol}:{value}")]
        work.run("lv2file", "-i", source, "-o", target, *controls, case.uri)
