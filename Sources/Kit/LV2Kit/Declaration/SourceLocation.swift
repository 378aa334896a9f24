#if !hasFeature(Embedded)
  /// The place of a declaration in the sources, for messages about it.
  struct SourceLocation: Sendable, CustomStringConvertible {
    let file: StaticString
    let line: Int

    var description: String { "\(file):\(line)" }
  }
#endif
