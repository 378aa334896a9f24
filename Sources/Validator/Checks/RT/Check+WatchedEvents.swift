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
  ///   - severity: nil for the usual one of the kind.
  ///   - reason: why the severity is not the usual one, as a sentence.
  ///   - expected: what was expected instead, without a full stop: "expected no heap function on the audio thread".
  ///   - names: what stands in the remedy for its parts in braces.
  ///   - action: the predicate of the sentence about an event.
  ///   - occasion: what precedes all occurrences of an event; nil if it depends on nothing.
  @FindingsBuilder
  static func findings(
    of events: [WatchedEvent], in call: String, _ context: PluginContext, message: (WatchedEvent) -> Message,
    severity: (WatchedEvent) -> Severity? = { _ in nil }, reason: (WatchedEvent) -> String? = { _ in nil },
    expected: String, naming names: (EventGroup) -> [String] = { _ in [] },
    action: (WatchedEvent) -> String = \.action, occasion: (WatchedEvent) -> Occasion? = { _ in nil }
  ) -> [Finding] {
    let groups = EventGroup.all(of: events, during: call, in: context.plugin, occasion)
    for group in groups.prefix(reportedEvents) {
      let event = group.event
      finding(
        message(event), severity: severity(event), about: event.name,
        "\(group.sentence(action: action(event), expected: expected))\(reason(event).map { " \($0)" } ?? "")",
        naming: names(group), count: event.count, call: Call(group.call),
        block: call == "run()" ? event.block : nil,
        seed: context.seed, backtrace: event.backtrace)
    }
    let others = groups.dropFirst(reportedEvents)
    let isLess = { (left: EventGroup, right: EventGroup) in
      func rank(_ event: WatchedEvent) -> Severity { severity(event) ?? message(event).text.severity }
      return rank(left.event) < rank(right.event)
    }
    if let worst = others.max(by: isLess) {
      let places = others.reduce(0) { $0 + $1.places }.counted("other call path")
      finding(
        message(worst.event), severity: severity(worst.event), "\(call) did the same from \(places); \(expected).",
        naming: names(worst), count: others.reduce(0) { $0 + $1.event.count }, call: Call(call),
        seed: context.seed)
    }
  }
}

extension WatchedEvent {
  private static let runtime = ["libc.so", "libstdc++.so", "libm.so", "ld-linux"]

  /// The file name of the library that made the call, if it is not the plug-in itself.
  fileprivate func library(calledBy plugin: PluginDescription) -> String? {
    guard isCallOfLibrary else { return nil }
    let code = plugin.code
    let images = stack.compactMap { frame in frame.image.map { (frame, $0.split(separator: "/").last ?? "") } }
    let caller = images.first { _, name in !Self.runtime.contains { name.hasPrefix($0) } }
    return caller.flatMap { frame, name in code.holds(frame) ? nil : String(name) }
  }
}

/// Events that are one finding.
struct EventGroup {
  /// The first of them, with the count of all and the names of all functions.
  private(set) var event: WatchedEvent
  /// The function of the plug-in in which they occurred.
  let call: String
  fileprivate private(set) var occasion: Occasion?
  fileprivate private(set) var places = 1
  /// The libraries that made the calls; nil stands for the plug-in itself.
  private var libraries: [String?]

  private init(_ event: WatchedEvent, during call: String, _ library: String?, _ occasion: Occasion?) {
    self.event = event
    self.call = event.follower ?? call
    self.occasion = occasion
    libraries = [library]
  }

  fileprivate static func all(
    of events: [WatchedEvent], during call: String, in plugin: PluginDescription,
    _ occasion: (WatchedEvent) -> Occasion?
  ) -> [EventGroup] {
    events.reduce(into: []) { groups, event in
      let (library, occasion) = (event.library(calledBy: plugin), occasion(event))
      if let known = groups.firstIndex(where: { $0.contains(event, occasion) }) {
        groups[known].add(event, library, occasion)
      } else {
        groups.append(EventGroup(event, during: call, library, occasion))
      }
    }
  }

  /// The libraries that made all calls, such as "libfftw3f.so.3 and libm.so.6"; nil if the plug-in itself made one.
  var onlyLibraries: String? { libraries.contains(nil) ? nil : libraries.compactMap(\.self).listed() }

  /// A clause such as " in the plug-in, libfftw3f.so.3 and libm.so.6"; empty if the plug-in itself made all calls.
  private var libraryText: String {
    guard libraries != [nil] else { return "" }
    return " in \(((libraries.contains(nil) ? ["the plug-in"] : []) + libraries.compactMap(\.self)).listed())"
  }

  fileprivate func sentence(action: String, expected: String) -> String {
    let paths = places > 1 ? " from \(places.counted("call path"))" : ""
    let times = event.count > 1 ? " (\(event.count.counted("time"))\(paths))" : ""
    let circumstances = [event.firstSize, occasion?.text].compactMap(\.self).joined(separator: " ")
    let first = circumstances.isEmpty ? "" : ", first \(circumstances)"
    return "\(call) \(action)\(libraryText)\(times)\(first); \(expected)."
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

  /// Why an event is not an error, as a sentence; nil if it is one.
  func reason(forSeverityOf event: WatchedEvent) -> String? {
    guard plugin.hardRTCapable else { return "This is a note because the plug-in does not declare lv2:hardRTCapable." }
    return event.isFutexWake ? "This is a warning because waking a thread does not block." : nil
  }
}

extension PluginCheck {
  /// The findings about what the detectors record in run() after the first block, during the exercise that all rt.* checks
  /// play, and during a long time of sound.
  ///
  /// - Parameters:
  ///   - severityInLibrary: the highest severity of a call that a library makes on behalf of the plug-in.
  ///   - reasonInLibrary: why such a call has that severity, as a sentence.
  static func steadyRun(
    _ context: PluginContext, watching watch: WatchedEvent.Watch, expected: String,
    severityInLibrary: Severity = .error,
    reasonInLibrary: String? = nil, message: (WatchedEvent) -> Message, naming names: (EventGroup) -> [String]
  ) throws -> CheckOutcome {
    let run = try RealTimeRun.of(context)
    func isInLibrary(_ event: WatchedEvent) -> Bool { event.library(calledBy: context.plugin) != nil }
    return .measured(
      run.description,
      findings(
        of: run.events.filter { watch.contains($0.watch) }, in: "run()", context, message: message,
        severity: { event in
          let severity = context.realTimeSeverity(of: event)
          return isInLibrary(event) ? min(severity, severityInLibrary) : severity
        },
        reason: { context.reason(forSeverityOf: $0) ?? (isInLibrary($0) ? reasonInLibrary : nil) },
        expected: expected, naming: names, occasion: run.occasion))
  }
}

extension Rule {
  /// For heap functions on the audio thread.
  static let noHeapInRealTime = Rule(
    "Plug-ins with lv2:hardRTCapable make \"no use of malloc(), free() or any other heap memory management functions\" "
      + "in run() and connect_port()",
    source: "lv2core: lv2:hardRTCapable")
  /// For blocking functions and system calls on the audio thread.
  static let noBlockingInRealTime = Rule(
    "In run() and connect_port() of plug-ins with lv2:hardRTCapable, \"there is no access to files, devices, pipes, "
      + "sockets, system calls, or any other mechanism that might result in the process or thread blocking\"",
    source: "lv2core: lv2:hardRTCapable")
}
