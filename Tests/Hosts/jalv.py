"""jalv, as a client of jackd's dummy driver in freewheel mode."""

import importlib.util
import os
import time

from hosting import HERE, Host, HostFailure

# Names of the audio ports by number of channels; jalv gives its JACK ports the symbols.
PORTS = {1: ("in", "out"), 2: ("in_left,in_right", "out_left,out_right")}


class Jalv(Host):
    commands = ["jackd", "jack_lsp", "jalv"]
    latency = None

    def unavailable(self):
        if importlib.util.find_spec("jack") is None:
            return "no Python module jack here"
        return super().unavailable()

    def render(self, case, source, rate, target, work):
        # A server of this run's own: the name is unique on the machine, and clients find no other.
        name = f"martlet-{os.getpid()}"
        work.environment |= {"JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1"}
        controls = [word for symbol, value in case.settings.items() for word in ("-c", f"{symbol}={value}")]
        with work.start("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", rate, "-p", 512) as server:
            self.await_ports(work, server, "system:playback_1")
            with work.start("jalv", "-x", "-n", "effect", *controls, case.uri) as client:
                inputs, outputs = PORTS[case.channels]
                self.await_ports(work, client, *(f"effect:{port}" for port in f"{inputs},{outputs}".split(",")))
                work.run(HERE / "jack_exchange.py", "effect", source, target, inputs, outputs)

    @staticmethod
    def await_ports(work, process, *ports):
        """Waits until the server offers the ports."""
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline and process.poll() is None:
            try:
                if set(ports) <= set(work.run("jack_lsp", seconds=10).split("\n")):
                    return
            except HostFailure:
                pass
            time.sleep(0.1)
        raise HostFailure(f"{process.args[0]} does not offer {', '.join(ports)}: {work.printed(process).strip()[-400:]}")
