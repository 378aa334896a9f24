/// A fit as files: a bundle with a preset of the parametric EQ in mono and in stereo, and a filter chain of PipeWire. Bands of
/// single channels have no preset in mono.
struct EQPreset {
  let name: String
  let fit: EQFit

  static let plugin = "urn:martlet:parametric-eq-"
  private var layouts: [String] { fit.isForStereo ? ["stereo"] : ["mono", "stereo"] }

  /// All input controls of the plug-in in stereo, by symbol, so that a host keeps none of its present settings.
  private var controls: [(symbol: String, value: Double)] { Self.controls(fit.bands, gain: fit.gain) }

  /// The controls that differ from those without a filter.
  private var changes: [(symbol: String, value: Double)] {
    zip(controls, Self.controls([], gain: 0)).filter { $0.value != $1.value }.map(\.0)
  }

  /// The frequencies of bands without a filter, which are flat bells.
  private static let centers = [63.0, 125, 250, 500, 1000, 2000, 4000, 8000]

  private static func controls(_ bands: [EQFilter], gain: Double) -> [(symbol: String, value: Double)] {
    let flat = centers.dropFirst(bands.count).map { EQFilter(kind: .bell, frequency: $0, q: 1.41) }
    let ofBands = (bands + flat).enumerated().flatMap { index, band in
      [
        ("on", 1), ("type", Double(band.kind.rawValue)), ("frequency", band.frequency), ("q", band.q), ("slope", 12),
        ("channel", Double(band.channel.rawValue)), ("gain", band.kind.hasGain ? band.gain : 0), ("threshold", -24),
        ("range", 0), ("attack", 10), ("release", 100), ("ratio", 4),
      ].map { ("\($0)_\(index + 1)", $1) }
    }
    return ([("gain", gain), ("auto", 0), ("listen", 0)] + ofBands).map { ($0, ($1 * 1e4).rounded() / 1e4) }
  }

  /// The files of the bundle, by name.
  var bundle: [(name: String, text: String)] {
    [("manifest.ttl", manifest), ("preset.ttl", presets)]
  }

  private static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    """

  private func statement(_ layout: String) -> String {
    "<#\(layout)>\n\ta pset:Preset ;\n\tlv2:appliesTo <\(Self.plugin)\(layout)>"
  }

  private var manifest: String {
    Self.prefixes
      + layouts.map { layout in
        "\n<preset.ttl#\(layout)>\n\ta pset:Preset ;\n\tlv2:appliesTo <\(Self.plugin)\(layout)> ;\n\trdfs:seeAlso <preset.ttl> .\n"
      }.joined()
  }

  private var presets: String {
    Self.prefixes
      + layouts.map { "\n\(statement($0)) ;\n\trdfs:label \(quoted) ;\n\tlv2:port \(ports($0)) .\n" }.joined()
  }

  /// The mono plug-in has no channels.
  private func ports(_ layout: String) -> String {
    controls.filter { layout == "stereo" || !$0.symbol.hasPrefix("channel_") }
      .map { "[\n\t\tlv2:symbol \"\($0.symbol)\" ;\n\t\tpset:value \($0.value)\n\t]" }.joined(separator: " , ")
  }

  /// The name as a string of Turtle or PipeWire's format.
  private var quoted: String {
    "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A fragment of a configuration file of PipeWire: a sink with the equalizer.
  var filterChain: String {
    let values = changes.map { "              \"\($0.symbol)\" = \($0.value)" }.joined(separator: "\n")
    return """
      # \(name). Copy this file to ~/.config/pipewire/pipewire.conf.d/ and restart PipeWire.
      context.modules = [
        { name = libpipewire-module-filter-chain
          args = {
            node.description = \(quoted)
            media.name = \(quoted)
            filter.graph = {
              nodes = [
                { type = lv2
                  name = equalizer
                  plugin = "\(Self.plugin)stereo"
                  control = {
      \(values)
                  }
                }
              ]
            }
            audio.channels = 2
            audio.position = [ FL FR ]
            capture.props = { node.name = "martlet_eq_input" media.class = Audio/Sink }
            playback.props = { node.name = "martlet_eq_output" node.passive = true }
          }
        }
      ]

      """
  }
}
