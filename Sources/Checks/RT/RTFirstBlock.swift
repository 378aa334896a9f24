import CProbe
import TestHost
import ValidationModel

enum RTFirstBlock: PluginCheck {
  static let id: CheckID = "rt.first-block"
  /// In a process of its own: what is made once, such as a static table, another check would have had made.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The first run() after activate() does nothing either that real time forbids.",
    rule: "What run() needs is made ready before: a host calls activate() before the first run()",
    source: "lv2/core/lv2.h: activate()",
    method: """
      Watches heap, locks and system calls in the first block of an instance, the longest there is, on noise, \
      in a thread that has not met the plug-in before, as an audio thread has not. What the next eight blocks do at the \
      same place is left to the other checks, and so is the memory for thread_local variables that the dynamic linker \
      makes by itself.
      """,
    remedy: "Build tables and open resources in instantiate() or activate(), not when run() first needs them.",
    severities: [.warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, .longBlocks(context))
    let length = instance.configuration.maximumBlockLength
    instance.activate()
    var once: [WatchedEvent] = []
    ParallelThreads.run([
      {
        probe_event_reset()
        instance.watch = [.heap, .locks, .syscalls]
        instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: length)
        let first = WatchedEvent.recorded { !$0.isInvalidFree }
        probe_event_reset()
        instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8 * length)
        instance.watch = []
        let later = WatchedEvent.recorded { !$0.isInvalidFree }
        once = first.filter { event in
          !event.isThreadLocalMemory && !later.contains { event.isSamePlace(as: $0) }
        }
      }
    ])
    return .findings(
      findings(
        of: once, in: "run()", context, severity: { _ in context.plugin.hardRTCapable ? .warning : .note },
        message: { "In its first block \($0.clause.prefix(1).lowercased())\($0.clause.dropFirst())" }))
  }
}

extension WatchedEvent {
  /// Whether the dynamic linker allocates a library's thread_local variables for this thread, or the C library the note
  /// of one that has a destructor: the linker is called by the plug-in itself, and not by dlopen().
  fileprivate var isThreadLocalMemory: Bool {
    let callers = stack.drop { $0.isOfDynamicLinker }
    if callers.count < stack.count { return callers.first.map { !$0.isOfCLibrary } ?? false }
    return kind == .calloc && stack.first?.isOfCLibrary == true
      && [stack.first].compactMap(\.self).symbolised().first?.function == "__cxa_thread_atexit_impl"
  }
}

extension StackFrame {
  private var fileName: String { image?.split(separator: "/").last.map(String.init) ?? "" }
  fileprivate var isOfDynamicLinker: Bool { fileName.hasPrefix("ld-linux") }
  fileprivate var isOfCLibrary: Bool { fileName.hasPrefix("libc.so") }
}
