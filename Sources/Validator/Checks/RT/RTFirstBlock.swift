import Model
import TestHost

enum RTFirstBlock: PluginCheck {
  enum Message: MessageKind {
    case lateInitialization

    var text: MessageText {
      switch self {
      case .lateInitialization:
        MessageText(
          .warning, .note,
          rule: Rule(
            "activate() is \"separated from instantiate() to aid real-time support\" and is called before the first "
              + "run(), so that run() need not initialize anything",
            source: "lv2/core/lv2.h: activate(); lv2core: lv2:hardRTCapable"),
          remedy:
            "Move {the call} from the first run() to instantiate() or activate(), {with the initialization that needs "
            + "it}."
        )
      }
    }
  }

  static let id: CheckID = "rt.first-block"
  static let measuresTime = true
  /// Another check could already have caused what happens only once, such as filling a static table.
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts: "The first run() after activate() is as suitable for real time as later ones.",
    method: "Watches heap functions, locks and system calls during the first block of an instance, with noise at the "
      + "maximum block length, in a thread that never called the plug-in. Actions that the next eight blocks repeat at "
      + "the same place, or another eight after all controls changed, belong to other checks.",
    details: "Memory that the dynamic linker allocates for thread_local variables does not count.",
    level: CheckLevel(6, "The first block causes a dropout."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try context.activeInstance(.longBlocks(context))
    let length = instance.configuration.maximumBlockLength
    var once: [WatchedEvent] = []
    ParallelThreads.run([
      {
        WatchedEvent.reset()
        instance.watch = [.heap, .locks, .syscalls]
        instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: length)
        let first = WatchedEvent.recorded { !$0.isInvalidFree }
        WatchedEvent.reset()
        instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8 * length)
        instance.setNonDefaults()
        instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8 * length)
        instance.watch = []
        let later = WatchedEvent.recorded { !$0.isInvalidFree }
        once = first.filter { event in !event.isThreadLocalMemory && !later.contains(where: event.isSamePlace) }
      }
    ])
    return .findings(
      findings(
        of: once, in: "run()", context, message: { _ in .lateInitialization },
        severity: { _ in context.plugin.hardRTCapable ? nil : .note },
        reason: { _ in
          context.plugin.hardRTCapable
            ? nil : "This is a note because the plug-in does not declare lv2:hardRTCapable."
        },
        expected: "expected this in instantiate() or activate()",
        naming: { [$0.event.callOrSystemCall, advice(for: $0.event)] },
        action: { "\($0.action) in the first block" }))
  }
}

extension RTFirstBlock {
  /// What else belongs into instantiate() or activate(), as the end of a remedy.
  private static func advice(for event: WatchedEvent) -> String {
    switch event.watch {
    case .heap: "with everything that fills the memory, such as tables"
    case .locks: "with the initialization of the data that the lock protects"
    default: "with what uses its result"
    }
  }
}

extension WatchedEvent {
  /// Whether the dynamic linker allocates the thread_local variables of a library for this thread, or the C library records
  /// the destructor of one. The plug-in itself calls the linker then, not dlopen().
  fileprivate var isThreadLocalMemory: Bool {
    func isInLibrary(_ name: String, _ frame: StackFrame) -> Bool {
      frame.image?.split(separator: "/").last?.hasPrefix(name) ?? false
    }
    let callers = stack.drop { isInLibrary("ld-linux", $0) }
    if callers.count < stack.count { return callers.first.map { !isInLibrary("libc.so", $0) } ?? false }
    return kind == .calloc && stack.first.map { isInLibrary("libc.so", $0) } == true
      && [stack.first].compactMap(\.self).symbolized().first?.function == "__cxa_thread_atexit_impl"
  }
}
