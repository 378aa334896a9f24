"""lv2apply of lilv: no features, controls by symbol."""

from hosting import Host


class LV2Apply(Host):
    commands = ["lv2apply"]

    def render(self, case, source, rate, target, work):
        controls = [word for symbol, value in case.settings.items() for word in ("-c", symbol, value)]
        work.run("lv2apply", "-i", source, "-o", target, *controls, case.uri)
