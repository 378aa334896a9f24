// The view of an effect on a canvas: its code is the library of the windows.

/// The keys of a panel that are no characters, with their numbers in X11/keysymdef.h.
const KEYS = {
  ArrowUp: 0xff52, ArrowDown: 0xff54, ArrowLeft: 0xff51, ArrowRight: 0xff53, PageUp: 0xff55, PageDown: 0xff56, Home: 0xff50,
  End: 0xff57, Delete: 0xffff, Backspace: 0xff08,
};
const TAB = 0xff09, ESCAPE = 0xff1b;
/// The height in relation to the width.
const HEIGHT = 0.45;

class Panel {
  /// - canvas: where the panel draws and gets its events.
  /// - changed: is called with a port and its value when the user has changed it.
  constructor(module, canvas, changed) {
    this.canvas = canvas;
    this.changed = changed;
    this.drawing = new Drawing(canvas);
    this.library = this.drawing.library = new Library(module, this.drawing.functions);
    this.handle = 0;
    this.ports = 0;
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', () => this.update(() => this.call('theme', this.dark.matches ? 1 : 0)));
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.listen();
  }

  call(name, ...values) { return this.library.exports['lv2kit_panel_' + name](this.handle, ...values); }

  /// Shows the view with the URI `plugin.interface`, or nothing if the library has none. `rate` is the sample rate in hertz.
  show(plugin, rate) {
    const { exports } = this.library;
    if (this.handle) this.call('release');
    this.handle = 0;
    this.plugin = plugin;
    this.ports = plugin.controls.length;
    for (let index = 0; plugin.interface && !this.handle; index++) {
      const descriptor = exports.lv2ui_descriptor(index);
      if (!descriptor) break;
      if (this.library.string(this.library.words()[descriptor >> 2]) !== plugin.interface) continue;
      this.handle = exports.lv2kit_panel(descriptor, rate, this.dark.matches ? 1 : 0);
    }
    this.canvas.hidden = !this.handle;
    this.canvas.setAttribute('aria-label', `The response of ${plugin.name}. Arrow keys move the handle.`);
    this.resize();
  }

  /// Another part of the page has changed a value.
  receive(port, value) { this.update(() => this.call('receive', port, value)); }

  /// Another part of the page has set a property, which follow the controls. `value` are bytes of its type.
  receiveProperty(property, value, file) {
    const { type } = this.plugin.properties[property];
    if (type !== 'Path' && type !== 'String') return this.receive(this.ports + property, propertyNumber(type, value));
    if (file) this.library.addFile(value, file);
    this.update(() => this.call('text', property, this.library.copy(value), value.length - 1));
  }

  /// Calls `body` if there is a panel, reports what it changed, and draws.
  update(body) {
    if (!this.handle) return;
    const values = () => Array.from({ length: this.ports }, (_, port) => this.call('value', port));
    const before = values();
    body();
    if (this.reports) values().forEach((value, port) => { if (value !== before[port]) this.changed(port, value); });
    if (this.call('needs_drawing')) this.draw();
  }

  /// Calls `body` for an event of the user.
  act(body) {
    this.reports = true;
    this.update(body);
    this.reports = false;
  }

  resize() {
    const width = this.canvas.clientWidth;
    if (!this.handle || width === 0) return;
    const height = Math.round(Math.max(240, HEIGHT * width));
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    this.call('resize', width, height);
    this.draw();
  }

  draw() {
    this.drawing.begin();
    this.call('draw', 0, devicePixelRatio);
  }

  listen() {
    const { canvas } = this;
    const bits = event => (event.shiftKey ? 1 : 0) | (event.altKey ? 2 : 0) | (event.ctrlKey ? 4 : 0);
    const on = (type, body) => canvas.addEventListener(type, event => this.act(() => body(event)), { passive: false });
    on('pointermove', event => this.call('move', event.offsetX, event.offsetY, bits(event)));
    on('pointerleave', () => this.call('leave'));
    on('pointerdown', event => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.call('press', event.offsetX, event.offsetY, event.timeStamp >>> 0, bits(event));
    });
    for (const type of ['pointerup', 'pointercancel'])
      on(type, event => this.call('release_button', event.offsetX, event.offsetY));
    on('wheel', event => {
      event.preventDefault();
      if (event.deltaY !== 0) this.call('scroll', event.offsetX, event.offsetY, -Math.sign(event.deltaY), bits(event));
    });
    // The first stop of the Tab key in a panel is its handle.
    on('focus', () => { if (canvas.matches(':focus-visible')) this.call('key', TAB, 0); });
    on('blur', () => this.call('key', ESCAPE, 0));
    on('keydown', event => {
      const symbol = KEYS[event.key];
      if (symbol && this.call('key', symbol, bits(event))) event.preventDefault();
    });
  }
}
