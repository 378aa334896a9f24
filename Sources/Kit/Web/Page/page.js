// The page: what the user chooses.

const find = id => document.getElementById(id);

/// Shows one sentence about what failed, or nothing.
function report(sentence) {
  find('fault').textContent = sentence ?? '';
  find('fault').hidden = !sentence;
}

/// Calls `body` and reports what it throws.
async function guarded(body) {
  try {
    return await body();
  } catch (error) {
    report(error instanceof Fault ? error.message : `The page has failed: ${error.message}.`);
  }
}

/// Compiles the module in an element with its bytes in base64, or returns null if there is none.
async function compile(id) {
  const text = find(id).textContent.trim();
  if (!text) return null;
  if (typeof WebAssembly !== 'object')
    throw new Fault('This browser cannot run WebAssembly, which the effects are compiled to; use a current version or allow it.');
  try {
    return await WebAssembly.compile(Uint8Array.from(atob(text), character => character.charCodeAt(0)));
  } catch (error) {
    throw new Fault(`The browser cannot compile the effects: ${error.message}.`);
  }
}

class Page {
  constructor(description, effects, interfaces) {
    this.description = description;
    this.module = effects;
    this.texts = new ValueTexts(effects);
    this.player = new Player(effects, sentence => {
      report(sentence);
      this.showState();
    });
    this.keyboard = new Keyboard(find('keyboard'), message => guarded(() => this.play(message)));
    this.panel = interfaces && new Panel(interfaces, find('curve'), (port, value) => this.change(port, value));
    this.file = null;
    this.fill();
    this.listen();
    const stereo = description.plugins.findIndex(({ inputs, outputs }) => inputs === 2 && outputs === 2);
    find('effect').selectedIndex = Math.max(0, stereo);
    this.choose(Math.max(0, stereo));
  }

  fill() {
    const options = names => names.map((name, value) => element('option', { value }, name));
    find('sound').replaceChildren(...options(Object.keys(sounds)));
    find('effect').replaceChildren(...options(this.description.plugins.map(({ name }) => name)));
  }

  listen() {
    const on = (id, type, body) => find(id).addEventListener(type, event => guarded(() => body(event)));
    on('effect', 'change', () => this.choose(Number(find('effect').value)));
    on('preset', 'change', () => this.load(this.plugin.presets[find('preset').value]));
    on('play', 'click', () => this.toggle());
    on('volume', 'input', () => this.player.setLevel((find('volume').value / 100) ** 2));
    on('sound', 'change', () => {
      if (find('sound').value !== 'file') this.file = null;
      return this.restart();
    });
    on('tempo', 'change', () => this.setTempo());
    on('roll', 'click', () => this.roll(!this.player.rolls));
    on('sidechain', 'change', () => this.openSidechain(find('sidechain').files[0]));
    on('save', 'click', () => this.save());
    on('state', 'change', () => this.openState(find('state').files[0]));
    on('file', 'change', () => this.open(find('file').files[0]));
    document.addEventListener('dragover', event => event.preventDefault());
    document.addEventListener('drop', event => {
      event.preventDefault();
      guarded(() => this.open(event.dataTransfer.files[0]));
    });
  }

  // Effect

  /// Shows a plug-in with its defaults.
  choose(index) {
    this.plugin = this.description.plugins[index];
    find('comment').textContent = this.plugin.comment;
    const names = this.plugin.presets.map(({ name }) => name);
    find('preset').replaceChildren(...names.map((name, value) => element('option', { value }, name)));
    find('preset').disabled = names.length === 0;
    this.fields = new Fields(find('controls'), this.plugin, this.texts, (port, value) => {
      this.panel?.receive(port, value);
      this.player.set(port, value);
    });
    this.properties = new PropertyFields(
      find('properties'), this.plugin, this.texts, bytes => this.player.decode(bytes), property => {
        this.panel?.receiveProperty(...property);
        this.player.setProperty(property);
      });
    find('keyboard').hidden = !this.plugin.receivesMIDI;
    find('transport').hidden = find('roll').hidden = !this.plugin.receivesTime;
    find('side').hidden = this.plugin.sidechains === 0;
    find('source').hidden = find('source-file').hidden = this.plugin.inputs === 0;
    this.panel?.show(this.plugin, this.player.rate);
    if (!this.panel) find('curve').hidden = true;
    this.use();
  }

  /// What the plug-in gets when it is created.
  get settings() { return { values: this.fields.values, properties: this.properties.all }; }

  use() { this.player.use(this.plugin, this.settings, values => this.showOutputs(values)); }

  /// Sets all controls to the values of a preset.
  load(preset) {
    let next = 0;
    this.plugin.controls.forEach(({ kind, symbol }, port) => {
      if (kind === 'input' && symbol !== 'enabled') this.set(port, preset.values[next++]);
    });
  }

  set(port, value) {
    this.change(port, value);
    this.panel?.receive(port, value);
  }

  /// The panel or a preset has changed a value.
  change(port, value) {
    this.fields.show(port, value);
    this.player.set(port, value);
  }

