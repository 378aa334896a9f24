/* Draws the response of an effect from the values of its ports, and shows the values of its control outputs.
 *
 * MOD's software calls the function with an event of type "start", which has the values of all ports, and with one of type
 * "change" for each change. The formulas are those of docs/internals/filter-design.md and Sources/Effects/DSP/Comb. */
function (event) {
  const panel = event.icon[0], data = event.data;

  /* Levels are in decibels, frequencies in hertz. */
  const sampleRate = 48000, lowest = 20, highest = 20000, silence = 1e-6;
  const decibels = power => 10 * Math.log10(Math.max(power, silence * silence));
  /* |s² + damping·s + 1| at s = i·ratio. */
  const quadratic = (ratio, damping) => decibels(((1 - ratio) * (1 + ratio)) ** 2 + (damping * ratio) ** 2);

  /* Each function returns, for values of the ports, the function that gives the lowest and the highest level between two
   * frequencies. A smooth response has its level at the first frequency. The bottom of the plot is at its floor, or as far
   * from 0 dB as the top. */
  const floors = { 'peaking-eq': null, 'parametric-eq': null, 'lowpass': -60, 'comb': -36 };

  /* The levels of filters at a ratio of a frequency to their own one. */
  const bell = (ratio, gain, q) => {
    const amplitude = 10 ** (gain / 40);
    return quadratic(ratio, amplitude / q) - quadratic(ratio, 1 / (amplitude * q));
  };
  const lowpass = (ratio, q, slope) => {
    const sections = Math.round(slope / 12);
    let level = 0;
    for (let index = 0; index < sections; index++) {
      const damping = 2 * Math.cos(Math.PI * (2 * index + 1) / (4 * sections));
      level -= quadratic(ratio, index === sections - 1 ? damping / (Math.SQRT2 * q) : damping);
    }
    return level;
  };
  /* Both quadratics of a shelf have the same Q, at the frequencies 1/root and root. */
  const highShelf = (ratio, gain, q) => {
    const root = 10 ** (gain / 80);
    return quadratic(ratio * root, 1 / q) - quadratic(ratio / root, 1 / q);
  };
  /* The types of the bands of the parametric EQ in their order. */
  const bandTypes = [
    (ratio, { gain, q }) => bell(ratio, gain, q),
    (ratio, { gain, q }) => highShelf(1 / ratio, gain, q),
    (ratio, { gain, q }) => highShelf(ratio, gain, q),
    (ratio, { q, slope }) => lowpass(ratio, q, slope),
    (ratio, { q, slope }) => lowpass(1 / ratio, q, slope),
    (ratio, { q }) => decibels(((1 - ratio) * (1 + ratio)) ** 2) - quadratic(ratio, 1 / q),
    (ratio, { q }) => decibels((ratio / q) ** 2) - quadratic(ratio, 1 / q),
    () => 0,
    (ratio, { gain, q }) => highShelf(ratio, gain, q) - gain / 2,
  ];

  const responses = {
    'peaking-eq': ({ frequency, gain, q, output_gain }) => hertz => {
      const level = output_gain + bell(hertz / frequency, gain, q);
      return [level, level];
    },

    /* The sum of all bands, whatever their channels. Dynamics move the gains. */
    'parametric-eq': values => {
      const bands = [1, 2, 3, 4, 5, 6, 7, 8].filter(band => values['on_' + band] > 0).map(band => {
        const value = name => values[name + '_' + band];
        return {
          type: bandTypes[Math.round(value('type'))], frequency: value('frequency'), q: value('q'), slope: value('slope'),
          gain: value('gain') + value('change'),
        };
      });
      return hertz => {
        const level = bands.reduce((sum, band) => sum + band.type(hertz / band.frequency, band), values.gain);
        return [level, level];
      };
    },

    'lowpass': ({ cutoff, q, slope, gain }) => hertz => {
      const level = gain + lowpass(hertz / cutoff, q, slope);
      return [level, level];
    },

    /* The comb is g·(1 + a·P)/(1 - b·P), with the response P of the delay line and the lowpass. */
    'comb': ({ delay, feedback, feedforward, damping, mix, gain }) => {
      const b = feedback / 100, a = mix * (feedback + feedforward) / 10000 - b;
      const part = damping / 20000;
      const pole = part < 1 ? Math.exp(-2 * Math.PI * damping / (sampleRate * (1 - part ** 4))) : 0;
      const delayOfLowpass = angle => Math.atan2(pole * Math.sin(angle), 1 - pole * Math.cos(angle)) / angle;
      const isOdd = feedback + feedforward < 0;
      const frames = Math.max(delay * sampleRate / 1000, 2);
      const first = 2 * Math.PI * (isOdd ? 0.5 : 1) / frames;
      const line = Math.max(frames - delayOfLowpass(Math.min(first, Math.PI)), 2);
      const phase = angle => angle * (line + delayOfLowpass(angle));
      return (from, to) => {
        const [start, middle, end] = [from, Math.sqrt(from * to), to].map(hertz => 2 * Math.PI * hertz / sampleRate);
        const magnitude = (1 - pole) / Math.sqrt(1 - 2 * pole * Math.cos(middle) + pole * pole);
        const level = cosine => gain
          + decibels(1 + (a * magnitude) ** 2 + 2 * a * magnitude * cosine)
          - decibels(1 + (b * magnitude) ** 2 - 2 * b * magnitude * cosine);
        /* The level is monotonic in the cosine of the phase. */
        const [startTurns, endTurns] = [phase(start), phase(end)].map(angle => angle / (2 * Math.PI));
        const levels = [level(Math.cos(phase(start))), level(Math.cos(phase(end)))];
        if (Math.floor(endTurns) > Math.floor(startTurns)) levels.push(level(1));
        if (Math.floor(endTurns + 0.5) > Math.floor(startTurns + 0.5)) levels.push(level(-1));
        return [Math.min(...levels), Math.max(...levels)];
      };
    },
  };

  const element = (name, attributes, text = '') => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const attribute in attributes) node.setAttribute(attribute, attributes[attribute]);
    node.textContent = text;
    return node;
  };

  const drawCurve = curve => {
    const { width, height } = curve.viewBox.baseVal;
    const hertz = x => lowest * (highest / lowest) ** (x / width);
    const column = frequency => width * Math.log(frequency / lowest) / Math.log(highest / lowest);
    const response = responses[curve.dataset.response](data.values);
    const levels = Array.from({ length: width + 1 }, (_, x) => response(hertz(x), hertz(x + 1)));

    const highestLevel = Math.max(...levels.flat()), lowestLevel = Math.min(...levels.flat());
    const floor = floors[curve.dataset.response];
    const reach = floor === null ? Math.max(highestLevel, -lowestLevel) : highestLevel;
    const top = [12, 24, 36, 60].find(limit => reach < limit) ?? 60;
    const bottom = floor ?? -top;
    /* Lower levels are below the picture. */
    const row = level => height * (top - Math.min(top, Math.max(bottom - 6, level))) / (top - bottom);
    Object.assign(curve.dataset, { top, bottom });

    const nodes = [];
    const line = (x0, y0, x1, y1, name) =>
      nodes.push(element('path', { class: name, d: `M${x0} ${y0}L${x1} ${y1}` }));
    for (const [frequency, name] of [[100, '100 Hz'], [1000, '1 kHz'], [10000, '10 kHz']]) {
      const x = column(frequency);
      line(x, 0, x, height, 'martlet-grid');
      nodes.push(element('text', { x: x - 3, y: height - 4, 'text-anchor': 'end' }, name));
    }
    const step = top - bottom > 72 ? 24 : 12;
    for (let level = Math.ceil(bottom / step) * step; level < top; level += step)
      line(0, row(level), width, row(level), level === 0 ? 'martlet-grid martlet-zero' : 'martlet-grid');
    nodes.push(element('text', { x: 4, y: 11 }, `${top} dB`), element('text', { x: 4, y: height - 14 }, `${bottom} dB`));

    const points = side => levels.map((pair, x) => `${x} ${row(pair[side]).toFixed(2)}`);
    const outline = [...points(1), ...points(0).reverse()];
    nodes.push(element('path', { class: 'martlet-response', d: `M${outline.join('L')}Z` }));
    curve.replaceChildren(...nodes);
    curve.classList.toggle('martlet-bypassed', data.values[':bypass'] > 0);
  };

  if (event.type === 'start') {
    data.values = Object.fromEntries(event.ports.map(port => [port.symbol, port.value]));
    /* An output has its minimum before the first cycle. */
    for (let band = 1; band <= 8; band++) data.values['change_' + band] = 0;
  } else if (event.symbol in data.values) {
    data.values[event.symbol] = event.value;
  }
  for (const curve of panel.querySelectorAll('.martlet-curve')) drawCurve(curve);
  for (const output of panel.querySelectorAll('[data-output]')) {
    output.textContent = `${data.values[output.dataset.output].toPrecision(4)} ${output.dataset.unit}`;
  }
}
