// An instance of a plug-in in a module of its own: a small host of LV2, whose functions are in the table of the module.

/// The members of LV2_Descriptor, in their order.
const MEMBERS = ['uri', 'instantiate', 'connect', 'activate', 'run', 'deactivate', 'cleanup', 'extension'];
/// The size of the buffers for events in bytes, and of an event with a message of three bytes.
const EVENT_BYTES = 8192, MESSAGE_BYTES = 24;
/// The size of an event that sets a property, without its value.
const CHANGE_BYTES = 64;
/// The properties of a position of the transport: floats. The size of its event: two headers and 24 bytes for each property.
const POSITION = ['bar', 'barBeat', 'beatsPerBar', 'beatUnit', 'beatsPerMinute', 'speed'];
const POSITION_BYTES = 24 + 24 * POSITION.length;

/// A module with its memory and its functions.
class Library {
  constructor(module, functions = {}) {
    this.exports = new WebAssembly.Instance(module, { env: { ...elementary, ...functions } }).exports;
  }

  /// The memory as an array. It is valid until the module allocates.
  words() { return new Uint32Array(this.exports.memory.buffer); }
  floats() { return new Float32Array(this.exports.memory.buffer); }

  /// Returns the function with this number in the table.
  function(number) { return this.exports.__indirect_function_table.get(number); }

  /// Returns the C string at an address.
  string(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    let text = '';
    for (let place = address; bytes[place]; place++) text += '%' + bytes[place].toString(16).padStart(2, '0');
    return decodeURIComponent(text);
  }

  /// Returns a new C string of ASCII characters.
  makeString(text) {
    const address = this.allocate(text.length + 1);
    new Uint8Array(this.exports.memory.buffer).set(Array.from(text, character => character.charCodeAt(0)), address);
    return address;
  }

  /// Copies bytes to new memory, which is never freed.
  copy(bytes) {
    const address = this.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, address);
    return address;
  }

  /// Adds a file to those that the code can read. `path` are the bytes of a C string.
  addFile(path, bytes) { this.exports.lv2kit_add_file(this.copy(path), this.copy(bytes), bytes.length); }

  /// Returns new memory with zeros, which is never freed.
  allocate(size) {
    const address = this.exports.malloc(size);
    if (!address) throw new Error('there is not enough memory');
    new Uint8Array(this.exports.memory.buffer, address, size).fill(0);
    return address;
  }
}

/// A running plug-in.
class Effect {
  /// - plugin: its description.
  /// - rate: the sample rate in hertz.
  /// - values: the values of all controls; the last one is lv2:enabled.
  constructor(module, plugin, rate, values) {
    this.plugin = plugin;
    this.library = new Library(module);
    const { exports } = this.library;
    const address = exports.lv2_descriptor(plugin.index);
    const numbers = this.library.words().slice(address >> 2, (address >> 2) + MEMBERS.length);
    this.descriptor = Object.fromEntries(MEMBERS.map((name, index) => [name, numbers[index]]));
    const folder = this.library.allocate(1);
    this.handle = this.call('instantiate', address, rate, folder, exports.lv2kit_features());
    if (!this.handle) throw new Error(`it does not support the sample rate ${rate} Hz`);
    exports.lv2kit_start_worker(address, this.handle);
    this.frames = 0;
    /// The changes of properties for the next block: the index and the bytes of the value.
    this.changes = [];
    const patch = name => this.urid('http://lv2plug.in/ns/ext/patch#' + name);
    this.types = {
      sequence: this.urid('http://lv2plug.in/ns/ext/atom#Sequence'), chunk: this.urid('http://lv2plug.in/ns/ext/atom#Chunk'),
      midi: this.urid('http://lv2plug.in/ns/ext/midi#MidiEvent'), object: this.urid('http://lv2plug.in/ns/ext/atom#Object'),
      float: this.urid('http://lv2plug.in/ns/ext/atom#Float'), position: this.urid('http://lv2plug.in/ns/ext/time#Position'),
      urid: this.urid('http://lv2plug.in/ns/ext/atom#URID'), set: patch('Set'), property: patch('property'), value: patch('value'),
    };
    this.keys = POSITION.map(name => this.urid('http://lv2plug.in/ns/ext/time#' + name));
    this.connectControls(values);
    this.connectBuffers(128);
    this.call('activate', this.handle);
  }

  call(name, ...values) { return this.library.function(this.descriptor[name])(...values); }

  /// The number of a URI, by the feature urid:map, whose data are a handle and a function.
  urid(uri) {
    const words = this.library.words(), feature = words[this.library.exports.lv2kit_features() >> 2];
    const data = words[(feature >> 2) + 1] >> 2;
    return this.library.function(words[data + 1])(words[data], this.library.makeString(uri));
  }

  connect(port, address) { this.call('connect', this.handle, port, address); }

  connectControls(values) {
    const count = this.plugin.controls.length;
    this.controls = this.library.allocate(4 * (count + 1)) >> 2;
    this.plugin.controls.forEach((control, port) => {
      // A control voltage that is not connected has its default.
      if (control.kind === 'input' || control.kind === 'output') this.connect(port, (this.controls + port) << 2);
    });
    if (this.plugin.latency !== null) this.connect(this.plugin.latency, (this.controls + count) << 2);
    values.forEach((value, port) => this.set(port, value));
  }

