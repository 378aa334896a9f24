import Model
import TestHost

enum RTFirstBlock: PluginCheck {
  enum Message: MessageKind { case lateInitialization }

  static let id: CheckID = "rt.first-block"
  /// Another check could already have caused what happens only once, such as filling a static table.
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts: "The first run() after activate() is as suitable for real time as later ones.",
    rule: "Hosts call activate() before the first run(), so that the plug-in can prepare everything that run() needs",
    source: "lv2/core/lv2.h: activate()",
    method: "Watches heap functions, locks and system calls during the first block of an instance, with noise at the "
      + "maximum block length, in a thread that never called the plug-in. Actions that the next eight blocks repeat at "
      + "the same place, or another eight after all controls changed, belong to other checks.",
    details: "Memory that the dynamic linker allocates for thread_local variables does not count.",
    remedy:
      "Allocate memory, build tables and open resources in instantiate() or activate(), not when run() needs them "
      + "first.",
    level: CheckLevel(6, "The first block causes a dropout."),
    severities: [.warning, .note])

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
        severity: { _ in context.plugin.hardRTCapable ? .warning : .note },
        expected: "expected this in instantiate() or activate()", action: { "\($0.action) in the first block" }))
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
