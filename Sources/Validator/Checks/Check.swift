import InterfaceHost
import LV2Host
import Model
import TestHost

/// A check of the catalogue: a small type with its texts beside its code.
///
/// A check runs in a child process, alone or after other checks of the same plug-in. If the plug-in crashes, hangs or
/// exits, the engine reports that; the check need not handle it.
package protocol Check: Sendable {
  /// The kinds of message that the check reports: the case `output` of audio.nonfinite is `audio.nonfinite/output`.
  associatedtype Message: MessageKind

  static var id: CheckID { get }
  static var text: CheckText { get }
  /// What ends of processes can be about that this check reports, wherever they occur; nothing by default.
  static var answersFor: Set<EndSubject> { get }
}

extension Check {
  package static var answersFor: Set<EndSubject> { [] }
}

extension Check {
  /// A finding of this check, with the rule and the remedy of its kind.
  ///
  /// - Parameters:
  ///   - severity: one of the severities of the kind; nil for the usual one.
  ///   - subject: the symbol of a port, a function, a file or a term; nil for the plug-in as a whole.
  ///   - names: what stands in the remedy for its parts in braces, in order.
  package static func finding<Result: FindingResult>(
    _ message: Message, severity: Severity? = nil, about subject: String? = nil, _ text: String,
    naming names: [String] = [], cause: Cause = .assertion, count: Int = 1, call: Call? = nil,
    block: Finding.Block? = nil, seed: UInt32? = nil, controls: [Finding.ControlValue]? = nil,
    backtrace: [StackFrame]? = nil, location: Finding.SourceLocation? = nil
  ) -> Result {
    let kind = message.text
    precondition(
      severity.map(kind.severities.contains) ?? true, "\(MessageID(id, message).rawValue) has another severity")
    precondition(kind.nameCount == names.count, "\(MessageID(id, message).rawValue) names \(names)")
    let finding = Finding(
      id: MessageID(id, message), severity: severity ?? kind.severity, cause: cause, subject: subject, message: text,
      rule: kind.rule.citation, remedy: kind.remedy(naming: names), count: count, call: call, block: block, seed: seed,
      controls: controls, backtrace: backtrace, location: location)
    FindingJournal.note?(.found(finding))
    return Result(finding)
  }

  package static var description: CheckDescription {
    CheckDescription(
      id: id, text: text, messages: Message.allCases.map { .init(id: MessageID(id, $0), text: $0.text) },
      end: Catalogue.provocation(of: self).text)
  }
}

/// What a check or a part of it returns: a finding, or the outcome with this finding alone.
package protocol FindingResult {
  init(_ finding: Finding)
}

extension Finding: FindingResult {
  package init(_ finding: Finding) { self = finding }
}

extension CheckOutcome: FindingResult {
  package init(_ finding: Finding) { self = .findings([finding]) }
}

/// The messages of a check that reports nothing itself: the engine reports how the child process ended.
package enum NoMessage: MessageKind {
  package var text: MessageText { switch self {} }
}

package protocol BundleCheck: Check {
  static func run(in context: BundleContext) throws -> CheckOutcome
}

package protocol PluginCheck: Check {
  /// How far the check goes into the plug-in; to an instance by default.
  static var depth: CheckDepth { get }
  /// Whether the check may share its process with other checks; it may by default.
  static var isolation: CheckIsolation { get }
  /// What the check does that can end the process of the plug-in; nothing but noise at the defaults by default.
  static var provocation: Provocation { get }
  /// Whether the check measures durations or depends on them, as races of threads do; it does not by default. The functions
  /// that run are then not observed.
  static var measuresTime: Bool { get }

  /// Why the check has nothing to examine, if the description of the plug-in shows that; nil otherwise.
  ///
  /// The engine then starts no process for the check.
  static func inapplicability(in context: PluginContext) -> String?

  /// Examines the plug-in.
  ///
  /// - Throws: `HostError` if the plug-in cannot be loaded or instantiated, which the engine reports as skipped. Any other
  ///   error is a failure of the validator.
  static func run(in context: PluginContext) throws -> CheckOutcome
}

extension PluginCheck {
  package static var depth: CheckDepth { .instance }
  package static var isolation: CheckIsolation { .shared }
  package static var provocation: Provocation { Provocation() }
  package static func inapplicability(in context: PluginContext) -> String? { nil }
  package static var measuresTime: Bool { false }

  /// A finding about run(), with the seed of the run.
  static func runFinding<Result: FindingResult>(
    _ message: Message, severity: Severity? = nil, about subject: String? = nil, _ context: PluginContext,
    _ text: String, naming names: [String] = [], count: Int = 1, block: Finding.Block? = nil,
    controls: [Finding.ControlValue]? = nil,
    backtrace: [StackFrame]? = nil
  ) -> Result {
    finding(
      message, severity: severity, about: subject, text, naming: names, count: count, call: .run, block: block,
      seed: context.seed, controls: controls, backtrace: backtrace)
  }

  /// A finding about the output with this port index in run(). The text begins with the name of the output.
  static func outputFinding<Result: FindingResult>(
    _ message: Message, severity: Severity? = nil, _ port: Int, _ context: PluginContext, _ text: String,
    naming names: [String] = [], count: Int = 1, block: Finding.Block? = nil, controls: [Finding.ControlValue]? = nil
  ) -> Result {
    runFinding(
      message, severity: severity, about: context.symbol(port), context, "Output \(context.name(port)) \(text)",
      naming: names,
      count: count, block: block, controls: controls)
  }
}

