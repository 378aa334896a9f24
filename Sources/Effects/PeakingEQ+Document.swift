#if !hasFeature(Embedded)
  import LV2Kit

  extension PeakingEQ {
    public static var document: EffectDocument {
      EffectDocument(
        file: "peaking-eq", name: "Martlet Peaking EQ", pluginClass: "ParaEQPlugin",
        comment: """
          A peaking equalizer with one band: boosts or cuts the frequencies around the center frequency. The response \
          matches the analog bell, and parameters change without clicks. At a gain of 0 dB the output equals the \
          input. Q is defined as in R. Bristow-Johnson's Audio EQ Cookbook. The center frequency is limited to 0.49 times \
          the sample rate.
          """,
        presets: [
          // Frequency (Hz), gain (dB), Q.
          Preset("Bass Boost", 100, 15, 1),
          Preset("Mud Cut", 280, -4, 1.2),
          Preset("Boxiness Cut", 450, -5, 1.6),
          Preset("Nasal Cut", 1000, -4.5, 2),
          Preset("Presence", 4500, 4, 0.9),
          Preset("Air", 14_000, 5, 0.6),
          Preset("Sibilance Cut", 7000, -6, 2.5),
          Preset("Hum 50 Hz", 50, -24, 25),
          Preset("Hum 60 Hz", 60, -24, 25),
        ])
    }
  }
#endif
