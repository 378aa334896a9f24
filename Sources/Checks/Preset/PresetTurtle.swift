import Glibc
import LV2Host
import TestHost

/// What is written in a preset, which lilv passes over where it makes nothing of it.
enum PresetTurtle {
  private static let value = "http://lv2plug.in/ns/ext/presets#value"

  /// What is wrong with it, as clauses whose subject is the preset.
  static func faults(of preset: String, _ context: PluginContext) -> [String] {
    portFaults(of: preset, context) + missingFiles(of: preset, context.turtle)
  }

  /// What tells of a preset that it applies to what is no plug-in of the bundle, and the URI is but a letter or two, or
  /// the case of some, from that of this one.
  ///
  /// Numbers tell plug-ins of one family apart, which may be in other bundles.
  static func astray(_ context: PluginContext) -> [Statement] {
    func name(_ uri: String) -> String { uri.filter { !$0.isNumber } }
    let wanted = name(context.plugin.uri)
    let astray = context.turtle.statements.filter { statement in
      guard statement.predicate == appliesTo, case .uri(let plugin) = statement.object,
        context.turtle.types(statement.subject).contains(URI.Presets.preset),
        !context.turtle.types(statement.object).contains(ManifestPluginType.plugin), name(plugin) != wanted
      else { return false }
      return name(plugin).lowercased().distance(to: wanted.lowercased()) <= misspelling
    }
    return Set(astray).sorted { $0.subject.text < $1.subject.text }
  }

  private static let appliesTo = PortTurtle.core + "appliesTo"
  private static let misspelling = 2

  /// Files of the bundle that its state names and that are not there; with a fragment, a URI names something else.
  private static func missingFiles(of preset: String, _ turtle: BundleTurtle) -> [String] {
    turtle.objects(.uri(preset), URI.State.state).flatMap(turtle.statements(about:)).compactMap { statement in
      guard case .uri(let uri) = statement.object, !uri.contains("#"), let file = turtle.localPath(of: uri),
        access(turtle.path + file, F_OK) != 0
      else { return nil }
      return "has the file '\(file)' in its state, which is not in the bundle"
    }
  }

  private static func portFaults(of preset: String, _ context: PluginContext) -> [String] {
    context.turtle.objects(.uri(preset), URI.Core.port).compactMap { node in
      guard let symbol = context.turtle.objects(node, URI.Core.symbol).first?.text else {
        let index = context.turtle.objects(node, URI.Core.index).first
        return "has a port\(index.map { " with the index \($0.text)" } ?? "") without lv2:symbol, which no host can set"
      }
      // lilv takes lv2:default where there is no pset:value.
      let values = [value, URI.Core.default].lazy.map { context.turtle.objects(node, $0) }.first { !$0.isEmpty } ?? []
      guard let first = values.first else { return "has no pset:value for '\(symbol)'" }
      guard context.plugin.port(symbol: symbol)?.kind == .control else { return nil }
      return kind(of: first).map { "sets '\(symbol)' to '\(first.text)', \($0), which is no number" }
    }
  }

  /// What a value is that becomes no atom of a number: of a literal with a datatype, whichever it is, one is made.
  private static func kind(of value: Statement.Node) -> String? {
    if case .literal(_, datatype: .some, _) = value { nil } else { value.notANumber }
  }
}
