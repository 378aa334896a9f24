#if !hasFeature(Embedded)
  import LV2Kit

  /// The MOD GUI of a plug-in: what its files have in common.
  public struct ModPanel {
    /// The folder of the files in the bundle. Stylesheet, script and pictures are in Sources/Effects/Martlet/Bundle.
    static let folder = "modgui"
    static let brand = "Martlet"
    /// The effects with a panel: those for which the script has a formula, and for which pictures exist.
    private static let effects = ["peaking-eq", "parametric-eq", "lowpass", "comb", "tuned-comb", "tone"]
    /// An effect with more controls shows those of its bands whose symbols begin with the prefixes of the next constant, in their
    /// order, or the first controls of an effect without bands.
    private static let mostKnobs = 12
    private static let knobPrefixes = ["frequency_", "gain_"]
    private static let firstKnobs = 10
    /// The length that MOD's software permits for a label.
    private static let labelLength = 16

    let plugin: PluginDocument

    /// The files of all panels.
    public static func files(_ plugins: [PluginDocument]) -> [BundleFile] {
      let panels = plugins.map(ModPanel.init).filter { effects.contains($0.effect) }
      return [
        BundleFile(name: "modgui.ttl", text: PanelDescription.text(panels), isDescription: true),
        BundleFile(name: "mod-terms.ttl", text: PanelDescription.terms),
        BundleFile(name: "\(folder)/knob.svg", text: PanelKnob.text),
      ] + panels.map { BundleFile(name: "\(folder)/\($0.name).html", text: PanelTemplate($0).text) }
    }

    /// The base name of the files: the end of the URI.
    var name: String { String(plugin.uri.split(separator: ":").last ?? "") }

    /// The name of the plug-in without the brand.
    var title: String { String(plugin.name.dropFirst("\(Self.brand) ".count)) }

    /// The file name of the effect without the layout.
    var effect: String { plugin.effect.file.replacing("-mono", with: "").replacing("-stereo", with: "") }

    /// The title within the length that MOD's software permits.
    var label: String {
      title.count <= Self.labelLength
        ? title
        : title.replacing("Stereo Sidechain", with: "SC").replacing("Stereo", with: "St").replacing(" Mono", with: "")
    }

    /// The controls with a knob.
    var knobs: [ControlPort] {
      let inputs = plugin.controls.filter { $0.kind == .input }
      guard inputs.count > Self.mostKnobs else { return inputs }
      let bands = Self.knobPrefixes.flatMap { prefix in inputs.filter { "\($0.symbol)".hasPrefix(prefix) } }
      return bands.isEmpty ? Array(inputs.prefix(Self.firstKnobs)) : bands
    }

    /// The outputs that the script gets.
    var outputs: [ControlPort] { plugin.controls.filter { $0.kind == .output } }

    /// The outputs with a text. Those of single bands move the curve only.
    var readouts: [ControlPort] { outputs.filter { $0.group.utf8CodeUnitCount == 0 } }
  }
#endif
