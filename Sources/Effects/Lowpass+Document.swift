#if !hasFeature(Embedded)
  import LV2Kit

  extension Lowpass {
    public static var document: EffectDocument {
      EffectDocument(
        file: "lowpass", name: "Martlet Lowpass", pluginClass: "LowpassPlugin",
        comment: """
          Takes away what is above the cutoff, gently or steeply, with a resonance that can sing. It follows the analog \
          Butterworth filter and can be swept without clicks. Frequencies above 0.4535 of the sample rate are limited \
          to that.
          """,
        presets: [
          // Cutoff in hertz, Q, slope in decibels an octave, output gain in decibels.
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
