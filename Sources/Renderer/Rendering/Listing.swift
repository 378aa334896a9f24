import LV2Host

/// The lists of presets and controls that the command line prints.
public struct Listing {
  private let world: World

  /// Reads the bundles on `LV2_PATH`.
  public init() throws(RenderError) {
    do {
      world = try MutedStandardError.during { () throws(HostError) in try World() }
    } catch { throw .internal("\(error)") }
  }

  /// One line for each preset: label and URI, separated by a tab.
  ///
  /// - Throws: `RenderError.usage` for an unknown plug-in.
  public func presets(of uri: String) throws(RenderError) -> [String] {
    do { return try world.presets(of: uri).map { "\($0.label)\t\($0.uri)" } } catch { throw .usage("\(error)") }
  }

  /// One line for each control input: symbol, default, range, unit, name and scale points, separated by tabs.
  ///
  /// - Throws: `RenderError.usage` for an unknown plug-in.
  public func controls(of uri: String, rate: Int) throws(RenderError) -> [String] {
    let plugin: PluginDescription
    do { plugin = try world.description(of: uri) } catch { throw .usage("\(error)") }
    return plugin.ports.filter { ($0.kind == .control || $0.kind == .cv) && $0.isInput }.map { port in
      let range = port.range(rate: Double(rate)).map { "\($0.lowerBound.shortText)...\($0.upperBound.shortText)" } ?? ""
      let points = port.scalePoints.map { "\($0.label)=\($0.value.shortText)" }.joined(separator: ", ")
      let initial = port.initialValue(rate: Double(rate)).shortText
      return [port.symbol, initial, range, port.unit ?? "", port.name, points].joined(separator: "\t")
    }
  }
}
