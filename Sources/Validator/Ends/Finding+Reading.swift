import Checks
import Model
import Sandbox
import TestHost

extension Finding {
  /// The finding if reading a bundle ended the process.
  package init(readingEndedBy ending: JobEnding, _ crashRecord: CrashRecord) {
    let (message, cause, description): (EndMessage, Cause, String) =
      switch (ending.stopReason, ending.exit) {
      case (.stalled?, _), (.deadlineExceeded?, _): (.timeout, .hang, "lilv did not return")
      case (_, .exited(CrashRecord.crashStatus)): (.crash, .crash, "exit status \(CrashRecord.crashStatus)")
      case (_, .exited(let status)): (.exit, .exit, "exit status \(status)")
      case (_, .signaled(let signal)): (.crash, .crash, EndText.name(of: signal))
      default: (.crash, .crash, "the process was killed")
      }
    let end = crashRecord.crash.map { EndText.name(of: $0.signal) } ?? description
    let rule = Rule(
      "A host can read the Turtle of every bundle on its path",
      source: "lv2/core/manifest.ttl, lilv_world_load_bundle()")
    self.init(
      id: MessageID(EndOfChild.id(answeringFor: .reading), message), severity: .error, cause: cause,
      message: "Reading the bundle with lilv, as hosts do, ended the process: \(end).", rule: rule.citation,
      remedy: "Remove parts of the files until lilv reads the bundle, to find the statement that causes it.",
      backtrace: crashRecord.crash?.frames)
  }
}
