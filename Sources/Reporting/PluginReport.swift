import Measuring

/// What was found in one plug-in.
public struct PluginReport: Codable, Sendable, Equatable {
  public var uri: String
  public var name: String
  /// The library that lv2:binary leads to, where links lead out of the bundle.
  public var binary: String?
  public var checks: [CheckReport]
  /// What the plots are drawn from; nil where none were asked for.
  public var measurements: Measurements?

  public init(
    uri: String, name: String, binary: String? = nil, checks: [CheckReport] = [], measurements: Measurements? = nil
  ) {
    self.uri = uri
    self.name = name
    self.binary = binary
    self.checks = checks
    self.measurements = measurements
  }
}
