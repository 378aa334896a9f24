"""jalv, as a client of jackd's dummy driver in freewheel mode."""

import contextlib
import os

from hosting import HERE, Host, HostFailure

# Names of the audio ports by number of channels; jalv gives its JACK ports the symbols.
PORTS = {1: ("in", "out"), 2: ("in_left,in_right", "out_left,out_right")}


def await_ports(work, process, *ports):
    """Waits until the server offers the ports."""

    def offered():
        with contextlib.suppress(HostFailure):
            return set(ports) <= set(work.run("jack_lsp", seconds=10).split("\n"))

    work.await_true(offered, process, "ports " + ", ".join(ports))


class Jalv(Host):
    commands = ["jackd", "jack_lsp", "jalv"]
    modules = ["jack"]
    latency = None

    def render(self, case, source, rate, target, work):
        # A server of this run's own: the name is unique on the machine, and clients find no other.
        name = f"martlet-{os.getpid()}"
        work.environment |= {"JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_NO_START_SERVER": "1"}
        controls = [word for symbol, value in case.settings.items() for word in ("-c", f"{symbol}={value}")]
        with work.start("jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", rate, "-p", 512) as server:
            await_ports(work, server, "system:playback_1")
            with work.start("jalv", "-x", "-n", "effect", *controls, case.uri) as client:
                inputs, outputs = PORTS[case.channels]
                await_ports(work, client, *(f"effect:{port}" for port in f"{inputs},{outputs}".split(",")))
                work.run(HERE / "jack_exchange.py", "freewheel", "effect", source, target, inputs, outputs)
