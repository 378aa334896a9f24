/// What was found in one plug-in.
public struct PluginReport: Codable, Sendable, Equatable {
  public var uri: String
  public var name: String
  public var checks: [CheckReport]

  public init(uri: String, name: String, checks: [CheckReport] = []) {
    self.uri = uri
    self.name = name
    self.checks = checks
  }
}
