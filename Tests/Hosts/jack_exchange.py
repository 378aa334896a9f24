#!/usr/bin/python3
"""Plays a file into a JACK client's inputs and records its outputs.

    jack_exchange.py MODE CLIENT SOURCE TARGET INPUTS OUTPUTS      (port names of CLIENT, joined by commas)

MODE is `freewheel`, where the server waits for every client in every cycle, so nothing is lost however busy the
machine is, or `realtime`; a cycle that was missed there ends in exit status 75 and no file.
Player and recorder are clients of their own: one client for both would close a loop in the graph.
"""

import os
import sys
import threading

import jack
import numpy as np
import soundfile

mode, client, source, target, inputs, outputs = sys.argv[1:]
samples, rate = soundfile.read(source, dtype="float32", always_2d=True)


class Tape:
    """Sound that passes a JACK client's ports from its first frame to its last, once it runs."""

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
# A second more than was played: the two tapes need not start in the same cycle.
recorded = np.zeros((len(samples) + rate, channels), "float32")
player, recorder = Tape("player", samples, play), Tape("recorder", recorded, record)
player.ports = [player.client.outports.register(f"out_{channel}") for channel in range(channels)]
recorder.ports = [recorder.client.inports.register(f"in_{channel}") for channel in range(channels)]
if player.client.samplerate != rate:
    sys.exit(f"the server runs at {player.client.samplerate} frames a second, the recording at {rate}")

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
    sys.exit(f"only {recorder.position} of {len(recorded)} frames came through")
if mode == "realtime" and player.missed + recorder.missed:
    print("cycles were missed")
    sys.exit(os.EX_TEMPFAIL)
soundfile.write(target, recorded, rate, subtype="FLOAT")
