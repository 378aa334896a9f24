// The sound: a loop, the plug-in in its worklet, and the volume.

/// A failure with a sentence for the user.
class Fault extends Error {}

/// Loads the processor into the audio thread of a context. From a folder, a browser refuses files and blobs as worklets, but not the
/// text itself as an address.
async function loadProcessor(context) {
  if (!context.audioWorklet) throw new Fault('This browser has no AudioWorklet, so it cannot play the effects; use a current version.');
  const text = ['shared', 'worklet'].map(id => document.getElementById(id).textContent).join('\n');
  try {
    await context.audioWorklet.addModule(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`);
  } catch (error) {
    throw new Fault(`The browser refuses the code for its audio thread: ${error.message}`);
  }
}

/// Creates the node of a plug-in. `values` are those of all controls, `messages` MIDI messages with their frames, and `tempo` is that of
/// a transport, or null, which rolls or stands still. `properties` are those that are set.
function makeNode(context, module, plugin, values, { messages = [], tempo = null, rolls = true, properties = [] }, failed) {
  const hasInput = plugin.inputs + plugin.sidechains > 0;
  const node = new AudioWorkletNode(context, 'lv2kit-effect', {
    numberOfInputs: !hasInput ? 0 : plugin.sidechains > 0 ? 2 : 1,
    numberOfOutputs: 1, outputChannelCount: [Math.max(1, plugin.outputs)],
    channelCount: Math.max(1, plugin.inputs), channelCountMode: 'explicit',
    processorOptions: { module, plugin, values, messages, tempo, rolls, properties },
  });
  node.onprocessorerror = failed;
  return node;
}

/// Returns a buffer with channels at a sample rate.
function makeBuffer(channels, rate) {
  const buffer = new AudioBuffer({ numberOfChannels: channels.length, length: channels[0].length, sampleRate: rate });
  channels.forEach((samples, channel) => buffer.copyToChannel(Float32Array.from(samples), channel));
  return buffer;
}

/// Processes channels at a sample rate with a plug-in and returns its output channels. A plug-in without inputs uses only their length.
/// `performance` has the messages and the transport, and `sidechain`, the channels of the side chain.
async function render(module, plugin, values, channels, rate, performance) {
  const context = new OfflineAudioContext(Math.max(1, plugin.outputs), channels[0].length, rate);
  await loadProcessor(context);
  const source = new AudioBufferSourceNode(context, { buffer: makeBuffer(channels, rate) });
  let failure = null;
  const node = makeNode(context, module, plugin, values, performance, () => { failure = new Fault(`${plugin.name} has stopped.`); });
  if (node.numberOfInputs > 0) source.connect(node);
  if (performance.sidechain) {
    const key = new AudioBufferSourceNode(context, { buffer: makeBuffer(performance.sidechain, rate) });
    key.connect(node, 0, 1);
    key.start();
  }
  node.connect(context.destination);
  source.start();
  const result = await context.startRendering();
  if (failure) throw failure;
  return Array.from({ length: result.numberOfChannels }, (_, channel) => result.getChannelData(channel));
}

class Player {
  /// - failed: is called with a sentence when the audio thread reports a fault.
  constructor(module, failed) {
    this.module = module;
    this.failed = failed;
    this.node = this.source = this.key = null;
    /// The sound of the side chain, or null.
    this.sidechain = null;
    this.tempo = 120;
    this.rolls = true;
  }

  /// The context exists from the first sound on: browsers require a gesture of the user.
  async open() {
    if (this.context) return this.context.resume();
    const context = new AudioContext();
    await loadProcessor(context);
    this.volume = new GainNode(context, { gain: this.level ?? 1 });
    this.volume.connect(context.destination);
    this.context = context;
  }

  get rate() { return this.context?.sampleRate ?? 48000; }
  get isPlaying() { return this.source !== null; }

  /// Sets the volume, 0 to 1.
  setLevel(level) {
    this.level = level;
    this.volume?.gain.setTargetAtTime(level, this.context.currentTime, 0.02);
  }

  async decode(bytes) {
    await this.open();
    return this.context.decodeAudioData(bytes);
  }

  /// Returns a sound of the page as a buffer.
  async buffer(makeChannels) {
    await this.open();
    return makeBuffer(makeChannels(this.rate), this.rate);
  }

  /// Plays a buffer through a plug-in with its settings. `report` gets the values of control outputs.
  play(buffer, plugin, settings, report) {
    this.stop();
    this.source = new AudioBufferSourceNode(this.context, { buffer, loop: true });
    this.use(plugin, settings, report);
    this.source.start();
  }

  /// Replaces the plug-in while the sound continues.
  ///
  /// - settings: `values` of all controls, and `properties` that are set.
  use(plugin, { values, properties }, report) {
    this.release();
    if (!this.source) return;
    const { tempo, rolls } = this;
    this.node = makeNode(this.context, this.module, plugin, values, { tempo, rolls, properties }, () => {
      this.stop();
      this.failed(`${plugin.name} has stopped because of a fault in its code; press Play to start it again.`);
    });
    this.node.port.onmessage = ({ data }) => report(data);
    if (this.node.numberOfInputs > 0) this.source.connect(this.node);
    if (this.node.numberOfInputs > 1 && this.sidechain) {
      this.key = new AudioBufferSourceNode(this.context, { buffer: this.sidechain, loop: true });
      this.key.connect(this.node, 0, 1);
      this.key.start();
    }
    this.node.connect(this.volume);
  }

  set(port, value) { this.node?.port.postMessage({ port, value }); }

  /// Sets a property: its index, its value, and a file or null.
  setProperty(property) { this.node?.port.postMessage({ property }); }

  /// Sets the tempo in quarters in a minute, and whether the transport rolls.
  setTransport(tempo, rolls) {
    [this.tempo, this.rolls] = [tempo, rolls];
    this.node?.port.postMessage({ tempo, rolls });
  }

  /// Sends a MIDI message.
  send(message) { this.node?.port.postMessage({ message }); }

  release() {
    this.node?.port.postMessage({ end: true });
    this.node?.disconnect();
    this.source?.disconnect();
    this.key?.stop();
    this.node = this.key = null;
  }

  stop() {
    this.source?.stop();
    this.release();
    this.source = null;
  }
}
