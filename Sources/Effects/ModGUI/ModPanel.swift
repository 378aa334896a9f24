#if !hasFeature(Embedded)
  import LV2Kit

  /// The MOD GUI of a plug-in: what its files have in common.
  public struct ModPanel {
    /// The folder of the files in the bundle. Stylesheet, script and pictures are in Sources/Effects/Martlet/Bundle.
    static let folder = "modgui"
    static let brand = "Martlet"
    /// The effects with a panel: those for which the script has a formula, and for which pictures exist.
    private static let effects = ["peaking-eq", "lowpass", "comb"]
    /// The length that MOD's software permits for a label.
    private static let labelLength = 16

    let plugin: PluginDocument

    /// The files of all panels.
    public static func files(_ plugins: [PluginDocument]) -> [BundleFile] {
      let panels = plugins.filter { effects.contains($0.effect.file) }.map(ModPanel.init)
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

    /// The title within the length that MOD's software permits.
    var label: String { title.count <= Self.labelLength ? title : title.replacing("Stereo", with: "St") }

    var inputs: [ControlPort] { plugin.controls.filter { $0.kind == .input } }
    var outputs: [ControlPort] { plugin.controls.filter { $0.kind == .output } }
  }
#endif
