#if !hasFeature(Embedded)
  import DSP
  import LV2Kit

  /// A band of a preset.
  private struct PresetBand {
    var values: [(BandControl, Float)]

    private init(_ type: BandType, _ frequency: Float, _ values: (BandControl, Float)...) {
      self.values = [(.type, Float(type.rawValue)), (.frequency, frequency)] + values
    }

    static func bell(_ frequency: Float, _ gain: Float, q: Float = 1.41) -> PresetBand {
      PresetBand(.bell, frequency, (.gain, gain), (.q, q))
    }
    static func lowShelf(_ frequency: Float, _ gain: Float) -> PresetBand {
      PresetBand(.lowShelf, frequency, (.gain, gain), (.q, 0.7071))
    }
    static func highShelf(_ frequency: Float, _ gain: Float) -> PresetBand {
      PresetBand(.highShelf, frequency, (.gain, gain), (.q, 0.7071))
    }
    static func tilt(_ frequency: Float, _ gain: Float) -> PresetBand {
      PresetBand(.tilt, frequency, (.gain, gain), (.q, 0.3))
    }
    static func highpass(_ frequency: Float, slope: Float) -> PresetBand {
      PresetBand(.highpass, frequency, (.slope, slope), (.q, 0.7071))
    }
    static func lowpass(_ frequency: Float, slope: Float) -> PresetBand {
      PresetBand(.lowpass, frequency, (.slope, slope), (.q, 0.7071))
    }
    static func notch(_ frequency: Float, q: Float) -> PresetBand { PresetBand(.notch, frequency, (.q, q)) }

    /// The same band for a part of the stereo signal.
    func on(_ channel: BandChannel) -> PresetBand {
      var band = self
      band.values.append((.channel, Float(channel.rawValue)))
      return band
    }

    /// The same band with a gain that the level moves. The times are in milliseconds.
    func dynamic(
      threshold: Float, range: Float, ratio: Float, attack: Float, release: Float
    ) -> PresetBand {
      var band = self
      band.values += [
        (.threshold, threshold), (.range, range), (.ratio, ratio), (.attack, attack), (.release, release),
      ]
      return band
    }
  }

  extension ParametricEQ {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: Port.isStereo ? "parametric-eq-stereo" : "parametric-eq-mono",
        name: "Martlet Parametric EQ", pluginClass: .parametricEqualizer,
        comment: """
          A parametric equalizer with eight bands. Each band is a bell, a shelf, a lowpass or a highpass with 12 to 48 dB per \
          octave, a notch, a bandpass, an allpass or a tilt\
          \(Port.isStereo ? ", for both channels, the left or the right one, the mid or the side signal" : ""). The \
          responses match the analog prototypes, and parameters change without clicks. The level \
          of the input\(Port.isStereo ? ", or of the sidechain if the plug-in has one," : "") can move the gain of bells and \
          shelves (dynamic bands). Bands that are off or flat cost no time; if all of them are, the output equals the input. Q is defined as in R. Bristow-Johnson's Audio EQ Cookbook.
          """,
        presets: presets)
    }

    /// Presets with boosts keep the loudness with the automatic gain.
    private static var presets: [Preset] {
      var presets = [
        make("Default", []),
        make(
          "Vocal Presence",
          [.highpass(80, slope: 24), .bell(250, -2.5, q: 1), .bell(3200, 3, q: 0.9), .highShelf(11_000, 2.5)]),
        make("De-Mud", [.bell(280, -4, q: 1.2), .bell(500, -2, q: 1.6), .highpass(35, slope: 12)]),
        make(
          "De-Ess",
          [.bell(7000, 0, q: 1).dynamic(threshold: -36, range: -9, ratio: 4, attack: 1, release: 60)],
          isCompensated: false),
        make("Telephone", [.highpass(300, slope: 48), .lowpass(3400, slope: 48), .bell(1800, 4, q: 1)]),
        make(
          "Acoustic Guitar",
          [.highpass(80, slope: 24), .bell(200, -3), .bell(2500, -1.5, q: 1), .bell(5000, 2), .highShelf(10_000, 2)]),
        make(
          "Kick",
          [.highpass(30, slope: 24), .bell(60, 4, q: 1.2), .bell(350, -6, q: 1), .bell(4000, 4, q: 1.2)]),
        make("Mastering Tilt", [.highpass(20, slope: 12), .tilt(650, 3)]),
        make("Hum 50 Hz", (1...8).map { .notch(50 * Float($0), q: 20) }),
        make("Hum 60 Hz", (1...8).map { .notch(60 * Float($0), q: 20) }),
        make(
          "Graphic Smile",
          zip([63, 125, 250, 500, 1000, 2000, 4000, 8000], [4, 3, 1, -1, -2, -1, 1, 3]).map { .bell($0, $1) },
          outputGain: -1),
      ]
      if Port.isStereo {
        presets.append(
          make(
            "Karaoke",
            [.bell(350, -18, q: 0.7).on(.mid), .bell(1000, -24, q: 0.6).on(.mid), .bell(2800, -20, q: 0.7).on(.mid)]))
      }
      return presets
    }

    private static func make(
      _ name: String, _ bands: [PresetBand], isCompensated: Bool = true, outputGain: Float = 0
    ) -> Preset {
      var values: [(Port, Float)] = bands.enumerated().flatMap { index, band in
        band.values.map { (.band($0, index), $1) }
      }
      if !bands.isEmpty && isCompensated { values.append((.automaticGain, 1)) }
      if outputGain != 0 { values.append((.outputGain, outputGain)) }
      return preset(name, values)
    }
  }
#endif
