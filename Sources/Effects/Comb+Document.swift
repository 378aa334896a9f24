#if !hasFeature(Embedded)
  import LV2Kit

  extension Comb {
    public static var document: EffectDocument {
      EffectDocument(
        file: "comb", name: "Martlet Comb", pluginClass: "CombPlugin",
        comment: """
          A comb filter: adds delayed copies of the input, for resonant sounds such as metal, tubes and strings, or \
          for echoes. The fundamental shows the pitch of the comb filter. A change of the delay sounds like a change \
          of tape speed. The delay is at least two frames.
          """,
        presets: [
          // Delay (ms), feedback, feedforward (%), damping (Hz), dry/wet (%), output gain (dB).
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
