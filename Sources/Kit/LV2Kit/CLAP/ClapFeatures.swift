#if !hasFeature(Embedded)
  extension PluginDocument {
    /// The features of CLAP by which hosts sort the plug-in: its category, its purpose and its channels.
    var clapFeatures: [String] {
      let channels = max(layout.inputs, layout.outputs)
      let layouts = channels == 1 ? ["mono"] : channels == 2 ? ["stereo"] : []
      let purposes = effect.pluginClass.clapFeatures.filter { $0 != category }
      return [category] + purposes + layouts
    }

    private var category: String {
      if layout.inputs + layout.outputs == 0 { return events.hasOutput || events.hasInput ? "note-effect" : "analyzer" }
      if layout.outputs == 0 || effect.pluginClass == .analyser { return "analyzer" }
      return layout.inputs == 0 && events.midiInput ? "instrument" : "audio-effect"
    }
  }

  extension PluginClass {
    fileprivate var clapFeatures: [String] {
      switch self {
      case .instrument, .oscillator, .generator, .constant: ["synthesizer"]
      case .allpass, .bandpass, .comb, .filter, .highpass, .lowpass: ["filter"]
      case .equalizer, .multibandEqualizer, .parametricEqualizer: ["filter", "equalizer"]
      case .amplifier, .converter, .function, .utility: ["utility"]
      case .analyser: ["analyzer"]
      case .chorus: ["chorus"]
      case .compressor: ["compressor"]
      case .delay: ["delay"]
      case .distortion, .waveshaper: ["distortion"]
      case .dynamics, .envelope: ["compressor"]
      case .expander: ["expander"]
      case .flanger: ["flanger"]
      case .gate: ["gate"]
      case .limiter: ["limiter"]
      case .mixer: ["mixing"]
      case .modulator: ["tremolo"]
      case .phaser: ["phaser"]
      case .pitch: ["pitch-shifter"]
      case .reverb: ["reverb"]
      case .spectral: ["phase-vocoder"]
      case .midi, .plugin, .simulator, .spatial: []
      }
    }
  }
#endif
