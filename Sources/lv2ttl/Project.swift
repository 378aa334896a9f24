/// What the Turtle says of the project, and the version that all plug-ins share.
enum Project {
  static let uri = "urn:martlet"
  /// Raised when a port is added; even in a release.
  static let minorVersion = 2
  /// Raised with every release that adds no port; even in a release.
  static let microVersion = 0

  static let statements: [(predicate: String, object: TurtleWriter.Object)] = [
    (TurtleWriter.type, .uri("doap:Project")), ("doap:name", .text("Martlet")),
    ("doap:shortdesc", .text("Exact filters that never click, written in Swift.")),
    ("doap:license", .uri("http://opensource.org/licenses/ISC")),
    (
      "doap:maintainer", .node([(TurtleWriter.type, .uri("foaf:Person")), ("foaf:name", .text("The Martlet authors"))])
    ),
  ]
}