  /// Follows the field of the tempo, within its limits.
  setTempo() {
    const field = find('tempo'), { min, max, valueAsNumber } = field;
    field.value = Math.min(max, Math.max(min, valueAsNumber || this.player.tempo));
    this.player.setTransport(field.valueAsNumber, this.player.rolls);
  }

  /// Starts or stops the transport.
  roll(rolls) {
    this.player.setTransport(this.player.tempo, rolls);
    find('roll').textContent = rolls ? 'Stop Transport' : 'Start Transport';
  }

  // Settings

  /// Saves the settings as a file.
  save() {
    const address = URL.createObjectURL(new Blob([settingsText(this.plugin, this.fields.values)], { type: 'text/turtle' }));
    element('a', { href: address, download: `${this.plugin.name}.ttl` }).click();
    URL.revokeObjectURL(address);
  }

  /// Chooses the effect of a file with settings, and sets its controls. Those that the file lacks get their defaults.
  async openState(file) {
    if (!file) return;
    report();
    const { uri, values } = readSettings(await file.text());
    const index = this.description.plugins.findIndex(plugin => plugin.uri === uri);
    if (index < 0) throw new Fault(`The file ${file.name} has no settings of an effect of this page.`);
    if (index !== this.plugin.index) {
      find('effect').value = index;
      this.choose(index);
    }
    this.plugin.controls.forEach(({ kind, symbol, initial }, port) => {
      if (kind === 'input') this.set(port, values.get(symbol) ?? initial);
    });
    // The same file can be opened again.
    find('state').value = '';
  }

  showOutputs(values) { for (const [port, value] of values) this.fields.show(port, value); }

  // Sound

  async sound() { return this.file ?? this.player.buffer(Object.values(sounds)[find('sound').value]); }

  async toggle() {
    report();
    if (this.player.isPlaying) this.player.stop();
    else await this.start();
    this.showState();
  }

  async start() {
    const rate = this.player.rate;
    const buffer = await this.sound();
    if (this.player.rate !== rate) this.showRate();
    this.player.play(buffer, this.plugin, this.settings, values => this.showOutputs(values));
  }

  /// The view computes the response at the rate of the device, which is known from the first sound on.
  showRate() {
    this.panel?.show(this.plugin, this.player.rate);
    this.fields.values.forEach((value, port) => this.panel?.receive(port, value));
    for (const property of this.properties.all) this.panel?.receiveProperty(...property);
  }

  /// Sends a MIDI message, and starts the sound with the first note.
  async play(message) {
    this.starting ??= this.player.isPlaying ? null : this.start().finally(() => { this.starting = null; });
    await this.starting;
    this.player.send(message);
    this.showState();
  }

  async restart() {
    if (this.player.isPlaying) await this.start();
    this.showState();
  }

  /// Returns the sound of a file.
  async decode(file) {
    try {
      return await this.player.decode(await file.arrayBuffer());
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new Fault(`The browser cannot decode ${file.name}: choose a sound in a format that it plays, such as WAV, FLAC or MP3.`);
    }
  }

  /// Plays a file of the user in the side chain, which repeats it.
  async openSidechain(file) {
    if (!file) return;
    report();
    this.player.sidechain = await this.decode(file);
    this.use();
  }

  /// Plays a file of the user.
  async open(file) {
    if (!file) return;
    report();
    this.file = await this.decode(file);
    find('sound').querySelector('[value=file]')?.remove();
    find('sound').append(element('option', { value: 'file', selected: true }, file.name));
    await this.start();
    this.showState();
  }

  showState() {
    find('play').textContent = this.player.isPlaying ? 'Stop' : 'Play';
  }
}

/// What other scripts can use: `lv2kit.render(uri, settings, channels, rate, performance)` processes samples, where `settings` are values
/// by symbol. The performance can have `messages`, MIDI messages with their frames, `tempo` of a transport, `rolls`, which is false for one
/// that stands still, `sidechain`, channels, and `properties`, values by symbol: numbers, texts, or files with `name` and `bytes`.
/// `lv2kit.page` is the page.
globalThis.lv2kit = {};

guarded(async () => {
  const description = JSON.parse(find('description').textContent);
  const [effects, interfaces] = [await compile('effects'), await compile('interfaces')];
  // A view needs the width of the canvas.
  document.body.dataset.state = 'ready';
  lv2kit.page = new Page(description, effects, interfaces);
  lv2kit.render = (uri, settings, channels, rate, performance = {}) => {
    const plugin = description.plugins.find(plugin => plugin.uri === uri);
    const values = plugin.controls.map(({ symbol, initial }) => settings[symbol] ?? initial);
    const properties = plugin.properties.flatMap(({ symbol, type }, index) => {
      const value = performance.properties?.[symbol];
      if (value === undefined) return [];
      if (typeof value === 'number') return [[index, propertyBytes(type, value), null]];
      return [[index, textBytes(value.name ?? value), value.bytes ? Uint8Array.from(value.bytes) : null]];
    });
    return render(effects, plugin, values, channels, rate, { ...performance, properties });
  };
});
