// The controls of an effect as elements of the page.

/// The number of positions of a slider.
const POSITIONS = 1000;

/// The position of a value on a slider, 0 to 1, and its inverse.
const scales = {
  linear: {
    position: ({ minimum, maximum }, value) => (value - minimum) / (maximum - minimum),
    value: ({ minimum, maximum }, position) => minimum + position * (maximum - minimum),
  },
  logarithmic: {
    position: ({ minimum, maximum }, value) => Math.log(value / minimum) / Math.log(maximum / minimum),
    value: ({ minimum, maximum }, position) => minimum * (maximum / minimum) ** position,
  },
};

function element(name, properties = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in created) created[key] = value;
    else created.setAttribute(key, value);
  }
  created.append(...children);
  return created;
}

/// One control: an element with a label, the text of the value, and the description.
class Field {
  /// - text: returns the text of a value.
  /// - changed: is called with the value when the user has changed it.
  constructor(control, text, changed) {
    this.control = control;
    this.text = text;
    const id = `control-${control.symbol}`;
    this.output = element('output', { htmlFor: id });
    this.input = this.makeInput(id, changed);
    const label = element('label', { htmlFor: id }, control.name);
    const comment = element('p', { id: `${id}-comment`, className: 'comment' }, control.comment);
    this.input.setAttribute('aria-describedby', comment.id);
    const head = element('div', { className: 'head' }, label, this.output);
    this.element = element('div', { className: `field ${control.scale}` }, head, this.input, comment);
    // The effect has not written an output yet.
    if (control.kind === 'input') this.show(control.initial);
    else this.output.textContent = '\u2013';
  }

  makeInput(id, changed) {
    const { control } = this;
    const listen = (input, type, value) => {
      input.addEventListener(type, () => {
        this.show(value());
        changed(this.value);
      });
      return input;
    };
    if (control.kind !== 'input') return element('meter', { id });
    if (control.scale === 'toggle') {
      const input = element('input', { id, type: 'checkbox' });
      return listen(input, 'change', () => input.checked ? 1 : 0);
    }
    if (control.scale === 'choice') {
      const options = control.points.map(({ label, value }) => element('option', { value }, label));
      const input = element('select', { id }, ...options);
      return listen(input, 'change', () => Number(input.value));
    }
    if (control.scale === 'integers') {
      const input = element('input', { id, type: 'range', min: control.minimum, max: control.maximum, step: 1 });
      return listen(input, 'input', () => Number(input.value));
    }
    const input = element('input', { id, type: 'range', min: 0, max: POSITIONS, step: 1 });
    const reset = () => {
      this.show(control.initial);
      changed(this.value);
    };
    input.addEventListener('dblclick', reset);
    input.title = 'Double-click to restore the default';
    return listen(input, 'input', () => scales[control.scale].value(control, input.value / POSITIONS));
  }

  /// Shows a value that the host or the user has set.
  show(value) {
    const { control, input } = this;
    this.value = Math.fround(value);
    const text = this.text(this.value);
    const position = (scales[control.scale] ?? scales.linear).position(control, value);
    if (control.kind !== 'input') input.value = position;
    else if (control.scale === 'toggle') input.checked = value > 0;
    else if (control.scale === 'choice') input.value = nearest(control.points, value).value;
    else input.value = control.scale === 'integers' ? value : Math.round(POSITIONS * position);
    if (control.scale !== 'choice' || control.kind !== 'input') this.output.textContent = text;
    if (input.type === 'range') input.setAttribute('aria-valuetext', text);
  }
}

/// The labeled value that is nearest to another one.
function nearest(points, value) {
  return points.reduce((best, point) => Math.abs(point.value - value) < Math.abs(best.value - value) ? point : best);
}

/// Texts of values, as windows show them: the code of LV2Kit writes them.
class ValueTexts {
  constructor(module) {
    this.library = new Library(module);
    this.memory = this.library.allocate(64);
  }

  text({ scale, unit, points }, value) {
    if (scale === 'choice') return nearest(points, value).label;
    if (scale === 'toggle') return value > 0 ? 'On' : 'Off';
    this.library.exports.lv2kit_text(value, scale === 'integers' ? 1 : 0, unit, this.memory);
    return this.library.string(this.memory);
  }
}

/// The fields of a plug-in below an element, in fieldsets for the groups.
class Fields {
  constructor(parent, plugin, texts, changed) {
    this.all = plugin.controls.map((control, port) =>
      new Field(control, value => texts.text(control, value), value => changed(port, value)));
    const groups = new Map();
    plugin.controls.forEach(({ group, kind, isHidden }, port) => {
      if (isHidden || kind.startsWith('cv')) return;
      groups.set(group, [...groups.get(group) ?? [], this.all[port].element]);
    });
    parent.replaceChildren(...[...groups].map(([name, elements]) => name
      ? element('details', { className: 'group' }, element('summary', {}, name), element('div', { className: 'fields' }, ...elements))
      : element('div', { className: 'fields' }, ...elements)));
    const first = parent.querySelector('details');
    if (first) first.open = true;
  }

  /// The values of all controls; outputs have their initial one until the effect writes it.
  get values() { return this.all.map(field => field.value ?? field.control.initial); }

  show(port, value) { this.all[port]?.show(value); }
}
