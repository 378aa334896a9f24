"""jalv as a JACK client, with jackd's dummy driver in freewheel mode."""

import contextlib
import os

from hosting import HERE, Host, HostFailure

# The audio ports by number of channels. The names of jalv's JACK ports are the port symbols.
PORTS = {1: ("in", "out"), 2: ("in_left,in_right", "out_left,out_right")}


def await_ports(work, process, *ports):
    """Waits until the server has these ports."""

    def offered():
        with contextlib.suppress(HostFailure):
            return set(ports) <= set(work.run("jack_lsp", seconds=10).split("\n"))

    work.await_true(offered, process, "ports " + ", ".join(ports))


class Jalv(Host):
    commands = ["jackd", "jack_lsp", "jalv"]
    modules = ["jack"]
    latency = None

    def render(self, case, source, rate, target, work):
        # The name of the server is unique on this machine, and clients find only this server.
        name = f"martlet-{os.getpid()}"
        work.environment |= {"JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1"}
        controls = [word for symbol, value in case.settings.items() for word in ("-c", f"{symbol}={value}")]
        with work.start("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", rate, "-p", 512) as server:
            await_ports(work, server, "system:playback_1")
            with work.start("jalv", "-x", "-n", "effect", *controls, case.uri) as client:
                inputs, outputs = PORTS[case.channels]
                await_ports(work, client, *(f"effect:{port}" for port in f"{inputs},{outputs}".split(",")))
                work.run(HERE / "jack_exchange.py", "freewheel", "effect", source, target, inputs, outputs)
