import LV2Host

/// What a widely used host supports, according to the source code of one of its releases.
///
/// If the source leaves a doubt, the table states that the host supports the item.
public struct KnownHost: Sendable {
  public let name: String
  /// The release whose source code was read.
  public let version: String
  /// The files of the source code, and the functions that decide, where a function does.
  public let source: String
  /// The features that a plug-in may require.
  public let features: Set<String>
  /// The options that a plug-in may require; nil if the host does not check them.
  public let options: Set<String>?
  public let portKinds: Set<PortDescription.Kind>
  /// Whether the host runs plug-ins that list `lv2:inPlaceBroken`, even as an optional feature.
  public let supportsInPlaceBroken: Bool

  /// The name and the release.
  public var release: String { "\(name) \(version)" }
}
