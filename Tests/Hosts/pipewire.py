"""PipeWire's filter chain in a separate daemon without a session manager, used through its JACK interface.

The daemon runs in real time with long cycles. In freewheel mode PipeWire 0.3.65 starts a cycle before its clients have
finished the previous one, and loses frames. If a busy machine misses a cycle, the script repeats the rendering.
"""

import json
import os

from hosting import HERE, Host, HostFailure

POSITIONS = {1: ["MONO"], 2: ["FL", "FR"]}

# The largest number of renderings if a busy machine misses cycles.
ATTEMPTS = 5

# The configuration of the daemon: the filter chain between two streams, and a clock.
CONFIGURATION = """
context.properties = {{
  core.daemon = true core.name = pipewire-0 support.dbus = false
  default.clock.rate = {rate} default.clock.allowed-rates = [ {rate} ] default.clock.quantum = 2048
}}
context.spa-libs = {{
  audio.convert.* = audioconvert/libspa-audioconvert
  support.* = support/libspa-support
}}
context.modules = [
  {{ name = libpipewire-module-protocol-native }}
  {{ name = libpipewire-module-metadata }}
  {{ name = libpipewire-module-spa-node-factory }}
  {{ name = libpipewire-module-client-node }}
  {{ name = libpipewire-module-access }}
  {{ name = libpipewire-module-adapter }}
  {{ name = libpipewire-module-link-factory }}
  {{ name = libpipewire-module-filter-chain args = {{
    node.description = effect
    filter.graph = {{ nodes = [ {{ type = lv2 name = effect plugin = "{uri}" control = {{ {controls} }} }} ] }}
    audio.rate = {rate} audio.channels = {channels} audio.position = [ {positions} ]
    capture.props = {{ node.name = effect_in node.autoconnect = false }}
    playback.props = {{ node.name = effect_out node.autoconnect = false }}
  }} }}
]
context.objects = [
  {{ factory = spa-node-factory args = {{
    factory.name = support.node.driver node.name = driver node.group = pipewire.dummy priority.driver = 20000
  }} }}
]
"""

# The format that a session manager would set for each stream: one port a channel, 32-bit floats.
PORTS = """{{ direction: {direction}, mode: dsp, format: {{ mediaType: audio, mediaSubtype: raw, format: F32P,
  rate: {rate}, channels: {channels}, position: [ {positions} ] }} }}"""


class PipeWire(Host):
    commands = ["pipewire", "pw-cli", "pw-dump", "pw-jack"]
    modules = ["jack"]
    latency = None

    def render(self, case, source, rate, target, work):
        values = {"rate": rate, "channels": case.channels, "positions": ", ".join(POSITIONS[case.channels])}
        controls = " ".join(f"{symbol} = {value}" for symbol, value in case.settings.items())
        configuration = work.path("daemon.conf")
        configuration.write_text(CONFIGURATION.format(uri=case.uri, controls=controls, **values))
        with work.start("pipewire", "-c", configuration) as daemon:
            socket = work.path("runtime/pipewire-0")
            work.await_true(socket.exists, daemon, "its socket")
            work.await_true(lambda: len(self.streams(work)) == 2, daemon, "the filter chain")
            for name, identifier in self.streams(work).items():
                direction = {"effect_in": "Input", "effect_out": "Output"}[name]
                work.run("pw-cli", "set-param", identifier, "PortConfig", PORTS.format(direction=direction, **values))
            work.await_true(lambda: self.count(work, "Port") == 2 * case.channels, daemon, "ports")
            ports = [
                ",".join(f"{direction}_{position}" for position in POSITIONS[case.channels])
                for direction in ("input", "output")
            ]
            self.exchange(work, source, target, ports)

    @staticmethod
    def exchange(work, source, target, ports):
        """Plays and records. Repeats this if a cycle was missed."""
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return work.run("pw-jack", HERE / "jack_exchange.py", "realtime", "effect", source, target, *ports)
            except HostFailure as failure:
                if failure.status != os.EX_TEMPFAIL or attempts_left == 0:
                    raise

    def streams(self, work):
        """Returns the identifiers of the two ends of the filter chain by name."""
        nodes = [entry for entry in self.objects(work) if entry["type"].endswith(":Node")]
        names = {node["info"]["props"].get("node.name"): node["id"] for node in nodes}
        return {name: identifier for name, identifier in names.items() if name in ("effect_in", "effect_out")}

    def count(self, work, kind):
        return sum(entry["type"].endswith(":" + kind) for entry in self.objects(work))

    @staticmethod
    def objects(work):
        return json.loads(work.run("pw-dump"))
