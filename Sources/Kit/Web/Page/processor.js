// The plug-in in the audio thread.

/// The number of frames between two messages with the values of control outputs.
const REPORT_INTERVAL = 4096;

registerProcessor('lv2kit-effect', class extends AudioWorkletProcessor {
  /// - messages: MIDI messages with their frames, in this order.
  /// - tempo: quarters in a minute of a transport in bars of four; null without a transport.
  /// - rolls: whether the transport rolls from the first frame on.
  /// - properties: those that are set: for each its index, its value, and a file or null.
  constructor({ processorOptions: { module, plugin, values, messages, tempo, rolls, properties } }) {
    super();
    this.effect = new Effect(module, plugin, sampleRate, values);
    this.effect.setProperties(properties);
    this.messages = messages;
    this.setTransport(tempo, rolls);
    this.quarters = 0;
    this.isRunning = true;
    this.position = this.elapsed = 0;
    this.port.onmessage = ({ data }) => {
      if (data.end) this.isRunning = false;
      else if (data.tempo) this.setTransport(data.tempo, data.rolls);
      else if (data.property) this.effect.setProperty(...data.property);
      else if (data.message) this.messages.push([this.position, data.message]);
      else this.effect.set(data.port, data.value);
    };
  }

  process([main = [], sidechain = []], [outputs]) {
    const frames = outputs[0]?.length ?? 128;
    // The inputs of a side chain follow those of the effect. One channel is for all of them.
    const { inputs, sidechains } = this.effect.plugin;
    const channels = Array.from({ length: inputs }, (_, channel) => main[channel]);
    const keys = Array.from({ length: sidechains }, (_, channel) => sidechain[channel] ?? sidechain[0]);
    this.effect.process([...channels, ...keys], outputs, frames, this.takeMessages(frames), this.takePosition());
    this.position += frames;
    if (this.rolls) this.quarters += (this.tempo ?? 0) * frames / (60 * sampleRate);
    this.elapsed += frames;
    if (this.elapsed >= REPORT_INTERVAL) {
      this.elapsed = 0;
      const values = this.effect.outputs();
      if (values.length > 0) this.port.postMessage(values);
    }
    return this.isRunning;
  }

  setTransport(tempo, rolls) {
    [this.tempo, this.rolls] = [tempo, rolls];
    this.isTransportNew = tempo !== null && this.effect.plugin.receivesTime;
  }

  /// The position at the start of the next block after a change of the transport, or null.
  takePosition() {
    if (!this.isTransportNew) return null;
    this.isTransportNew = false;
    return {
      bar: Math.floor(this.quarters / 4), barBeat: this.quarters % 4, beatsPerBar: 4, beatUnit: 4, beatsPerMinute: this.tempo,
      speed: this.rolls ? 1 : 0,
    };
  }

  /// The messages of the next block, with their frames in it.
  takeMessages(frames) {
    const next = this.messages.findIndex(([frame]) => frame >= this.position + frames);
    const taken = this.messages.splice(0, next < 0 ? this.messages.length : next);
    return taken.map(([frame, bytes]) => [Math.max(0, frame - this.position), bytes]);
  }
});
