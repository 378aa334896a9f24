#if !hasFeature(Embedded)
  import LV2Kit

  extension PeakingEQ {
    public static var document: EffectDocument {
      EffectDocument(
        file: "peaking-eq", name: "Martlet Peaking EQ", pluginClass: "ParaEQPlugin",
        comment: """
          One bell of an equaliser: raises or lowers the sound around a frequency and leaves the rest alone. It follows \
          the analog bell, moves without clicks, and changes nothing until you turn up its gain. Q is that of R. \
          Bristow-Johnson's Audio EQ Cookbook. Frequencies above 0.49 of the sample rate are limited to that.
          """,
        presets: [
          // Frequency in hertz, gain in decibels, Q.
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
