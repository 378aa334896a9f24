#!/usr/bin/python3
"""Plays noise and notes into all inputs of a JACK client, and prints the peak of each output as JSON.

    jack_session.py CLIENT SECONDS [listen]

An audio output has the peak of its samples, a MIDI output the number of its messages. The server runs in freewheel mode,
so that a busy machine loses no frames. With `listen`, the inputs get nothing, and the server runs in real time: a window plays.
"""

import json
import sys
import threading

import jack
import numpy as np

name, seconds, listens = sys.argv[1], float(sys.argv[2]), sys.argv[3:] == ["listen"]
player, recorder = (jack.Client(title, no_start_server=True) for title in ("player", "recorder"))
noise = np.random.default_rng(1)
frames = int(seconds * player.samplerate)
position = {"player": 0, "recorder": 0}
running, done = threading.Event(), threading.Event()
peaks = {}


def play(count):
    start = position["player"] if running.is_set() else None
    for port in player.outports:
        port.get_array()[:] = 0 if start is None else 0.25 * noise.uniform(-1, 1, count)
    for port in player.midi_outports:
        port.clear_buffer()
        if start is not None and start // (frames // 8) != (start + count) // (frames // 8):
            # Alternately starts and ends a note, from the first moment on.
            status = 0x90 if start // (frames // 8) % 2 == 0 else 0x80
            port.write_midi_event(0, bytes([status, 69, 100]))
    position["player"] += count if start is not None else 0


def record(count):
    if not running.is_set():
        return
    for port in recorder.inports:
        peaks[port.shortname] = max(peaks.get(port.shortname, 0.0), float(np.max(np.abs(port.get_array()))))
    for port in recorder.midi_inports:
        peaks[port.shortname] = peaks.get(port.shortname, 0) + len(list(port.incoming_midi_events()))
    position["recorder"] += count
    if position["recorder"] >= frames:
        done.set()



player.set_process_callback(play)
recorder.set_process_callback(record)
inputs = [] if listens else player.get_ports(f"{name}:", is_input=True)
outputs = player.get_ports(f"{name}:", is_output=True)
own_inputs = [(player.midi_outports if port.is_midi else player.outports).register(port.shortname) for port in inputs]
own_outputs = [(recorder.midi_inports if port.is_midi else recorder.inports).register(port.shortname) for port in outputs]
with player, recorder:
    for own, port in zip(own_inputs, inputs):
        player.connect(own, port)
    for own, port in zip(own_outputs, outputs):
        recorder.connect(port, own)
    if not listens:
        recorder.set_freewheel(True)
    running.set()
    done.wait(30)
    running.clear()
    if not listens:
        recorder.set_freewheel(False)
if not done.is_set():
    sys.exit(f"only {position['recorder']} of {frames} frames were recorded")
print(json.dumps(peaks))
