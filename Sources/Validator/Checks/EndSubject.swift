import Model

/// What the end of a plug-in's process can be about. A check states the subjects that it answers for.
///
/// A check can provoke an end without being about it: moving controls during rt.allocation can crash a plug-in, and that is
/// the subject of param.bounds.
package enum EndSubject: Hashable, Sendable {
  /// Reading a bundle with lilv.
  case reading
  /// Creating an instance, and what the threads of a plug-in do.
  case instance
  /// Values of controls within their ranges.
  case controls
  /// NaN and infinite samples at an audio input.
  case nonfiniteInput
  /// Blocks shorter than `shortBlockLimit`.
  case shortBlock
  /// A result of the worker that was used before it was there.
  case earlyResult
  /// An access outside of a heap block.
  case heapAccess
  /// A read outside of a port's buffer.
  case portRead
  /// A write to memory of a port that is read-only for the plug-in.
  case inputWrite
  /// A write outside of a port's buffer.
  case portOverrun
  /// A function that no other subject explains.
  case call(Call)

  /// Blocks with fewer frames can be the cause of a crash; every plug-in ran a block of usual length before.
  package static let shortBlockLimit = 16
}

extension Catalogue {
  /// The check that answers for ends about a subject; nil if there is none.
  package static func check(answeringFor subject: EndSubject) -> (any Check.Type)? {
    answering[subject].flatMap(check)
  }

  private static let answering = Dictionary(
    uniqueKeysWithValues: all.flatMap { check in check.answersFor.map { ($0, check.id) } })

  /// What a check does that can end the process of a plug-in.
  package static func provocation(of check: CheckID) -> Provocation {
    Catalogue.check(check).map(provocation) ?? Provocation()
  }

  static func provocation(of check: any Check.Type) -> Provocation {
    switch check {
    case let check as any PluginCheck.Type: check.provocation
    case let check as any InterfaceCheck.Type: check.provocation
    default: Provocation()
    }
  }
}
