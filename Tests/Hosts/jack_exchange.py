#!/usr/bin/python3
"""Plays a file into a JACK client's inputs and records its outputs, in freewheel mode.

    jack_exchange.py CLIENT SOURCE TARGET INPUTS OUTPUTS      (port names of CLIENT, joined by commas)

In freewheel mode the server waits for every client in every cycle, so nothing is lost however busy the machine is.
"""

import sys
import threading

import jack
import numpy as np
import soundfile

client_name, source, target, inputs, outputs = sys.argv[1:]
samples, rate = soundfile.read(source, dtype="float32", always_2d=True)
recorded = np.zeros((len(samples) + rate, samples.shape[1]), "float32")
position = 0
done = threading.Event()

client = jack.Client("exchange", no_start_server=True)
if client.samplerate != rate:
    sys.exit(f"the server runs at {client.samplerate} frames a second, the recording at {rate}")
players = [client.outports.register(f"play_{index}") for index in range(samples.shape[1])]
recorders = [client.inports.register(f"record_{index}") for index in range(samples.shape[1])]
connected = threading.Event()


@client.set_process_callback
def process(frames):
    global position
    for channel, (player, recorder) in enumerate(zip(players, recorders)):
        playing = player.get_array()
        playing[:] = 0
        if connected.is_set():
            piece = samples[position : position + frames, channel]
            playing[: len(piece)] = piece
            room = recorded[position : position + frames, channel]
            room[:] = recorder.get_array()[: len(room)]
    if connected.is_set():
        position += frames
        if position >= len(recorded):
            done.set()


@client.set_shutdown_callback
def shutdown(status, reason):
    done.set()


with client:
    for player, name in zip(players, inputs.split(",")):
        client.connect(player, f"{client_name}:{name}")
    for recorder, name in zip(recorders, outputs.split(",")):
        client.connect(f"{client_name}:{name}", recorder)
    client.set_freewheel(True)
    connected.set()
    done.wait(30)
    client.set_freewheel(False)
if position < len(recorded):
    sys.exit(f"only {position} of {len(recorded)} frames came through")
soundfile.write(target, recorded, rate, subtype="FLOAT")
