/// The project as the Turtle files describe it, and the version that all plug-ins share.
enum Project {
  static let uri = "urn:martlet"
  /// Raise it in a release that adds a port. It is even in every release.
  static let minorVersion = 2
  /// Raise it in a release that adds no port. It is even in every release.
  static let microVersion = 0

  static let statements: [TurtleSerializer.Statement] = [
    (TurtleSerializer.type, .uri("doap:Project")), ("doap:name", .text("Martlet")),
    ("doap:shortdesc", .text("Audio filters that match their analog models, written in Swift.")),
    ("doap:license", .uri("http://opensource.org/licenses/ISC")),
    (
      "doap:maintainer",
      .node([(TurtleSerializer.type, .uri("foaf:Person")), ("foaf:name", .text("The Martlet authors"))])
    ),
  ]
}
