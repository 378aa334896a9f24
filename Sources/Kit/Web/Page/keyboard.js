// The keys for plug-ins that receive MIDI: an octave from middle C, with the pointer or the keys of two rows of the keyboard.

const LOWEST_NOTE = 60, VELOCITY = 100;
/// The key of a keyboard for each semitone, by the place that it has in an American layout.
const NOTE_KEYS = ['KeyA', 'KeyW', 'KeyS', 'KeyE', 'KeyD', 'KeyF', 'KeyT', 'KeyG', 'KeyY', 'KeyH', 'KeyU', 'KeyJ', 'KeyK'];
const NOTE_NAMES = ['C4', 'C\u266f4', 'D4', 'D\u266f4', 'E4', 'F4', 'F\u266f4', 'G4', 'G\u266f4', 'A4', 'A\u266f4', 'B4', 'C5'];

class Keyboard {
  /// - send: is called with each MIDI message.
  constructor(parent, send) {
    this.parent = parent;
    this.send = send;
    this.held = new Set();
    this.keys = NOTE_NAMES.map((name, index) => this.makeKey(name, index));
    parent.replaceChildren(...this.keys);
    document.addEventListener('keydown', event => this.pressed(event));
    document.addEventListener('keyup', event => this.end(NOTE_KEYS.indexOf(event.code)));
  }

  makeKey(name, index) {
    const key = element('button', { type: 'button', className: name.length > 2 ? 'black' : 'white' }, name);
    key.addEventListener('pointerdown', () => this.begin(index));
    for (const type of ['pointerup', 'pointerleave', 'pointercancel']) key.addEventListener(type, () => this.end(index));
    // The space bar and Enter hold a key as long as they are pressed.
    key.addEventListener('keydown', event => { if ([' ', 'Enter'].includes(event.key)) this.begin(index); });
    key.addEventListener('keyup', event => { if ([' ', 'Enter'].includes(event.key)) this.end(index); });
    return key;
  }

  /// A letter is a note, unless a list takes it.
  pressed(event) {
    if (this.parent.hidden || event.ctrlKey || event.altKey || event.metaKey || event.target.localName === 'select') return;
    this.begin(NOTE_KEYS.indexOf(event.code));
  }

  begin(index) {
    if (index < 0 || this.held.has(index)) return;
    this.held.add(index);
    this.keys[index].classList.add('held');
    this.send([0x90, LOWEST_NOTE + index, VELOCITY]);
  }

  end(index) {
    if (!this.held.delete(index)) return;
    this.keys[index].classList.remove('held');
    this.send([0x80, LOWEST_NOTE + index, 64]);
  }
}
