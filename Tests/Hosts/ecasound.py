"""ecasound: no features, controls by position, output clipped at full scale.

Control outputs have positions too and get a placeholder. lv2info reports the order of the ports.
"""

import re

from hosting import Host


class Ecasound(Host):
    commands = ["ecasound", "lv2info"]

    def render(self, case, source, rate, target, work):
        ports = work.run("lv2info", case.uri).split("\tPort ")[1:]
        controls = [re.search(r"Symbol: *(\S+)", port)[1] for port in ports if "#ControlPort" in port]
        effect = ",".join(["-elv2:" + case.uri, *(str(case.settings.get(symbol, 0)) for symbol in controls)])
        form = f"-f:f32_le,{case.channels},{rate}"
        work.run("ecasound", "-q", "-b:1024", form, "-i", source, form, "-o", target, effect)
