/// Every check there is, one a line, in the order of `CheckID`.
public enum Catalogue {
  public static let all: [any Check.Type] = []

  /// The check of this name; nil where it is not written yet.
  public static func check(_ id: CheckID) -> (any Check.Type)? {
    byID[id]
  }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
