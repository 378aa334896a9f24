import Model
import TestHost

/// Where a plug-in ended a process. Ends at the same place have the same cause.
package enum Place: Hashable, Sendable {
  /// Which instruction of a thread crashes, and during which call, depends on the time.
  case thread
  /// The process ended without a fault of the processor: a call of exit(), a signal from outside.
  case exit(Call, kind: String)
  /// An endless loop can be stopped in any function that it calls.
  case hang(Call)
  /// Several instructions of a loop can leave a heap block.
  case damage(Call, image: String)
  case fault(Call, Fault)
  case frame(Call, image: String, offset: UInt64)

  /// Nil if the place is unknown.
  ///
  /// - Parameter fault: the crash; nil for a finding of the guarded heap, whose backtrace shows an allocation.
  init?(_ finding: Finding, _ fault: Fault?, in code: PluginCode) {
    if finding.id?.kind == EndMessage.threadCrash.word {
      self = .thread
      return
    }
    guard let call = finding.call else { return nil }
    if finding.cause == .hang {
      self = .hang(call)
      return
    }
    if finding.cause == .exit, let kind = finding.id?.kind {
      self = .exit(call, kind: kind)
      return
    }
    let frame = finding.backtrace?.first(where: code.holds)
    if finding.cause != .damage, let fault {
      self = .fault(call, fault)
      return
    }
    guard let frame else { return nil }
    let image = frame.image ?? ""
    self =
      finding.cause == .damage
      ? .damage(call, image: image) : .frame(call, image: image, offset: frame.offset ?? frame.address)
  }
}
