// The built-in sounds, which are computed: each returns two channels that loop without a seam.

/// Numbers from -1 to 1, always the same (xorshift32 of G. Marsaglia).
function* noise(seed) {
  for (let state = seed; ;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state / 0x80000000;
  }
}

const sounds = {
  /// Two bars of drums and a bass at 120 beats in a minute.
  'Drums and bass': rate => {
    const beat = rate / 2, length = Math.round(8 * beat);
    const channels = [new Float32Array(length), new Float32Array(length)];
    const random = noise(1);
    const add = (start, seconds, level, pan, sample) => {
      for (let frame = 0; frame < seconds * rate; frame++) {
        const place = (Math.round(start) + frame) % length, value = level * sample(frame / rate);
        channels[0][place] += value * (1 - pan);
        channels[1][place] += value * pan;
      }
    };
    for (let step = 0; step < 16; step++) {
      const start = step * beat / 2;
      if ([0, 3, 6, 8, 11].includes(step))
        add(start, 0.35, 0.9, 0.5, t => Math.exp(-9 * t) * Math.sin(2 * Math.PI * (48 * t + 9 * (1 - Math.exp(-25 * t)))));
      if (step % 4 === 2)
        add(start, 0.25, 0.5, 0.45, t => Math.exp(-18 * t) * (random.next().value + 0.5 * Math.sin(2 * Math.PI * 190 * t)));
      add(start, 0.08, step % 2 ? 0.22 : 0.32, 0.65, t => Math.exp(-60 * t) * random.next().value);
      const pitch = [55, 55, 82.41, 55, 65.41, 65.41, 98, 73.42][step >> 1];
      add(start, 0.24, 0.22, 0.5, t =>
        Math.min(1, 200 * t, 60 * (0.24 - t)) * [1, 2, 3, 4, 5, 6, 7].reduce((sum, k) => sum + Math.sin(2 * Math.PI * k * pitch * t) / k, 0));
    }
    return channels;
  },
  /// Four chords of sawtooth waves below 12 kHz. Each chord begins and ends in silence.
  'Chords': rate => {
    const chord = Math.round(1.5 * rate), length = 4 * chord;
    const channels = [new Float32Array(length), new Float32Array(length)];
    [[110, 261.63, 329.63, 392], [87.31, 220, 261.63, 349.23], [130.81, 261.63, 329.63, 392], [98, 246.94, 293.66, 392]]
      .forEach((pitches, bar) => pitches.forEach((pitch, voice) => {
        for (let frame = 0; frame < chord; frame++) {
          const t = frame / rate, envelope = Math.min(1, 100 * t, 12 * (1.5 - t));
          let value = 0;
          for (let k = 1; k * pitch < Math.min(12000, rate / 2); k++) value += Math.sin(2 * Math.PI * k * pitch * t) / k;
          channels[0][bar * chord + frame] += 0.1 * envelope * value * (voice % 2 ? 0.5 : 1);
          channels[1][bar * chord + frame] += 0.1 * envelope * value * (voice % 2 ? 1 : 0.5);
        }
      }));
    return channels;
  },
  'White noise': rate => [2, 3].map(seed => {
    const random = noise(seed);
    return Float32Array.from({ length: 2 * rate }, () => 0.25 * random.next().value);
  }),
  /// A click in each second.
  'Clicks': rate => [0, 1].map(() => Float32Array.from({ length: rate }, (_, frame) => frame === 0 ? 0.9 : 0)),
};
