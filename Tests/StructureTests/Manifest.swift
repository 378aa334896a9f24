/// A target of Package.swift.
struct Target {
  let name: String
  /// The function that declares the target, such as `systemLibrary`.
  let kind: String
  let path: String
  let dependencies: Set<String>

  var isTest: Bool { kind == "testTarget" }
  /// Whether other targets import it, which is impossible for a program with a hyphen in its name.
  var moduleName: String { name.replacing("-", with: "_") }
}

/// The targets that Package.swift declares.
enum Manifest {
  static func targets() throws -> [Target] {
    let text = try SourceTree.text("Package.swift")
    guard let start = text.firstRange(of: "\n  targets: [\n") else { return [] }
    let list = text[start.upperBound...]
    // A declaration extends to the next one: `swift format` indents all of them by four columns.
    let starts = list.ranges(of: /(?m)^    \./).map(\.lowerBound)
    return zip(starts, starts.dropFirst() + [list.endIndex]).compactMap { target(list[$0..<$1]) }
  }

  private static func target(_ text: Substring) -> Target? {
    guard let head = text.firstMatch(of: /^    \.(\w+)\(\s*name: "([^"]+)"/)?.output else { return nil }
    let dependencies = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
    let folder = text.firstMatch(of: /path: "([^"]+)"/)?.output.1
    let (kind, name) = (String(head.1), String(head.2))
    return Target(
      name: name, kind: kind, path: folder.map(String.init) ?? "Tests/\(name)",
      dependencies: Set(dependencies.matches(of: /"([^"]+)"/).map { String($0.output.1) }))
  }
}
