#!/usr/bin/python3
"""Plays noise and a note of MIDI into a JACK client, and records its first audio output.

    jack_notes.py CLIENT NOTE TARGET

The noise and the note last for half a second; then there are two seconds of silence. The server runs in freewheel mode.
"""

import sys
import threading

import jack
import numpy as np
import soundfile

name, note, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
client = jack.Client("notes", no_start_server=True)
noise = np.random.default_rng(1)
rate = client.samplerate
played, recorded = round(0.5 * rate), round(2.5 * rate)
parts, position = [], 0
running, done = threading.Event(), threading.Event()
audio = client.outports.register("audio")
midi = client.midi_outports.register("midi")
result = client.inports.register("result")


@client.set_process_callback
def process(count):
    global position
    midi.clear_buffer()
    audio.get_array()[:] = 0
    if not running.is_set():
        return
    if position == 0:
        midi.write_midi_event(0, bytes([0x90, note, 127]))
    if position < played:
        audio.get_array()[:] = 0.25 * noise.uniform(-1, 1, count)
        if position + count >= played:
            midi.write_midi_event(count - 1, bytes([0x80, note, 0]))
    parts.append(result.get_array().copy())
    position += count
    if position >= recorded:
        running.clear()
        done.set()


with client:
    for port in client.get_ports(f"{name}:", is_input=True):
        client.connect(midi if port.is_midi else audio, port)
    outputs = [port for port in client.get_ports(f"{name}:", is_output=True) if port.is_audio]
    client.connect(outputs[0], result)
    client.set_freewheel(True)
    running.set()
    done.wait(30)
    client.set_freewheel(False)
if not done.is_set():
    sys.exit(f"only {position} of {recorded} frames were recorded")
soundfile.write(target, np.concatenate(parts), rate, subtype="FLOAT")
