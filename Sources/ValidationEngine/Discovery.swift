import FoundationEssentials
import Glibc
import Sandbox
import TestHost
import ValidationModel

/// Finds out what the targets on the command line stand for. Bundles are read in children alone.
package final class Discovery {
  /// Of URIs that are handed to a child; each takes a little more in JSON, and Linux allows 128 KiB an argument.
  private static let mostBytes = 1 << 15

  private let settings: Report.Settings
  private var targets: [String: ResolvedTarget] = [:]

  package init(settings: Report.Settings) {
    self.settings = settings
  }

  /// The bundles and plug-ins that `arguments` name; all on `LV2_PATH` where `all`.
  ///
  /// - Throws: `UsageError` for a path or a URI that leads nowhere; `SandboxError` where no child can be started.
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

  /// Looks the URIs up in what is installed.
  private func locate(_ uris: [String]) throws {
    var found: [DiscoveredBundle] = []
    var isDone = false
    // Where they are more than a command line takes, all plug-ins are asked for.
    let wanted = Set(uris)
    let asked = uris.reduce(0) { $0 + $1.utf8.count } > Discovery.mostBytes ? nil : uris
    let supervisor = Supervisor(slots: 1)
    supervisor.add { [settings] () throws(SandboxError) in
      ChildJob.make(.locate(uris: asked), timeout: settings.timeout, crashRecord: try ChildJob.crashRecord()) { _, message in
        if case .bundle(var bundle) = message {
          bundle.plugins.removeAll { !wanted.contains($0.uri) }
          if !bundle.plugins.isEmpty { found.append(bundle) }
        }
        if case .done = message { isDone = true }
      } ended: { _, _ in
      }
    }
    guard try supervisor.run() else { return }
    if !isDone { found = try locateOneByOne(uris) }
    let known = Set(found.flatMap(\.plugins).map(\.uri))
    if let uri = uris.first(where: { !known.contains($0) }) {
      throw UsageError("no bundle on LV2_PATH has the plug-in \(uri)")
    }
    for bundle in found {
      targets[bundle.path, default: ResolvedTarget(bundle: bundle.path, plugins: [])].plugins += bundle.plugins
    }
  }

  /// The same with each bundle in a child of its own, for when one of them brings lilv down.
  private func locateOneByOne(_ uris: [String]) throws -> [DiscoveredBundle] {
    let others = Discovery(settings: settings)
    try others.discover(Discovery.installedBundles(), optional: true)
    return others.targets.values.compactMap { target in
      let plugins = target.plugins.filter { uris.contains($0.uri) }
      return plugins.isEmpty ? nil : DiscoveredBundle(path: target.bundle, plugins: plugins)
    }
  }

  /// Reads each bundle in a child.
  ///
  /// - Parameter optional: leave bundles out that hold no plug-in: specifications, presets.
  private func discover(_ bundles: [String], optional: Bool) throws {
    let supervisor = Supervisor(slots: settings.jobs)
    for path in bundles {
      supervisor.add { [self] () throws(SandboxError) in try job(path, optional: optional) }
    }
    _ = try supervisor.run()
  }

  private func job(_ path: String, optional: Bool) throws(SandboxError) -> Job {
    let crashRecord = try ChildJob.crashRecord()
    var isDone = false
    var target = ResolvedTarget(bundle: path, plugins: [])
    return ChildJob.make(.discover(bundle: path), timeout: settings.timeout, crashRecord: crashRecord) { _, message in
      switch message {
      case .bundle(let bundle): target.plugins = bundle.plugins
      case .fault(let text): target.faults.append("\(path): \(text)")
      case .done: isDone = true
      default: break
      }
    } ended: { [self] _, ending in
      if isDone && target.plugins.isEmpty && optional { return }
      if !isDone && target.faults.isEmpty && ending.verdict != .interrupted {
        target.findings = [Discovery.finding(ending, crashRecord)]
      }
      targets[path] = target
    }
  }

  /// What it means that a child came to grief over the mere reading of a bundle.
  private static func finding(_ ending: JobEnding, _ crashRecord: CrashRecord) -> Finding {
    Finding(
      check: .manifestSyntax, severity: .error,
      message: "Reading the bundle with lilv, as hosts do, ends the host: \(describe(ending)).",
      rule: "A host can read the Turtle of every bundle on its path (lv2/core/manifest.ttl, lilv_world_load_bundle())",
      remedy: "Find the statement that does it by leaving parts of the files out.",
      backtrace: crashRecord.crash?.frames)
  }

  private static func describe(_ ending: JobEnding) -> String {
    switch (ending.verdict, ending.exit) {
    case (.stalled?, _), (.slow?, _): "it hangs"
    case (_, .exited(let status)): "it exits with status \(status)"
    case (_, .signalled(let signal)): "it is killed by \(Postmortem.name(signal))"
    default: "it is killed"
    }
  }

  /// Whether an argument is a URI rather than a path: it has a scheme and is no existing file.
  private static func isURI(_ argument: String) -> Bool {
    guard let colon = argument.firstIndex(of: ":"), colon != argument.startIndex else { return false }
    return argument[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      && access(argument, F_OK) != 0
  }

  /// The absolute path of a bundle, with a slash at its end.
  ///
  /// - Throws: `UsageError` for what is no bundle, or cannot be read.
  package static func bundle(_ argument: String) throws(UsageError) -> String {
    guard let absolute = realpath(argument, nil) else {
      throw UsageError("\(argument): \(String(cString: strerror(errno)))")
    }
    defer { free(absolute) }
    let path = String(cString: absolute) + "/"
    var status = stat()
    guard stat(path, &status) == 0 else { throw UsageError("\(argument) is not a directory: give the bundle's") }
    guard access(path + "manifest.ttl", F_OK) == 0 else {
      throw UsageError("\(argument) is not an LV2 bundle: it has no manifest.ttl")
    }
    guard access(path + "manifest.ttl", R_OK) == 0 else {
      throw UsageError("\(path)manifest.ttl: \(String(cString: strerror(errno)))")
    }
    return path
  }

  /// Every bundle on `LV2_PATH`, the first of a name alone, as lilv sees them.
  package static func installedBundles() -> [String] {
    var names: Set<String> = []
    var bundles: [String] = []
    for directory in searchPath {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted() {
        let path = "\(directory)/\(name)"
        guard access(path + "/manifest.ttl", F_OK) == 0, names.insert(name).inserted,
          let absolute = realpath(path, nil)
        else { continue }
        bundles.append(String(cString: absolute) + "/")
        free(absolute)
      }
    }
    return bundles
  }

  /// The directories of `LV2_PATH`; where it is not set, those that Debian's lilv looks in, which on its multiarch
  /// systems are more than lilv's own.
  package static var searchPath: [String] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path =
      getenv("LV2_PATH").map { String(cString: $0) }
      ?? "~/.lv2:/usr/lib/\(Report.Host.current.machine)-linux-gnu/lv2:/usr/lib/lv2:/usr/local/lib/lv2"
    return path.split(separator: ":").map { $0.hasPrefix("~") ? home + $0.dropFirst() : String($0) }
  }
}
