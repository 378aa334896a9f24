// The plug-in in the audio thread.

/// The number of frames between two messages with the values of control outputs.
const REPORT_INTERVAL = 4096;

registerProcessor('lv2kit-effect', class extends AudioWorkletProcessor {
  /// - messages: MIDI messages with their frames, in this order.
  /// - tempo: quarters in a minute of a transport that rolls from the first frame on in bars of four; null without a transport.
  constructor({ processorOptions: { module, plugin, values, messages, tempo } }) {
    super();
    this.effect = new Effect(module, plugin, sampleRate, values);
    this.messages = messages;
    this.setTempo(tempo);
    this.quarters = 0;
    this.isRunning = true;
    this.position = this.elapsed = 0;
    this.port.onmessage = ({ data }) => {
      if (data.end) this.isRunning = false;
      else if (data.tempo) this.setTempo(data.tempo);
      else if (data.message) this.messages.push([this.position, data.message]);
      else this.effect.set(data.port, data.value);
    };
  }

  process([main = [], sidechain = []], [outputs]) {
    const frames = outputs[0]?.length ?? 128;
    // The inputs of a sidechain follow those of the effect.
    const inputs = Array.from({ length: this.effect.plugin.inputs }, (_, channel) => main[channel]);
    this.effect.process([...inputs, ...sidechain], outputs, frames, this.takeMessages(frames), this.takePosition());
    this.position += frames;
    this.quarters += (this.tempo ?? 0) * frames / (60 * sampleRate);
    this.elapsed += frames;
    if (this.elapsed >= REPORT_INTERVAL) {
      this.elapsed = 0;
      const values = this.effect.outputs();
      if (values.length > 0) this.port.postMessage(values);
    }
    return this.isRunning;
  }

  setTempo(tempo) {
    this.tempo = tempo;
    this.hasNewTempo = tempo !== null && this.effect.plugin.receivesTime;
  }

  /// The position at the start of the next block after a change of the tempo, or null.
  takePosition() {
    if (!this.hasNewTempo) return null;
    this.hasNewTempo = false;
    return {
      bar: Math.floor(this.quarters / 4), barBeat: this.quarters % 4, beatsPerBar: 4, beatUnit: 4, beatsPerMinute: this.tempo,
      speed: 1,
    };
  }

  /// The messages of the next block, with their frames in it.
  takeMessages(frames) {
    const next = this.messages.findIndex(([frame]) => frame >= this.position + frames);
    const taken = this.messages.splice(0, next < 0 ? this.messages.length : next);
    return taken.map(([frame, bytes]) => [Math.max(0, frame - this.position), bytes]);
  }
});
