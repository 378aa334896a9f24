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
  const floors = { 'peaking-eq': null, 'parametric-eq': null, 'lowpass': -60, 'comb': -36, 'tuned-comb': -36, 'tone': -96 };

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

  /* The level of a comb (input + sum·P)/(1 - feedback·P), with a response P of this magnitude and phase lag. */
  const teeth = ({ input, sum, feedback, phase, magnitude }) => (from, to) => {
    const [start, middle, end] = [from, Math.sqrt(from * to), to].map(hertz => 2 * Math.PI * hertz / sampleRate);
    const [a, b] = [sum, feedback].map(each => each * magnitude(middle));
    const level = cosine =>
      decibels(input ** 2 + a ** 2 + 2 * input * a * cosine) - decibels(1 + b ** 2 - 2 * b * cosine);
    /* The level is monotonic in the cosine of the phase. */
    const [startTurns, endTurns] = [phase(start), phase(end)].map(angle => angle / (2 * Math.PI));
    const levels = [level(Math.cos(phase(start))), level(Math.cos(phase(end)))];
    if (Math.floor(endTurns) > Math.floor(startTurns)) levels.push(level(1));
    if (Math.floor(endTurns + 0.5) > Math.floor(startTurns + 0.5)) levels.push(level(-1));
    return [Math.min(...levels), Math.max(...levels)];
  };
  /* The frequency of a tuned comb: that which it writes, and before its first cycle that of its controls. */
  const pitchOf = ({ source, note, cents, a4, interval, division, frequency }) => {
    if (Math.round(source) !== 0 && frequency > 0.011) return frequency;
    if (Math.round(source) === 2) return 2 / (2 ** (Math.round(interval) - 4) * [1, 1.5, 2 / 3][Math.round(division)]);
    return a4 * 2 ** ((note - 69 + cents / 100) / 12);
  };
  /* Magnitude and phase of the bandpass of a tuned comb at its pole e^(-decay + i·center), with 1/pole = x + iy:
   * a(1 - z²)/((1 + a) - 2cos(center)z + (1 - a)z²). */
  const bandpassAtPole = (decay, center, a) => {
    const [x, y] = [Math.exp(decay) * Math.cos(center), -Math.exp(decay) * Math.sin(center)];
    const square = [x * x - y * y, 2 * x * y];
    const above = [a * (1 - square[0]), -a * square[1]];
    const below = [1 + a - 2 * Math.cos(center) * x + (1 - a) * square[0], (1 - a) * square[1] - 2 * Math.cos(center) * y];
    return [Math.hypot(...above) / Math.hypot(...below), Math.atan2(above[1], above[0]) - Math.atan2(below[1], below[0])];
  };

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
      const magnitude = angle => (1 - pole) / Math.sqrt(1 - 2 * pole * Math.cos(angle) + pole * pole);
      const scale = 10 ** (gain / 20);
      return teeth({ input: scale, sum: scale * a, feedback: b, phase, magnitude });
    },

    /* P is that of the delay line and a bandpass, 1/(1 + i·tan(lag)). The loop rings at its pole, or repeats its input. */
    'tuned-comb': values => {
      const decay = Math.log(1000) / (values.decay * sampleRate);
      const width = Math.tan(Math.PI * Math.min(values.damping / sampleRate, 0.4));
      const frames = Math.max(sampleRate / pitchOf(values), 4);
      const isEcho = Math.round(values.source) === 2;
      const center = isEcho ? Math.min(2 * Math.sqrt(Math.PI * 20 / sampleRate * width), 1) : 2 * Math.PI / frames;
      const lag = angle => Math.atan2(Math.cos(center) - Math.cos(angle), width * Math.sin(angle));
      const [response, turn] = isEcho ? [1, 0] : bandpassAtPole(decay, center, width);
      const line = isEcho ? frames - 0.5 / width : (2 * Math.PI + turn) / center;
      const feedback = Math.min(Math.exp(-decay * (isEcho ? frames : line)) / response, 0.99999);
      const scale = 10 ** (values.gain / 20), wet = scale * values.mix / 100, input = scale - wet;
      return teeth({
        input, sum: wet * Math.sqrt(1 - feedback ** 2) - input * feedback, feedback,
        phase: angle => angle * line + lag(angle), magnitude: angle => Math.cos(lag(angle)),
      });
    },

    /* Levels are relative to a sine of full scale: those of lines, of noise in thirds of octaves, or of a sweep. */
    'tone': values => {
      const wave = Math.round(values.wave), pitch = Math.round(values.pitch);
      const crest = [Math.SQRT2, 1, Math.sqrt(3), Math.sqrt(3), 4, Math.SQRT2, 1][wave];
      const level = values.on > 0 ? values.level + (values.reference > 0 ? 20 * Math.log10(crest) : 0) : -Infinity;
      const first = pitch === 0 ? values.frequency : values.a4 * (pitch === 1 ? 2 ** ((values.note - 69) / 12) : 1);
      const lowestLine = Math.min(wave === 1 || wave === 2 ? Math.max(first, 20) : first, 0.49 * sampleRate);
      const amplitude = {
        0: number => number === 1 ? 1 : 0, 1: number => number % 2 ? 4 / (Math.PI * number) : 0,
        2: number => 2 / (Math.PI * number), 6: () => 2 * lowestLine / sampleRate,
      }[wave];
      const third = 2 ** (1 / 6) - 2 ** (-1 / 6);
      /* The pink noise has the same power in all octaves above 10 Hz, and as much below it as in a ratio of e. */
      const noise = {
        3: hertz => 2 / 3 * third * hertz / (sampleRate / 2),
        4: () => 2 / crest ** 2 * Math.log(2) / 3 / (1 + Math.log(sampleRate / 20)), 5: () => 1,
      }[wave];
      return (from, to) => {
        if (noise) return [level, level].map(each => Math.max(each + decibels(noise(from)), -240));
        const start = Math.floor(from / lowestLine) + 1;
        const line = Math.max(amplitude(start), (start + 1) * lowestLine <= to ? amplitude(start + 1) : 0);
        return [-240, start * lowestLine <= to && line > 0 ? Math.max(level + 20 * Math.log10(line), -240) : -240];
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
