import LV2Host

/// What is written about the ports of a preset, which lilv passes over where it makes nothing of it.
enum PresetTurtle {
  private static let value = "http://lv2plug.in/ns/ext/presets#value"

  /// What is wrong with it, as clauses whose subject is the preset.
  static func faults(of preset: String, _ context: PluginContext) -> [String] {
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
