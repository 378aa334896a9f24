import Model
import TestHost

enum RTLock: PluginCheck {
  enum Message: MessageKind {
    case blockingFunction

    var text: MessageText {
      switch self {
      case .blockingFunction:
        MessageText(
          .error, .warning, .note, rule: .noBlockingInRealTime,
          remedy:
            "Do not call {a blocking function} in {run()}: {exchange the data through a lock-free ring or an atomic "
            + "pointer}.")
      }
    }
  }

  static let id: CheckID = "rt.lock"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "run() does not wait for a lock.",
    method: "Intercepts the functions of POSIX and C11 that can wait, on the audio thread during run(): for a mutex, "
      + "spin lock, condition, semaphore, read-write lock, barrier or thread. Plays the same as rt.allocation. trylock "
      + "functions are permitted.",
    details:
      "A lock that is free counts, because another thread can hold it the next time. A lock of a library that the "
      + "plug-in calls is a warning: whether another thread uses it depends on the library.",
    level: CheckLevel(5, "A lock on the audio thread causes dropouts."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try steadyRun(
      context, watching: .locks, expected: "expected no blocking function on the audio thread",
      severityInLibrary: .warning,
      reasonInLibrary: "This is a warning because only the library knows whether another thread can hold the lock."
    ) { _ in
      .blockingFunction
    } naming: { group in
      let advice =
        group.onlyLibraries.map { "use the option of \($0) that switches off its locks, or call it in work()" }
        ?? self.advice(for: group.event)
      return [group.event.calls, group.call, advice]
    }
  }

  private static func advice(for event: WatchedEvent) -> String {
    switch event.kind {
    case .conditionWait: "let the other thread store its result in an atomic variable, and read that in a later block"
    case .semaphoreWait: "test the semaphore with sem_trywait(), and continue without waiting"
    case .barrierWait: "count the threads in an atomic variable, and test that in a later block"
    case .threadJoin: "join the thread in deactivate() or cleanup()"
    default: "exchange the data through a lock-free ring or an atomic pointer, or use the trylock function"
    }
  }
}
