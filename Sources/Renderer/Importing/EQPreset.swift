/// A fit as files: a bundle with a preset of the parametric EQ in mono and in stereo, and a filter chain of PipeWire. Bands of
/// single channels have no preset in mono.
struct EQPreset {
  let name: String
  let fit: EQFit

  static let plugin = "urn:martlet:parametric-eq-"
  private var layouts: [String] { fit.isForStereo ? ["stereo"] : ["mono", "stereo"] }

  /// The controls that differ from their defaults, by symbol. Bands without a filter are flat.
  var controls: [(symbol: String, value: Double)] {
    var controls = [("gain", fit.gain)]
    for (index, band) in fit.bands.enumerated() {
      let number = index + 1
      controls += [
        ("type_\(number)", Double(band.kind.rawValue)), ("frequency_\(number)", band.frequency),
        ("q_\(number)", band.q),
      ]
      if band.channel != .stereo { controls.append(("channel_\(number)", Double(band.channel.rawValue))) }
      if band.kind.hasGain { controls.append(("gain_\(number)", band.gain)) }
    }
    return controls.map { ($0.0, ($0.1 * 1e4).rounded() / 1e4) }
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
    let ports = controls.map { "[\n\t\tlv2:symbol \"\($0.symbol)\" ;\n\t\tpset:value \($0.value)\n\t]" }.joined(
      separator: " , ")
    return Self.prefixes
      + layouts.map { "\n\(statement($0)) ;\n\trdfs:label \(quoted) ;\n\tlv2:port \(ports) .\n" }.joined()
  }

  /// The name as a string of Turtle or PipeWire's format.
  private var quoted: String {
    "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A fragment of a configuration file of PipeWire: a sink with the equalizer.
  var filterChain: String {
    let values = controls.map { "              \"\($0.symbol)\" = \($0.value)" }.joined(separator: "\n")
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
