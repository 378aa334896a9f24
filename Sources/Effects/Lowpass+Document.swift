#if !hasFeature(Embedded)
  import LV2Kit

  extension Lowpass {
    public static var document: EffectDocument {
      EffectDocument(
        file: "lowpass", name: "Martlet Lowpass", pluginClass: "LowpassPlugin",
        comment: """
          A lowpass filter with a slope of 12 to 48 dB per octave and adjustable resonance. The response matches the \
          analog Butterworth filter, and parameters change without clicks. The cutoff frequency is limited to 0.4535 \
          times the sample rate.
          """,
        presets: [
          // Cutoff (Hz), Q, slope (dB/octave), output gain (dB).
          Preset("Telephone Top", 3400, 0.7071, 48, 0),
          Preset("Warm", 8000, 0.5, 12, 0),
          Preset("Sub Only", 80, 0.7071, 48, 0),
          Preset("Hiss Cut", 12_000, 0.7071, 24, 0),
          Preset("Next Room", 450, 0.7071, 24, 0),
          Preset("DJ Sweep Start", 18_000, 1.5, 24, -2),
          Preset("Resonant Synth", 900, 4, 24, -8),
        ])
    }
  }
#endif
