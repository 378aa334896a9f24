#!/usr/bin/python3
"""Plays a file into a JACK client's inputs and records its outputs.

    jack_exchange.py MODE CLIENT SOURCE TARGET INPUTS OUTPUTS      (port names of CLIENT, joined by commas)

In MODE `freewheel` the server waits for every client in every cycle, so a busy machine loses no frames. In MODE `realtime`
a missed cycle leads to exit status 75, without a file. The player and the recorder are separate clients, because a single
client would create a loop in the graph.
"""

import os
import sys
import threading

import jack
import numpy as np
import soundfile

mode, client, source, target, inputs, outputs = sys.argv[1:]
samples, rate = soundfile.read(source, dtype="float32", always_2d=True)


class Transfer:
    """A JACK client that transfers `sound` through its ports once, from the moment at which `running` is set."""

    def __init__(self, name, sound, transfer):
        self.sound, self.transfer, self.position, self.missed = sound, transfer, 0, 0
        self.running, self.done = threading.Event(), threading.Event()
        self.client = jack.Client(name, no_start_server=True)
        self.client.set_process_callback(self.process)
        self.client.set_shutdown_callback(lambda status, reason: self.done.set())
        self.client.set_xrun_callback(self.miss)

    def miss(self, microseconds):
        self.missed += self.running.is_set()

    def process(self, frames):
        piece = self.sound[self.position : self.position + frames] if self.running.is_set() else self.sound[:0]
        for channel, port in enumerate(self.ports):
            self.transfer(port.get_array(), piece[:, channel])
        self.position += len(piece)
        if self.position == len(self.sound):
            self.done.set()


def play(port, piece):
    port[: len(piece)] = piece
    port[len(piece) :] = 0


def record(port, piece):
    piece[:] = port[: len(piece)]


channels = samples.shape[1]
# One second longer than the source, because the two clients may start in different cycles.
recorded = np.zeros((len(samples) + rate, channels), "float32")
player, recorder = Transfer("player", samples, play), Transfer("recorder", recorded, record)
player.ports = [player.client.outports.register(f"out_{channel}") for channel in range(channels)]
recorder.ports = [recorder.client.inports.register(f"in_{channel}") for channel in range(channels)]
if player.client.samplerate != rate:
    sys.exit(f"the sample rate of the server is {player.client.samplerate}, that of the recording {rate}")

with player.client, recorder.client:
    for port, name in zip(player.ports, inputs.split(",")):
        player.client.connect(port, f"{client}:{name}")
    for port, name in zip(recorder.ports, outputs.split(",")):
        recorder.client.connect(f"{client}:{name}", port)
    if mode == "freewheel":
        recorder.client.set_freewheel(True)
    recorder.running.set()
    player.running.set()
    recorder.done.wait(30)
    recorder.running.clear()
    if mode == "freewheel":
        recorder.client.set_freewheel(False)
if recorder.position < len(recorded):
    sys.exit(f"only {recorder.position} of {len(recorded)} frames were recorded")
if mode == "realtime" and player.missed + recorder.missed:
    print("the server missed cycles")
    sys.exit(os.EX_TEMPFAIL)
soundfile.write(target, recorded, rate, subtype="FLOAT")
