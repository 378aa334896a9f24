import Glibc
import LV2Host
import Support
import TestHost

/// What is wrong with one or more presets.
struct PresetFault: Hashable {
  let message: PresetValid.Message
  /// The symbol of a port, or a file.
  let subject: String
  /// A clause that follows the name of the preset.
  let clause: String
  /// The range and the value of a port that is out of range.
  var range = ""
  var value = ""

  /// What the remedy names, for the presets with this title.
  func names(_ presets: String) -> [String] {
    switch message {
    case .outOfRange: [subject, presets, range, value]
    case .symbolMissing: [presets]
    default: [subject, presets]
    }
  }
}

/// The statements of a preset, including those that lilv ignores because it cannot use them.
enum PresetTurtle {
  private static let value = "http://lv2plug.in/ns/ext/presets#value"
  /// The number of bytes in which a misspelled URI may differ; two exchanged letters are two.
  private static let maximumEdits = 2

  /// The lv2:appliesTo statements whose object is probably a misspelling of the plug-in's URI: it is not a plug-in of the
  /// bundle and differs by at most `maximumEdits`, upper and lower case being equal.
  ///
  /// URIs that differ only in digits are excluded: they name plug-ins of one family, which can be in other bundles.
  static func misspelledTargets(_ context: PluginContext) -> [Statement] {
    func withoutDigits(_ uri: String) -> String { uri.filter { !$0.isNumber } }
    let expected = withoutDigits(context.plugin.uri)
    let misspelled = context.turtle.statements.filter { statement in
      guard statement.predicate == URI.Core.appliesTo, case .uri(let plugin) = statement.object,
        context.turtle.types(statement.subject).contains(URI.Presets.preset),
        !context.turtle.types(statement.object).contains(URI.Core.plugin), withoutDigits(plugin) != expected
      else { return false }
      return withoutDigits(plugin).lowercased().utf8.editDistance(to: expected.lowercased().utf8) <= maximumEdits
    }
    return Set(misspelled).sorted { $0.subject.text < $1.subject.text }
  }

  /// The files of the bundle that the state names and that do not exist. A URI with a fragment does not name a file.
  static func missingFiles(of preset: String, _ turtle: BundleTurtle) -> [PresetFault] {
    turtle.objects(.uri(preset), URI.State.state).flatMap(turtle.statements(about:)).compactMap { statement in
      guard case .uri(let uri) = statement.object, !uri.contains("#"), let file = turtle.localPath(of: uri),
        access(turtle.path + file, F_OK) != 0
      else { return nil }
      return PresetFault(
        message: .fileNotFound, subject: file,
        clause: "names the file '\(file)' in its state, which is not in the bundle")
    }
  }

  static func portFaults(of preset: String, _ context: PluginContext) -> [PresetFault] {
    context.turtle.objects(.uri(preset), URI.Core.port).compactMap { node in
      guard let symbol = context.turtle.objects(node, URI.Core.symbol).first?.text else {
        let index = context.turtle.objects(node, URI.Core.index).first
        let port = index.map { "port with the index \($0.text)" } ?? "port"
        return PresetFault(
          message: .symbolMissing, subject: port, clause: "has a \(port) without an lv2:symbol, which no host can set")
      }
      // lilv uses lv2:default if the pset:value is missing.
      let values = [value, URI.Core.default].lazy.map { context.turtle.objects(node, $0) }.first { !$0.isEmpty } ?? []
      guard let first = values.first else {
        return PresetFault(message: .valueMissing, subject: symbol, clause: "has no pset:value for '\(symbol)'")
      }
      guard context.plugin.port(symbol: symbol)?.kind == .control else { return nil }
      // lilv creates a numeric atom from any typed literal.
      if case .literal(_, datatype: .some, _) = first { return nil }
      return first.nonNumericType.map { type in
        PresetFault(
          message: .notANumber, subject: symbol,
          clause: "sets '\(symbol)' to '\(first.text)', which is \(type); expected a number")
      }
    }
  }
}
