import Measuring

/// What was found in one plug-in.
public struct PluginReport: Codable, Sendable, Equatable {
  public var uri: String
  public var name: String
  public var checks: [CheckReport]
  /// What the plots are drawn from; nil where none were asked for.
  public var measurements: Measurements?

  public init(uri: String, name: String, checks: [CheckReport] = [], measurements: Measurements? = nil) {
    self.uri = uri
    self.name = name
    self.checks = checks
    self.measurements = measurements
  }
}
