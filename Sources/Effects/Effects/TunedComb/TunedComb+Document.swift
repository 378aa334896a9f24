#if !hasFeature(Embedded)
  import LV2Kit

  extension TunedComb {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: Port.isStereo ? "tuned-comb-stereo" : "tuned-comb-mono", name: "Martlet Tuned Comb",
        pluginClass: .comb,
        comment: """
          A comb filter that rings in tune or in time: with a note, with the last note of MIDI, or with echoes in the tempo of \
          the host. The decay time is the same for all notes, and the damping does not change the pitch. The input enters the \
          comb while a note of MIDI is held. Before the first one, and in hosts without MIDI, the comb plays its own note.
          """,
        presets: [
          make("Default", []),
          make("Plucked Strings", [(.decay, 3), (.damping, 7000), (.mix, 55), (.gain, 2.5), (.velocity, 80)]),
          make("Drone in D", [(.source, 0), (.note, 50), (.decay, 6), (.damping, 3500), (.mix, 45), (.gain, 2)]),
          make("Bass Tube", [(.source, 0), (.note, 33), (.decay, 0.8), (.damping, 900), (.mix, 55), (.gain, 3)]),
          make("Glass", [(.note, 81), (.decay, 1.5), (.damping, 16_000), (.mix, 50), (.gain, 3)]),
          make("Sliding Lead", [(.decay, 1.2), (.damping, 5000), (.mix, 55), (.gain, 2), (.glide, 120)]),
          make(
            "MPE Resonator",
            [(.decay, 4), (.damping, 8000), (.mix, 55), (.gain, 2), (.bend, 48), (.velocity, 100)]),
          make(
            "Dotted Eighths", [(.source, 2), (.division, 1), (.decay, 4), (.damping, 5000), (.mix, 30), (.gain, 1)]),
          make("Quarter Dub", [(.source, 2), (.interval, 4), (.decay, 8), (.damping, 2500), (.mix, 35), (.gain, 1)]),
        ])
    }

    private static func make(_ name: String, _ values: [(TunedCombControl, Float)]) -> Preset {
      preset(name, values.map { (Port.of($0), $1) })
    }
  }
#endif
