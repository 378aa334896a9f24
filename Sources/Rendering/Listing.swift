import LV2Host

/// The lists that the command line shows of a plug-in.
public struct Listing {
  private let world: World

  /// Reads the bundles on `LV2_PATH`.
  public init() throws(RenderError) {
    do { world = try Hush.standardError { () throws(HostError) in try World() } } catch { throw .internal("\(error)") }
  }

  /// One line a preset: its label, and its URI behind a tab.
  ///
  /// - Throws: `RenderError.usage` for an unknown plug-in.
  public func presets(of uri: String) throws(RenderError) -> [String] {
    do {
      return try world.presets(of: uri).map { "\($0.label)\t\($0.uri)" }
    } catch { throw .usage("\(error)") }
  }

  /// One line a control input: symbol, default, range, unit, name and scale points, with tabs between.
  ///
  /// - Throws: `RenderError.usage` for an unknown plug-in.
  public func controls(of uri: String, rate: Int) throws(RenderError) -> [String] {
    let plugin: PluginDescription
    do { plugin = try world.description(of: uri) } catch { throw .usage("\(error)") }
    return plugin.ports.filter { ($0.kind == .control || $0.kind == .cv) && $0.isInput }.map { port in
      let range = port.range(rate: Double(rate)).map { "\($0.lowerBound.plain)...\($0.upperBound.plain)" } ?? ""
      let points = port.scalePoints.map { "\($0.label)=\($0.value.plain)" }.joined(separator: ", ")
      return [port.symbol, port.initialValue(rate: Double(rate)).plain, range, port.unit ?? "", port.name, points]
        .joined(separator: "\t")
    }
  }
}
