"""ecasound: no features, controls by position, results clipped at full scale.

The positions count every control port, the outputs too: lv2info tells the order, and an output gets a placeholder.
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
