import Model

/// Receives the findings of the running check as soon as they are made, so that they survive an end of the process.
package enum FindingJournal {
  package enum Entry: Codable {
    case found(Finding)
    /// The finding is not certain any more: the check tries to confirm it.
    case withdrawn(Finding)
  }

  /// Nil if findings are not noted.
  // SAFETY: the checks of a process run one after the other in one thread, which alone makes findings.
  nonisolated(unsafe) package static var note: ((Entry) -> Void)?
}
