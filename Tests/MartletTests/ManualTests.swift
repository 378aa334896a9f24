import Foundation
import LV2Kit
import Martlet
import Testing

/// The manual page martlet(7) matches the declarations of Martlet's own plug-ins.
@Suite struct ManualTests {
  @Test func theManualPageHasAllPluginsControlsAndPresets() throws {
    let page = try String(contentsOf: BuiltBundle.root.appending(path: "docs/man/martlet.7"), encoding: .utf8)
      .replacing("\\-", with: "-")
    let sections = page.components(separatedBy: ".SS ").dropFirst()
    try #require(sections.count == Set(HostedPlugin.ownDocuments.map(\.effect.name)).count)
    for document in HostedPlugin.ownDocuments {
      let section = try #require(sections.first { $0.contains(document.uri) }, "\(document.uri)")
      let words = section.replacing("\n", with: " ")
      for control in document.controls {
        let range = "\(number(control.minimum)) to \(number(control.maximum))"
        // The controls of the bands of an equalizer have one entry.
        let symbol = "\(control.symbol)".replacing(/_[1-8]$/, with: "_N")
        let isOfBand = symbol != "\(control.symbol)"
        let name = isOfBand ? "\(control.name)".replacing(/\ [1-8]$/, with: " N") : "\(control.name)"
        #expect(section.contains("\n.B \(symbol)\n\(name), \(range)"), "\(document.uri) \(control.symbol)")
        // The frequencies of the bands differ.
        if control.kind == .input && !(isOfBand && control.unit == .hertz) {
          #expect(try section.contains(Regex("\n\(name), \(range)[^,\n]*, \(number(control.initial))[.:\n]")))
        }
      }
      for preset in document.effect.presets { #expect(words.contains(preset.name), "\(preset.name)") }
    }
  }

  private func number(_ value: Float) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
