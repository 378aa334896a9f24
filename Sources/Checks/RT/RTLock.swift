import CProbe
import TestHost
import ValidationModel

enum RTLock: PluginCheck {
  static let id: CheckID = "rt.lock"
  static let text = CheckText(
    asserts: "run() never waits for a lock.",
    rule: "A hard real-time capable plug-in does not block in run()",
    source: "lv2core: lv2:hardRTCapable",
    method: """
      Interposes the functions of POSIX and C11 that may wait for a mutex, a spin lock, a condition, a semaphore, a \
      read-write lock, a barrier or a thread, for the audio thread while run() is on, as rt.allocation does. A lock that is free at the \
      time counts, since another thread may hold it the next time; trylock is allowed.
      """,
    remedy: "Exchange data with other threads through a lock-free ring or an atomic pointer, or use trylock.",
    severities: [.error, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try SteadyRun(context, watching: .locks, for: id).outcome(of: Self.self, context)
  }
}
