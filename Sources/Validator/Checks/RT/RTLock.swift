import Model
import TestHost

enum RTLock: PluginCheck {
  enum Message: MessageKind { case blockingFunction }

  static let id: CheckID = "rt.lock"
  static let text = CheckText(
    asserts: "run() does not wait for a lock.",
    rule: "A plug-in with lv2:hardRTCapable is suitable for hard real-time use: run() does not block",
    source: "lv2core: lv2:hardRTCapable",
    method: "Intercepts the functions of POSIX and C11 that can wait, on the audio thread during run(): for a mutex, "
      + "spin lock, condition, semaphore, read-write lock, barrier or thread. Plays the same as rt.allocation. trylock "
      + "functions are permitted.",
    details:
      "A lock that is free counts, because another thread can hold it the next time. A lock of a library that the "
      + "plug-in calls is a warning: whether another thread uses it depends on the library.",
    remedy: "Exchange data with other threads through a lock-free ring or an atomic pointer, or use trylock.",
    level: CheckLevel(5, "A lock on the audio thread causes dropouts."),
    severities: [.error, .warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try steadyRun(
      context, watching: .locks, expected: "expected no blocking function on the audio thread",
      remedyInLibrary:
        "Use the option of the library that switches off its locks, or call it in another thread.",
      severityInLibrary: .warning
    ) { _ in .blockingFunction }
  }
}
