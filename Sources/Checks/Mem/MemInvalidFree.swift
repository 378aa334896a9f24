import CProbe
import TestHost
import ValidationModel

enum MemInvalidFree: PluginCheck {
  static let id: CheckID = "mem.invalid-free"
  /// In a process of its own: a free that was swallowed in another check leaves the heap otherwise than it would be.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "No block is freed twice, and nothing is freed that is not a block of the heap.",
    rule: "free() takes what malloc() and the like returned and nobody has freed",
    source: "ISO C 7.24.3.3",
    method: """
      Three lives of an instance, \(InstanceLife.summary); in the third malloc() aligns to 16 bytes and no more. Then \
      what rt.allocation plays, and a life that ends before it is activated, for which fresh memory is filled with CD. \
      Blocks that the plug-in frees are held back from the heap, so that a second free of \
      the same block is certain to be one; a free of static data, of the stack, of the middle of a block or of an \
      address that malloc() cannot return is certain as well. The free is swallowed, and the run goes on.
      """,
    remedy: """
      Give each block one owner, set the pointer to NULL in instantiate() and where the block is freed, and free the \
      very pointer that malloc() returned, not one that was computed from it.
      """,
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    probe_heap_track_begin(false)
    var findings: [Finding] = []
    var known: [WatchedEvent] = []
    func look(after call: String) {
      let events = WatchedEvent.recorded(where: \.isInvalidFree).filter { event in
        !known.contains { $0.isSamePlace(as: event) }
      }
      probe_event_reset()
      known += events
      findings += self.findings(
        of: events, in: call, context, severity: { _ in .error },
        message: {
          $0.kind == .doubleFree ? "It frees a block twice" : "It frees an address that is no block of the heap"
        })
    }
    probe_event_reset()
    defer { probe_heap_fill(0) }
    for _ in 0..<2 { try InstanceLife.live(context, for: id, between: look) }
    CrashRecord.note(activity: "malloc() aligns to 16 bytes and no more")
    probe_heap_minimum_alignment(true)
    try InstanceLife.live(context, for: id, between: look)
    probe_heap_minimum_alignment(false)
    CrashRecord.note(activity: "")
    try exercise(context, look)
    CrashRecord.note(activity: "an instance that is never activated, fresh memory filled with CD")
    probe_heap_fill(0xCD)
    try InstanceLife.live(context, for: id, isActivated: false, between: look)
    return .findings(findings)
  }

  private static func exercise(_ context: PluginContext, _ look: (String) -> Void) throws {
    let instance = try InstanceUnderTest(context, .longBlocks(context))
    instance.activate()
    try instance.exercise(context, for: id)
    look("run()")
    instance.cleanup()
    look("cleanup()")
  }
}