/// A check of one user interface of a plug-in. Its results for all interfaces of the plug-in are one result.
package protocol InterfaceCheck: Check {
  /// Whether the check may share its process with other checks; it may by default.
  static var isolation: CheckIsolation { get }
  /// Whether the check takes the opening that the check before passed on, by `InterfaceSession.usual()`; it does not by
  /// default.
  static var takesOpening: Bool { get }
  /// What the check does that can end the process of the interface.
  static var provocation: Provocation { get }

  /// Examines the interface.
  ///
  /// - Throws: `InterfaceObstacle` or `HostError` if the interface cannot be opened, which the engine reports as skipped.
  ///   Any other error is a failure of the validator.
  static func run(in context: InterfaceContext) throws -> CheckOutcome

  /// Performs the steps of a finding again, and reports what it can judge afterwards. By default, only the end of the
  /// process shows something.
  static func play(
    _ script: InterfaceScript, in context: InterfaceContext, isExtreme: Bool, pause: Duration
  ) throws -> CheckOutcome

  /// Whether `play` finds again what `run` found, so that steps that are not necessary can be left out.
  static func isPlayable(_ finding: Finding) -> Bool
}

extension InterfaceCheck {
  package static var isolation: CheckIsolation { .shared }
  package static var takesOpening: Bool { false }
  package static func isPlayable(_ finding: Finding) -> Bool { false }

  package static func play(
    _ script: InterfaceScript, in context: InterfaceContext, isExtreme: Bool, pause: Duration
  ) throws -> CheckOutcome {
    // An interface that is still open is not closed: that would be another step.
    InterfaceSession.keep(try script.play(in: context, isExtreme: isExtreme, pause: pause))
    return .passed
  }

  package static var provocation: Provocation { Provocation(exercise: .stimulus) }

  /// A finding with a text that continues "Interface <uri> ".
  static func finding(
    _ message: Message, severity: Severity? = nil, about subject: String? = nil, _ context: InterfaceContext,
    _ text: String, naming names: [String] = [], count: Int = 1, call: Call? = nil, backtrace: [StackFrame]? = nil
  ) -> Finding {
    var finding: Finding = finding(
      message, severity: severity, about: subject.map { "\(context.name) \($0)" } ?? context.name,
      "Interface <\(context.interface.uri)> \(text)", naming: names, count: count, call: call, seed: context.seed,
      backtrace: backtrace)
    finding.interface = context.interface.uri
    return finding
  }
}

/// A check of the description of a plug-in, which is skipped if a Turtle file does not parse.
protocol DescriptionCheck: PluginCheck {
  static func examine(_ context: PluginContext) -> CheckOutcome
}

extension DescriptionCheck {
  package static var depth: CheckDepth { .description }

  package static func run(in context: PluginContext) throws -> CheckOutcome {
    context.turtle.syntaxProblem.map(CheckOutcome.skipped) ?? examine(context)
  }
}

/// How far a check goes into a plug-in.
package enum CheckDepth: Sendable {
  case description
  /// The check tries to load the library: the first code of the plug-in that runs.
  case loading
  /// The check loads the library before it is known whether the plug-in can be instantiated.
  case library
  /// The check instantiates the plug-in; it is skipped if the plug-in cannot be instantiated.
  case instance
}

/// Whether checks may share a child process. What a check finds after others in a process is confirmed alone in another.
package enum CheckIsolation: Sendable {
  /// The check leaves the process as it found it, and does not depend on what earlier checks did.
  case shared
  /// The check needs a process in which nothing of the plug-in was loaded before, but leaves it to others as it found it. Or it waits
  /// long before it finds something: in the process of a check before it, it would be repeated.
  case first
  /// No other check can be trusted in the process after it.
  case last
  /// The check needs a process in which nothing of the plug-in was loaded before, or leaves a process in which no other
  /// check can be trusted. Or it is slow and finds something in many plug-ins: in a shared process, it would be repeated.
  case own
  /// The check of an interface judges openings that checks with `own` judge too, and follows them in their process.
  case series
}

/// Collects the findings of its statements in order, those in `if` and `for` included.
@resultBuilder
enum FindingsBuilder {
  static func buildExpression(_ finding: Finding) -> [Finding] { [finding] }
  static func buildExpression(_ finding: Finding?) -> [Finding] { finding.map { [$0] } ?? [] }
  static func buildExpression(_ findings: [Finding]) -> [Finding] { findings }
  /// A statement without a finding.
  static func buildExpression(_: Void) -> [Finding] { [] }
  static func buildBlock(_ parts: [Finding]...) -> [Finding] { parts.flatMap(\.self) }
  static func buildOptional(_ part: [Finding]?) -> [Finding] { part ?? [] }
  static func buildEither(first part: [Finding]) -> [Finding] { part }
  static func buildEither(second part: [Finding]) -> [Finding] { part }
  static func buildArray(_ parts: [[Finding]]) -> [Finding] { parts.flatMap(\.self) }
}

extension CheckOutcome {
  /// The outcome of a comparison of the sound, with the findings of a comparison of the events. Without an audio output, only
  /// the events were compared.
  func adding(events: [Finding], of plugin: PluginDescription) -> CheckOutcome {
    findings.isEmpty && !plugin.hasAudioOutput ? .findings(events) : adding(events)
  }

  static func findings(@FindingsBuilder _ findings: () throws -> [Finding]) rethrows -> CheckOutcome {
    .findings(try findings())
  }
}
