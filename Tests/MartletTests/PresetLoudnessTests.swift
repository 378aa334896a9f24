import Foundation
import LV2Kit
import Testing

/// Presets are compared with each other and with the bypass, so their loudness has to be similar.
@Suite struct PresetLoudnessTests {
  /// A sine of 997 Hz with a peak of 0 dBFS has -3.01 LUFS (the recommendation's calibration).
  @Test func theLoudnessIsCalibrated() {
    let tone = Signals.sine(96_000, frequency: 997, rate: 48_000, level: 1)
    #expect(abs(Loudness.integrated(tone) + 3.01) < 0.02)
    #expect(abs(Loudness.integrated(tone + [Float](repeating: 0, count: 48_000)) + 3.01) < 0.5)
  }

  /// The presets of each effect with an input in mono, and the others of the stereo plug-in.
  static let presets: [(plugin: String, preset: String, values: [Float])] = {
    var names: Set<String> = []
    let documents = HostedPlugin.ownDocuments.filter { $0.layout.inputs > 0 }
      .sorted { $0.layout.inputs < $1.layout.inputs }
    return documents.flatMap { document -> [(String, String, [Float])] in
      let name = String(document.uri.dropFirst("urn:martlet:".count))
      let effect = name.replacing(/-(mono|stereo|sidechain)$/, with: "")
      return document.effect.presets.filter { names.insert("\(effect) \($0.name)").inserted }.map {
        (name, $0.name, $0.values)
      }
    }
  }()

  /// At most 2 LU louder and a peak 3 dB higher than the input. A comb is at most 4 LU quieter: its presets are effects and not filters.
  @Test(arguments: presets) func presetsKeepTheLoudness(preset: (plugin: String, preset: String, values: [Float])) {
    let plugin = HostedPlugin(preset.plugin)
    for (port, value) in zip(plugin.document.controls.filter { $0.kind == .input }, preset.values) {
      plugin[port.symbol.description] = value
    }
    for recording in Recordings.all {
      plugin.activate()
      let output = plugin.process([recording.samples], block: { 1024 })[0]
      let louder = Loudness.integrated(output) - Loudness.integrated(recording.samples)
      let higher = 20 * log10(Double(Signals.peak(output) / Signals.peak(recording.samples)))
      let name = Comment(rawValue: "\(preset.preset), \(recording.name): \(louder) LU, peak \(higher) dB")
      #expect(louder < 2 && higher < 3, name)
      if preset.plugin.hasPrefix("comb") { #expect(louder > -4, name) }
    }
  }
}
