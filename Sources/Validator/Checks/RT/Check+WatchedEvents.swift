import LV2Host
import Model
import Support
import TestHost

/// The number of findings about different events; the other events are counted in one more finding.
private let reportedEvents = 6

extension Check {
  /// One finding for each event that the detectors recorded, with its count, block and backtrace.
  ///
  /// Calls of the same kind with one cause, or that begin in the same block, are one event.
  ///
  /// - Parameters:
  ///   - call: the watched function of the plug-in, such as `run()`.
  ///   - expected: what was expected instead, without a full stop: "expected no heap function on the audio thread".
  ///   - remedy: nil for that of the check.
  ///   - remedyInLibrary: for calls that a library makes on behalf of the plug-in; nil for the usual one.
  ///   - action: the predicate of the sentence about an event.
  ///   - occasion: what precedes all occurrences of an event; nil if it depends on nothing.
  @FindingsBuilder
  static func findings(
    of events: [WatchedEvent], in call: String, _ context: PluginContext, message: (WatchedEvent) -> Message,
    severity: (WatchedEvent) -> Severity = { _ in .error }, expected: String, remedy: String? = nil,
    remedyInLibrary: String? = nil, action: (WatchedEvent) -> String = \.action,
    occasion: (WatchedEvent) -> Occasion? = { _ in nil }
  ) -> [Finding] {
    let groups = EventGroup.all(of: events, in: context.plugin, occasion)
    for group in groups.prefix(reportedEvents) {
      let event = group.event
      let place = event.follower ?? call
      let places = group.places > 1 ? " from \(group.places) call paths" : ""
      let times = event.count > 1 ? " (\(event.count) times\(places))" : ""
      let circumstances = [event.firstSize, group.occasion?.text].compactMap(\.self).joined(separator: " ")
      let first = circumstances.isEmpty ? "" : ", first \(circumstances)"
      finding(
        message(event), severity(event), about: event.name,
        "\(place) \(action(event))\(group.libraryText)\(times)\(first); \(expected).",
        remedy: (group.isInLibrary ? remedyInLibrary : nil) ?? remedy, count: event.count, call: Call(place),
        block: call == "run()" ? event.block : nil,
        seed: context.seed, backtrace: event.backtrace)
    }
    let others = groups.dropFirst(reportedEvents)
    if let worst = others.map(\.event).max(by: { severity($0) < severity($1) }) {
      finding(
        message(worst), severity(worst),
        "\(call) did the same from \(others.reduce(0) { $0 + $1.places }) other call paths; \(expected).",
        remedy: remedy, count: others.reduce(0) { $0 + $1.event.count }, call: Call(call), seed: context.seed)
    }
  }
}

extension WatchedEvent {
  private static let runtime = ["libc.so", "libstdc++.so", "libm.so", "ld-linux"]

  /// The file name of the library that made the call, if it is not the plug-in itself.
  fileprivate func library(calledBy plugin: PluginDescription) -> String? {
    guard isCallOfLibrary else { return nil }
    // The binary in a bundle can be a link to a library elsewhere.
    let code = PluginCode(bundle: plugin.bundlePath, binary: plugin.binaryPath.map { resolvedPath($0) ?? $0 })
    let images = stack.compactMap { frame in frame.image.map { (frame, $0.split(separator: "/").last ?? "") } }
    let caller = images.first { _, name in !Self.runtime.contains { name.hasPrefix($0) } }
    return caller.flatMap { frame, name in code.holds(frame) ? nil : String(name) }
  }
}

/// Events that are one finding.
private struct EventGroup {
  /// The first of them, with the count of all and the names of all functions.
  private(set) var event: WatchedEvent
  private(set) var occasion: Occasion?
  private(set) var places = 1
  /// The libraries that made the calls; nil stands for the plug-in itself.
  private var libraries: [String?]

  private init(_ event: WatchedEvent, _ library: String?, _ occasion: Occasion?) {
    self.event = event
    self.occasion = occasion
    libraries = [library]
  }

  static func all(
    of events: [WatchedEvent], in plugin: PluginDescription, _ occasion: (WatchedEvent) -> Occasion?
  ) -> [EventGroup] {
    events.reduce(into: []) { groups, event in
      let (library, occasion) = (event.library(calledBy: plugin), occasion(event))
      if let known = groups.firstIndex(where: { $0.contains(event, occasion) }) {
        groups[known].add(event, library, occasion)
      } else {
        groups.append(EventGroup(event, library, occasion))
      }
    }
  }

  /// Whether libraries made all calls.
  var isInLibrary: Bool { !libraries.contains(nil) }

  /// A clause such as " in the plug-in, libfftw3f.so.3 and libm.so.6"; empty if the plug-in itself made all calls.
  var libraryText: String {
    let names = (isInLibrary ? [] : ["the plug-in"]) + libraries.compactMap(\.self)
    guard libraries != [nil], let last = names.last else { return "" }
    let others = names.dropLast().joined(separator: ", ")
    return " in \(others)\(others.isEmpty ? "" : " and ")\(last)"
  }

  /// Whether an event has probably the same cause: all heap functions, or calls of one other function, on the same
  /// occasion; without one, in the same block first.
  private func contains(_ other: WatchedEvent, _ occasion: Occasion?) -> Bool {
    guard event.watch == other.watch, event.follower == other.follower else { return false }
    guard event.watch == .heap || event.isCallOfLibrary && event.isSameCall(as: other) else { return false }
    return occasion?.cause == self.occasion?.cause && (occasion != nil || event.block == other.block)
  }

  private mutating func add(_ other: WatchedEvent, _ library: String?, _ occasion: Occasion?) {
    if let occasion { self.occasion?.add(occasion) }
    if !libraries.contains(library) { libraries.append(library) }
    places += 1
    event.count += other.count
    event.addFunctions(of: other)
  }
}

extension PluginContext {
  /// An error only if the plug-in declares lv2:hardRTCapable. Waking a futex is at most a warning: it does not block.
  func realTimeSeverity(of event: WatchedEvent) -> Severity {
    let severity: Severity = plugin.hardRTCapable ? .error : .note
    return event.isFutexWake ? min(severity, .warning) : severity
  }
}

extension PluginCheck {
  /// The findings about what the detectors record in run() after the first block, during the exercise that all rt.* checks
  /// play, and during a long time of sound.
  ///
  /// - Parameter severityInLibrary: the highest severity of a call that a library makes on behalf of the plug-in.
  static func steadyRun(
    _ context: PluginContext, watching watch: WatchedEvent.Watch, expected: String, remedyInLibrary: String? = nil,
    severityInLibrary: Severity = .error, message: (WatchedEvent) -> Message
  ) throws -> CheckOutcome {
    let run = try RealTimeRun.of(context)
    func severity(_ event: WatchedEvent) -> Severity {
      let severity = context.realTimeSeverity(of: event)
      return event.library(calledBy: context.plugin) == nil ? severity : min(severity, severityInLibrary)
    }
    return .measured(
      run.description,
      findings(
        of: run.events.filter { watch.contains($0.watch) }, in: "run()", context, message: message,
        severity: severity, expected: expected, remedyInLibrary: remedyInLibrary,
        occasion: run.occasion))
  }
}
