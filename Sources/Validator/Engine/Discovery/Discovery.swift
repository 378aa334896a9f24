import Checks
import Ends
import FoundationEssentials
import Glibc
import Model
import Sandbox
import Support
import TestHost

/// Finds the bundles and plug-ins that the command line names. Only child processes read bundles.
package final class Discovery {
  private let settings: Report.Settings
  private var targets: [String: ResolvedTarget] = [:]
  /// Whether bundles were not read because of an interruption.
  package private(set) var isInterrupted = false

  package init(settings: Report.Settings) { self.settings = settings }

  /// The bundles and plug-ins that `arguments` name, and, if `all`, everything on `LV2_PATH`.
  ///
  /// - Throws: `UsageError` for an unknown path or URI; `SandboxError` if no child can be started.
  package func resolve(_ arguments: [String], all: Bool) throws -> [ResolvedTarget] {
    var uris: [String] = []
    var paths: [String] = []
    for argument in arguments {
      if Discovery.isURI(argument) { uris.append(argument) } else { paths.append(try Discovery.bundle(argument)) }
    }
    if all { paths += Discovery.installedBundles() }
    if !uris.isEmpty { try locate(uris) }
    try discover(Set(paths).sorted(), optional: all)
    return targets.values.sorted { $0.bundle < $1.bundle }
  }

  private func locate(_ uris: [String]) throws {
    var found: [ResolvedTarget] = []
    var isDone = false
    let isComplete = try ChildJob.run(.locate(uris: uris), timeout: settings.timeout) { message in
      if case .bundle(let bundle) = message { found.append(bundle) }
      if case .done = message { isDone = true }
    }
    guard isComplete else {
      isInterrupted = true
      return
    }
    if !isDone {
      // One of the bundles crashes lilv, so each is read by a child of its own.
      let others = Discovery(settings: settings)
      try others.discover(Discovery.installedBundles(), optional: true)
      isInterrupted = others.isInterrupted
      found = Array(others.targets.values)
    }
    let wanted = Set(uris)
    for target in found {
      let plugins = target.plugins.filter { wanted.contains($0.uri) }
      if !plugins.isEmpty { targets[target.bundle, default: ResolvedTarget(bundle: target.bundle)].plugins += plugins }
    }
    let known = Set(targets.values.flatMap(\.plugins).map(\.uri))
    if let uri = uris.first(where: { !known.contains($0) }) {
      throw UsageError("no bundle on LV2_PATH has the plug-in \(uri)\(Discovery.missingDirectories)")
    }
  }

  /// - Parameter optional: leave out bundles without plug-ins, such as specifications and presets.
  private func discover(_ bundles: [String], optional: Bool) throws {
    let supervisor = ChildJob.supervisor(slots: settings.jobs)
    for path in bundles {
      supervisor.add { [self] () throws(SandboxError) in try job(path, optional: optional) }
    }
    if try !supervisor.run() { isInterrupted = true }
  }

  private func job(_ path: String, optional: Bool) throws(SandboxError) -> Job {
    var isDone = false
    var target = ResolvedTarget(bundle: path)
    let limits = JobLimits(deadline: .seconds(settings.timeout))
    return try ChildJob.make(.discover(bundle: path), limits: limits) { _, message in
      switch message {
      case .bundle(let bundle): target.plugins = bundle.plugins
      case .fault(let text): target.faults.append("\(path): \(text)")
      case .done: isDone = true
      default: break
      }
    } ended: { [self] _, ending, crashRecord in
      if isDone && target.plugins.isEmpty && optional { return }
      if !isDone && target.faults.isEmpty && ending.stopReason != .interrupted {
        target.findings = [Finding(readingEndedBy: ending, crashRecord)]
      }
      targets[path] = target
    }
  }

  /// Whether an argument is a URI and not a path: it has a scheme and is not an existing file.
  private static func isURI(_ argument: String) -> Bool {
    guard let colon = argument.firstIndex(of: ":"), colon != argument.startIndex else { return false }
    return argument[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      && access(argument, F_OK) != 0
  }

  /// The absolute path of a bundle, with a slash at its end.
  ///
  /// - Throws: `UsageError` if the path is not a bundle, or cannot be read.
  package static func bundle(_ argument: String) throws(UsageError) -> String {
    guard let absolute = resolvedPath(argument) else {
      throw UsageError("\(argument): \(String(cString: strerror(errno)))")
    }
    let path = absolute + "/"
    guard access(path, F_OK) == 0 else {
      throw UsageError("\(argument) is not a directory; name the directory of the bundle")
    }
    guard access(path + "manifest.ttl", F_OK) == 0 else {
      throw UsageError("\(argument) is not an LV2 bundle: it has no manifest.ttl")
    }
    guard access(path + "manifest.ttl", R_OK) == 0 else {
      throw UsageError("\(path)manifest.ttl: \(String(cString: strerror(errno)))")
    }
    return path
  }

  /// Every bundle on `LV2_PATH`; of several with the same name, the first, as in lilv.
  package static func installedBundles() -> [String] {
    var names: Set<String> = []
    var bundles: [String] = []
    for directory in searchPath {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted() {
        let path = "\(directory)/\(name)"
        guard access(path + "/manifest.ttl", F_OK) == 0, names.insert(name).inserted else { continue }
        if let absolute = resolvedPath(path) { bundles.append(absolute + "/") }
      }
    }
    return bundles
  }

  /// A clause that names the directories of `LV2_PATH` that do not exist, and where relative ones were sought; empty if there
  /// are none, or if the variable is not set.
  private static var missingDirectories: String {
    guard getenv("LV2_PATH") != nil else { return "" }
    let present = FileManager.default.currentDirectoryPath
    let missing = searchPath.filter { access($0, F_OK) != 0 }.map { $0.hasPrefix("/") ? $0 : "\($0) in \(present)" }
    return missing.isEmpty ? "" : "; not found: \(missing.listed(atMost: 4, "directory"))"
  }

  /// The directories of `LV2_PATH`. If it is not set, the directories that Debian's lilv searches, which include the
  /// multiarch directory.
  package static var searchPath: [String] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path =
      getenv("LV2_PATH").map { String(cString: $0) }
      ?? "~/.lv2:/usr/lib/\(Report.Host.current.machine)-linux-gnu/lv2:/usr/lib/lv2:/usr/local/lib/lv2"
    return path.split(separator: ":").map { part in
      let directory = part.hasPrefix("~") ? home + part.dropFirst() : String(part)
      // Children have other working directories.
      return directory.hasPrefix("/") ? directory : resolvedPath(directory) ?? directory
    }
  }
}
