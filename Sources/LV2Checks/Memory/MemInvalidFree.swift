import CProbe

enum MemInvalidFree: PluginCheck {
  static let id = CheckID.memInvalidFree
  static let text = CheckText(
    asserts: "No block is freed twice, and nothing is freed that is not a block of the heap.",
    rule: "free() takes what malloc() and the like returned and nobody has freed",
    source: "ISO C 7.24.3.3",
    method: """
      Three lives of an instance, and one that ends before it is activated, for which fresh memory is filled with CD. \
      Blocks that the plug-in frees are held back from the heap, so that a second free of \
      the same block is certain to be one; a free of static data, of the stack, of the middle of a block or of an \
      address that malloc() cannot return is certain as well. The free is swallowed, and the run goes on.
      """,
    remedy: "Give each block one owner, and set the pointer to NULL in instantiate() and where it is freed.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    probe_heap_track_begin(false)
    var findings: [Finding] = []
    probe_event_reset()
    defer { probe_heap_fill(0) }
    func live(isActivated: Bool) throws {
      try InstanceLife.live(context, isActivated: isActivated) { call in
        let events = WatchedEvent.recorded(where: \.isInvalidFree)
        probe_event_reset()
        let found = self.findings(
          of: events, in: call, context, severity: { _ in .error },
          message: {
            $0.kind == .doubleFree ? "It frees a block twice" : "It frees an address that is no block of the heap"
          })
        findings += found.filter { new in !findings.contains { $0.call == new.call && $0.message == new.message } }
      }
    }
    for _ in 0..<3 { try live(isActivated: true) }
    BlackBox.note(stage: "an instance that is never activated, fresh memory filled with CD")
    probe_heap_fill(0xCD)
    try live(isActivated: false)
    return .findings(findings)
  }
}
