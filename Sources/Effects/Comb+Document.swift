#if !hasFeature(Embedded)
  import LV2Kit

  extension Comb {
    public static var document: EffectDocument {
      EffectDocument(
        file: "comb", name: "Martlet Comb", pluginClass: "CombPlugin",
        comment: """
          The sound and its echoes, so close that they ring: metal, tubes and strings, or, with longer times, echoes. \
          The fundamental is the note that the comb plays. The delay can be moved while it sounds, and glides as a \
          tape does. It is never shorter than two frames.
          """,
        presets: [
          // Delay in milliseconds, feedback and feedforward in per cent, damping in hertz, mix in per cent, gain in decibels.
          Preset("Metallic Ring", 2.3, 88, 0, 9000, 60, -9),
          Preset("Light Delay", 120, 25, 0, 8000, 25, 0),
          Preset("Wax Comb", 6.5, 65, 30, 2200, 70, -5),
          Preset("Hollow Tube", 3.8, -80, 0, 5000, 60, -5),
          Preset("Plucked String", 9.0909, 97, 0, 6000, 100, -13),
          Preset("Slapback", 95, 0, 60, 6000, 50, 0),
          Preset("Mains Hum Notches 50 Hz", 20, 0, -100, 20_000, 100, -3),
          Preset("Mains Hum Notches 60 Hz", 16.6667, 0, -100, 20_000, 100, -3),
        ])
    }
  }
#endif
