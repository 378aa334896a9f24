/// A preset of a plug-in, by name; `World.preset(_:)` reads what is in it.
public struct PresetDescription: Sendable, Codable, Hashable {
  public var uri: String
  /// `rdfs:label`, or the URI where it has none.
  public var label: String
  /// The directory of the bundle that holds it, where it is known.
  public var bundlePath: String?
}
