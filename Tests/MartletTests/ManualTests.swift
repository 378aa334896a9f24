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
    try #require(sections.count == HostedPlugin.ownDocuments.count / 2)
    for document in HostedPlugin.ownDocuments {
      let section = try #require(sections.first { $0.contains(document.uri) }, "\(document.uri)")
      let words = section.replacing("\n", with: " ")
      for control in document.controls {
        let range = "\(number(control.minimum)) to \(number(control.maximum))"
        #expect(
          section.contains("\n.B \(control.symbol)\n\(control.name), \(range)"), "\(document.uri) \(control.symbol)")
        if control.kind == .input {
          #expect(try section.contains(Regex("\n\(control.name), \(range)[^,\n]*, \(number(control.initial))[.:\n]")))
        }
      }
      for preset in document.effect.presets { #expect(words.contains(preset.name), "\(preset.name)") }
    }
  }

  private func number(_ value: Float) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
