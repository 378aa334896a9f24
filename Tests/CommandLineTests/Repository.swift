import Foundation

/// The files of the repository.
enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String { root.appending(path: name).path }

  static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
}
