import Model
import Sandbox
import TestHost

/// How long to wait for the calls of one plug-in.
///
/// If a call did not return in one process, nearly every later check hangs in the same call. These checks do not wait as
/// long as the first.
package struct HangPolicy {
  /// The share of the usual limit for run(): a block of 256 frames at 48 kHz takes 5 ms.
  private static let shareOfRun = 0.5
  /// The least limit for run() at short time limits, for a busy machine.
  private static let minimumOfRun = Duration.seconds(4)
  /// The limit for run() if it is known to hang: about 200 times the duration of a usual block.
  private static let repetitionOfRun = Duration.seconds(1)
  /// The limit for other calls that are known to hang; they may read files.
  private static let repetitionOfOthers = Duration.seconds(5)

  private var hungCalls: Set<Call> = []

  package init() {}

  /// The time without progress after which a child is stopped.
  package func timeout(_ crashRecord: CrashRecord, _ limits: JobLimits) -> Duration {
    let first = firstTimeout(crashRecord, limits)
    guard crashRecord.isInCall, let call = crashRecord.call, hungCalls.contains(call) else { return first }
    return min(first, call == .run ? Self.repetitionOfRun : Self.repetitionOfOthers)
  }

  /// The same for a call that is not known to hang.
  func firstTimeout(_ crashRecord: CrashRecord, _ limits: JobLimits) -> Duration {
    let usual = limits.progressTimeout
    guard crashRecord.isInCall, crashRecord.call == .run else { return usual }
    return min(usual, max(Self.minimumOfRun, usual * Self.shareOfRun))
  }

  /// Adds the call in which a child was stopped. Returns whether it was known to hang.
  package mutating func recordEnd(_ ending: JobEnding, _ crashRecord: CrashRecord) -> Bool {
    guard ending.stopReason == .stalled, crashRecord.isInCall, let call = crashRecord.call else { return false }
    return !hungCalls.insert(call).inserted
  }
}
