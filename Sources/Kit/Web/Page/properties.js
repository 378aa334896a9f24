// The properties of a plug-in as elements of the page: numbers, texts and files. The plug-in reads a file in the memory of its module.

/// The largest size of a text in bytes, with the final 0: that of LV2Kit.
const TEXT_BYTES = 4097;

/// The bytes of a number in the type of a property, and the inverse.
function propertyBytes(type, number) {
  return new Uint8Array((type === 'Float' ? Float32Array : Int32Array).of(number).buffer);
}
function propertyNumber(type, bytes) { return (type === 'Float' ? new Float32Array(bytes.buffer) : new Int32Array(bytes.buffer))[0]; }

/// The bytes of a text as a C string.
function textBytes(text) { return new TextEncoder().encode(`${text}\0`); }

/// Returns a sound as a WAV file with floats.
function waveFile(buffer) {
  const { numberOfChannels: channels, length, sampleRate } = buffer;
  const size = 4 * channels * length, bytes = new Uint8Array(44 + size), data = new DataView(bytes.buffer);
  const text = (place, characters) => bytes.set(textBytes(characters).subarray(0, 4), place);
  const words = (place, ...values) => values.forEach((value, index) => data.setUint32(place + 4 * index, value, true));
  text(0, 'RIFF'), words(4, 36 + size), text(8, 'WAVE'), text(12, 'fmt ');
  // A size of 16; kind 3 and channels; bytes in a second; bytes in a frame and bits.
  words(16, 16, 3 | channels << 16, sampleRate, 4 * channels * sampleRate, 4 * channels | 32 << 16);
  text(36, 'data'), words(40, size);
  const samples = new Float32Array(bytes.buffer, 44);
  for (let channel = 0; channel < channels; channel++)
    buffer.getChannelData(channel).forEach((sample, frame) => { samples[frame * channels + channel] = sample; });
  return bytes;
}

/// Returns the bytes of a file. A sound in another format becomes a WAV file if the browser can decode it.
async function readFile(file, decode) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWave = String.fromCharCode(...bytes.subarray(0, 4)) === 'RIFF';
  if (isWave || !file.type.startsWith('audio/')) return bytes;
  try {
    return waveFile(await decode(bytes.slice().buffer));
  } catch {
    return bytes;
  }
}

/// The fields of the properties of a plug-in below an element.
class PropertyFields {
  /// - decode: returns the sound in the bytes of a file.
  /// - changed: is called with a property that the user has set: its index, its value in bytes, and the bytes of its file or null.
  constructor(parent, plugin, texts, decode, changed) {
    /// The properties that are set, by their index.
    this.set = new Map();
    const change = (index, value, file = null) => {
      this.set.set(index, [index, value, file]);
      changed([index, value, file]);
    };
    parent.replaceChildren(...plugin.properties.map((property, index) => {
      const { type } = property;
      if (type === 'Path') return this.makeFile(property, decode, (value, file) => change(index, value, file));
      if (type === 'String') return this.makeText(property, value => change(index, value));
      const field = new Field(property, value => texts.text(property, value), value => change(index, propertyBytes(type, value)));
      return field.element;
    }));
    parent.hidden = plugin.properties.length === 0;
  }

  /// The properties that are set.
  get all() { return [...this.set.values()]; }

  makeField({ symbol, name, comment }, input) {
    input.id = `control-${symbol}`;
    const text = element('p', { id: `${input.id}-comment`, className: 'comment' }, comment);
    input.setAttribute('aria-describedby', text.id);
    return element('div', { className: 'field' }, element('label', { htmlFor: input.id }, name), input, text);
  }

  makeText(property, changed) {
    const input = element('input', { type: 'text' });
    input.addEventListener('change', () => {
      const bytes = textBytes(input.value);
      if (bytes.length <= TEXT_BYTES) changed(bytes);
    });
    return this.makeField(property, input);
  }

  makeFile(property, decode, changed) {
    const input = element('input', { type: 'file' });
    let count = 0;
    input.addEventListener('change', () => guarded(async () => {
      const file = input.files[0];
      // Each choice has a path of its own: a file can have changed since it was chosen before.
      if (file) changed(textBytes(`/${property.symbol}-${++count}/${file.name}`), await readFile(file, decode));
      else changed(textBytes(''), null);
    }));
    return this.makeField(property, input);
  }
}
