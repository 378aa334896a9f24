/// What was found in one bundle.
public struct BundleReport: Codable, Sendable, Equatable {
  /// Absolute, with a slash at its end.
  public var path: String
  /// The checks of the bundle's files as a whole.
  public var checks: [CheckReport]
  public var plugins: [PluginReport]

  public init(path: String, checks: [CheckReport] = [], plugins: [PluginReport] = []) {
    self.path = path
    self.checks = checks
    self.plugins = plugins
  }
}
