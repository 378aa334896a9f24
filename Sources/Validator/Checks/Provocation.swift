import Model
import TestHost

/// What a check does that can end the process of a plug-in, and what such an end means.
package struct Provocation: Sendable {
  /// What a check does besides playing noise at certain values of controls.
  package enum Exercise: Sendable {
    case noise
    /// Something else that a single instance receives: events, NaN, NULL at ports, other memory, other state.
    case stimulus
    /// Calls of the worker's functions at certain times.
    case work
    /// Several threads or instances, which can share memory.
    case sharing
  }

  /// When an end is about another subject than that of the check.
  package enum Condition: Sendable {
    case always
    case inRun
    /// In run(), after the check had set a control.
    case inRunAfterControl
    case outsideRun
  }

  /// The rule, the severity and the remedy of an end that the check provokes on purpose; nil if the check provokes none, so
  /// that the end has a cause that other checks have too.
  package var text: MessageText?
  package var exercise: Exercise
  /// The subject of an end that is not about the check, and when that is so; nil if the check answers for its ends.
  package var incidental: (subject: EndSubject, when: Condition)?
  /// The subject of an end in run() after the check had set a control, if that differs.
  package var incidentalAfterControl: EndSubject?
  /// Whether the check can be run again with controls at their defaults, after an end that needs other values: without
  /// these controls, it must not report what is not there.
  package var canFixControls: Bool
  /// The severity of an end at values that no host sends on purpose; no more than that of other ends.
  package var extremeSeverity: Severity
  /// Whether the check guards heap blocks itself.
  package var guardsHeap: Bool
  /// The values out of range that the check played, up to the given one; nil if the check plays values in range only. A heap
  /// access at values out of range proves nothing about the ranges that the plug-in declares.
  package var valuesOutOfRange: (@Sendable (Finding.ControlValue, PluginContext) -> [ValueOutOfRange])?

  package init(
    _ text: MessageText? = nil, exercise: Exercise = .noise,
    incidental: (subject: EndSubject, when: Condition)? = nil, incidentalAfterControl: EndSubject? = nil,
    canFixControls: Bool = true, extremeSeverity: Severity = .warning, guardsHeap: Bool = false,
    valuesOutOfRange: (@Sendable (Finding.ControlValue, PluginContext) -> [ValueOutOfRange])? = nil
  ) {
    self.text = text
    self.exercise = exercise
    self.incidental = incidental
    self.incidentalAfterControl = incidentalAfterControl
    self.canFixControls = canFixControls
    self.extremeSeverity = extremeSeverity
    self.guardsHeap = guardsHeap
    self.valuesOutOfRange = valuesOutOfRange
  }

  package var exceedsRanges: Bool { valuesOutOfRange != nil }

  /// Whether the check is about something else than noise at certain values of controls. An end that needs only these is not
  /// about the subject of the check.
  package var isMoreThanNoise: Bool { exercise == .stimulus || exercise == .sharing }

  /// Whether the values of controls at the end of a process do not explain it.
  package var isIndependentOfControls: Bool { exercise == .sharing || exercise == .work }

  /// The severity of an end: a warning if the check asks for more than a host may ask.
  package var severity: Severity { text?.severity ?? .error }

  /// The subject of an end in a function, if it is not that of the check.
  ///
  /// - Parameter movedControl: whether the check had set a control.
  package func incidentalSubject(in call: Call?, movedControl: Bool) -> EndSubject? {
    let isInRun = call.map(Call.ofCycle.contains) ?? false
    if isInRun, movedControl, let incidentalAfterControl { return incidentalAfterControl }
    guard let incidental else { return nil }
    let isIncidental =
      switch incidental.when {
      case .always: true
      case .inRun: isInRun
      case .inRunAfterControl: isInRun && movedControl
      case .outsideRun: !isInRun
      }
    return isIncidental ? incidental.subject : nil
  }
}
