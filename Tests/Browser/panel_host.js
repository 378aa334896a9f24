/* The widgets of a MOD GUI, as the documentation of the modgui extension describes them. */

/* The text of a value: '%f' in the render text of its unit, with two decimals or, for integers, without. */
const formatted = (port, value) => {
  const point = port.scalePoints.find(each => each.value === value);
  if (point) return point.label;
  const number = port.properties.includes('integer') ? String(Math.round(value)) : value.toFixed(2);
  return (port.render ?? '%f').replace(/%[fd]/, number).replace('%%', '%');
};

class Panel {
  constructor(effect) {
    this.effect = effect;
    this.data = {};
    this.ports = Object.fromEntries(effect.ports.map(port => [port.symbol, port]));
    this.values = { ':bypass': 0 };
    for (const port of effect.ports) if (port.kind === 'control') this.values[port.symbol] = port.default ?? port.minimum;

    const names = { ns: '?uri=' + escape(effect.uri), cns: '_' + escape(effect.uri).replace(/[%/.]/g, '_') };
    const style = document.createElement('style');
    style.textContent = Mustache.render(effect.stylesheet, names);
    document.head.append(style);
    this.icon = $('<div class="mod-pedal">');
    this.icon.html(Mustache.render(effect.iconTemplate, { ...names, brand: effect.brand, label: effect.label, effect }));
    $('<div class="place">').append(this.icon).appendTo('#panels');
    this.unknown = this.all('[mod-port-symbol]').map(each => each.getAttribute('mod-port-symbol'))
      .filter(symbol => !(symbol in this.ports));
  }

  all(selector) { return [...this.icon[0].querySelectorAll(selector)]; }

  fields(role, symbol) { return this.all(`[mod-role=${role}][mod-port-symbol="${symbol}"]`); }

  /* Loads the pictures of the knobs, shows all values and starts the script. */
  async start() {
    this.script = eval('(' + this.effect.javascript + ')');
    for (const knob of this.all('[mod-role=input-control-port]')) await this.addKnob(knob);
    for (const port of this.effect.ports.filter(each => each.kind === 'control')) {
      for (const field of this.fields('input-control-minimum', port.symbol)) field.textContent = this.limit(port, port.minimum);
      for (const field of this.fields('input-control-maximum', port.symbol)) field.textContent = this.limit(port, port.maximum);
      this.show(port.symbol);
    }
    for (const footswitch of this.all('[mod-role=bypass]'))
      footswitch.addEventListener('click', () => this.set(':bypass', 1 - this.values[':bypass']));
    this.show(':bypass');
    this.call({ type: 'start', parameters: [],
      ports: Object.entries(this.values).map(([symbol, value]) => ({ symbol, value })) });
  }

  limit(port, value) { return (port.render ?? '%f').replace(/%[fd]/, String(value)).replace('%%', '%'); }

  call(event) { this.script({ ...event, api_version: 3, icon: this.icon, data: this.data }, {}); }

  /* Sets a port, as the widgets and the host do. */
  set(symbol, value) {
    this.values[symbol] = value;
    this.show(symbol);
    this.call({ type: 'change', symbol, value });
  }

  show(symbol) {
    const value = this.values[symbol];
    if (symbol === ':bypass') {
      for (const light of this.all('[mod-role=bypass-light]')) {
        light.classList.toggle('on', value === 0);
        light.classList.toggle('off', value !== 0);
      }
      return;
    }
    for (const field of this.fields('input-control-value', symbol)) field.textContent = formatted(this.ports[symbol], value);
    for (const knob of this.fields('input-control-port', symbol))
      knob.style.backgroundPosition = `${-Math.round(this.part(symbol) * knob.film.steps) * knob.film.width}px 0px`;
  }

  /* The position of a value in the range of its port, 0 to 1. */
  part(symbol) {
    const { minimum, maximum, properties } = this.ports[symbol];
    const scale = properties.includes('logarithmic') ? Math.log : value => value;
    return (scale(this.values[symbol]) - scale(minimum)) / (scale(maximum) - scale(minimum));
  }

  valueAt(symbol, part) {
    const { minimum, maximum, properties, scalePoints } = this.ports[symbol];
    if (properties.includes('enumeration')) return scalePoints[Math.round(part * (scalePoints.length - 1))].value;
    if (part === 0 || part === 1) return part ? maximum : minimum;
    return properties.includes('logarithmic') ? minimum * (maximum / minimum) ** part : minimum + part * (maximum - minimum);
  }

  /* The widget `film`: a picture with all positions side by side. The height of a position is the second part of the
   * property background-size. A drag by 100 pixels upwards moves a knob by its range. */
  async addKnob(knob) {
    const symbol = knob.getAttribute('mod-port-symbol'), style = getComputedStyle(knob);
    const image = new Image();
    image.src = style.backgroundImage.match(/^url\(['"]?([^)'"]*)['"]?\)/)[1];
    await image.decode();
    const height = parseInt(style.backgroundSize.split(' ')[1]), width = Math.round(parseFloat(style.width));
    knob.film = { width, steps: Math.round(height * image.naturalWidth / (width * image.naturalHeight)) - 1 };
    knob.addEventListener('mousedown', down => {
      down.preventDefault();
      const start = this.part(symbol);
      const move = event => {
        const part = Math.min(1, Math.max(0, start + (down.pageY - event.pageY) / 100));
        this.set(symbol, this.valueAt(symbol, part));
      };
      document.addEventListener('mousemove', move);
      document.addEventListener('mouseup', () => document.removeEventListener('mousemove', move), { once: true });
    });
  }
}

/* Shows the panels of effects and returns a promise of them, by URI. */
const showPanels = async effects => {
  const panels = Object.fromEntries(effects.map(effect => [effect.uri, new Panel(effect)]));
  for (const uri in panels) await panels[uri].start();
  document.body.dataset.ready = 'yes';
  return panels;
};