  /// Connects the audio and event ports to buffers for blocks of up to `frames` frames.
  connectBuffers(frames) {
    const { firstAudioPort, inputs, sidechains, outputs, hasEventInput, hasEventOutput } = this.plugin;
    this.frames = frames;
    this.buffers = [];
    let port = firstAudioPort;
    for (; port < firstAudioPort + inputs + sidechains + outputs; port++) {
      const address = this.library.allocate(4 * frames);
      this.buffers.push(address >> 2);
      this.connect(port, address);
    }
    this.events = hasEventInput ? this.library.allocate(EVENT_BYTES) : 0;
    if (hasEventInput) this.connect(port++, this.events);
    this.answers = hasEventOutput ? this.library.allocate(EVENT_BYTES) : 0;
    if (hasEventOutput) this.connect(port, this.answers);
  }

  set(port, value) { this.library.floats()[this.controls + port] = value; }

  /// The values of the control outputs, by port.
  outputs() {
    const floats = this.library.floats();
    return this.plugin.controls.flatMap(({ kind }, port) => kind === 'output' ? [[port, floats[this.controls + port]]] : []);
  }

  /// Processes a block. `inputs` are arrays of one length; missing ones are silent. `outputs` get the result. `messages` are MIDI
  /// messages of up to three bytes with their frames in the block: [frame, bytes], in the order of their frames. `position` has the
  /// values of `POSITION` at the first frame, or is null if the plug-in knows it.
  process(inputs, outputs, frames, messages = [], position = null) {
    if (frames > this.frames) this.connectBuffers(frames);
    const inputCount = this.plugin.inputs + this.plugin.sidechains;
    let floats = this.library.floats();
    for (let channel = 0; channel < inputCount; channel++) {
      const place = this.buffers[channel];
      if (inputs[channel]) floats.set(inputs[channel], place);
      else floats.fill(0, place, place + frames);
    }
    this.prepareEvents(messages, position);
    this.call('run', this.handle, frames);
    floats = this.library.floats();
    outputs.forEach((output, channel) => {
      const place = this.buffers[inputCount + channel];
      if (place !== undefined) output.set(floats.subarray(place, place + frames));
    });
  }

  /// Sets a property before the next block.
  ///
  /// - value: the bytes of an atom of its type.
  /// - file: the bytes of the file with the path `value`, or null.
  setProperty(index, value, file = null) {
    if (file) this.library.addFile(value, file);
    this.changes.push([index, value]);
  }

  /// Sets properties before the first frame: blocks without frames deliver them, and what the worker has loaded.
  setProperties(properties) {
    for (const property of properties) this.setProperty(...property);
    if (properties.length === 0) return;
    while (this.changes.length > 0) this.process([], [], 0);
    this.process([], [], 0);
  }

  /// Writes the sequence for the plug-in, and makes room for its own.
  prepareEvents(messages, position) {
    let words = this.library.words();
    if (this.answers) words.set([EVENT_BYTES - 8, this.types.chunk, 0, 0], this.answers >> 2);
    if (!this.events) return;
    if (position) this.writePosition(this.events + 16, position);
    const first = this.writeChanges(position ? POSITION_BYTES : 0);
    // The number of a new URI needs memory.
    words = this.library.words();
    const count = Math.min(messages.length, Math.floor((EVENT_BYTES - 16 - first) / MESSAGE_BYTES));
    words.set([8 + first + count * MESSAGE_BYTES, this.types.sequence, 0, 0], this.events >> 2);
    messages.slice(0, count).forEach(([frame, bytes], index) => {
      const [status = 0, second = 0, third = 0] = bytes;
      const event = [frame, 0, bytes.length, this.types.midi, status | second << 8 | third << 16, 0];
      words.set(event, (this.events + 16 + first + index * MESSAGE_BYTES) >> 2);
    });
  }

  /// Writes events in frame 0 that set properties: objects of the type patch:Set. Those without room follow in the next block.
  ///
  /// - place: the size of the events before them, in bytes. Returns the size with them.
  writeChanges(place) {
    const { object, set, property, urid, value } = this.types;
    const size = bytes => CHANGE_BYTES + (bytes.length + 7 & ~7);
    while (this.changes.length > 0 && 16 + place + size(this.changes[0][1]) <= EVENT_BYTES) {
      const [index, bytes] = this.changes.shift(), { uri, type } = this.plugin.properties[index];
      const [key, typeNumber] = [this.urid(uri), this.urid('http://lv2plug.in/ns/ext/atom#' + type)];
      const address = this.events + 16 + place;
      const head = [48 + bytes.length, object, 0, set];
      this.library.words().set(
        [0, 0, ...head, property, 0, 4, urid, key, 0, value, 0, bytes.length, typeNumber], address >> 2);
      new Uint8Array(this.library.exports.memory.buffer).set(bytes, address + CHANGE_BYTES);
      place += size(bytes);
    }
    return place;
  }

  /// Writes an event in frame 0 whose atom is an object with the values of a position.
  writePosition(address, position) {
    const { object, position: type, float } = this.types;
    const words = this.library.words(), floats = this.library.floats();
    words.set([0, 0, POSITION_BYTES - 16, object, 0, type], address >> 2);
    this.keys.forEach((key, index) => {
      const place = (address + 24 + 24 * index) >> 2;
      words.set([key, 0, 4, float, 0, 0], place);
      floats[place + 4] = position[POSITION[index]];
    });
  }
}
