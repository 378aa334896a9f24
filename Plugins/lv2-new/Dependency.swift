import Foundation
import PackagePlugin

/// How a new package depends on LV2Kit.
enum Dependency {
  case version(url: String, version: String)
  case folder(URL)

  /// As `package` depends on it; in LV2Kit's own package, on its folder.
  init(of package: Package) {
    for dependency in package.dependencies.map(\.package) where dependency.directoryURL.standardized == Template.kit {
      if case .repository(let url, let version, _) = dependency.origin,
        version.wholeMatch(of: /\d+\.\d+\.\d+.*/) != nil
      {
        self = .version(url: url, version: version)
        return
      }
    }
    self = .folder(Template.kit)
  }

  /// The name of the package in the declarations of its products: that of its folder.
  var identity: String {
    switch self {
    case .version(let url, _):
      let last = url.split(separator: "/").last.map(String.init) ?? url
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    case .folder(let folder): return folder.lastPathComponent
    }
  }

  /// The declaration in the package in `directory`. A path is relative to it, so that both can move together.
  func declaration(for directory: URL) -> String {
    switch self {
    case .version(let url, let version): return #".package(url: "\#(url)", from: "\#(version)")"#
    case .folder(let folder): return #".package(path: "\#(Self.path(from: directory, to: folder))")"#
    }
  }

  private static func path(from start: URL, to end: URL) -> String {
    let (from, to) = (start.standardized.pathComponents, end.standardized.pathComponents)
    let common = zip(from, to).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - common) + to[common...]).joined(separator: "/")
  }
}
