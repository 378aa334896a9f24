import Model
import TestHost

enum MemInvalidFree: PluginCheck {
  enum Message: MessageKind { case doubleFree, notAllocated }

  static let id: CheckID = "mem.invalid-free"
  /// In a separate process: an ignored free() in another check changes the heap.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The plug-in frees each heap block once, and frees nothing else.",
    rule: "The argument of free() was returned by malloc(), calloc() or realloc() and was not freed before",
    source: "ISO C 7.24.3.3",
    method: "Intercepts free() during three cycles from instantiate() to cleanup(), during what rt.allocation plays, "
      + "and during a cycle without activate(). Freed blocks are not reused, so a second free() of a block is certain. "
      + "Invalid calls are ignored and the run continues.",
    details: "\(InstanceCycle.summary) In the third cycle, malloc() aligns to 16 bytes and no more. In the cycle "
      + "without activate(), fresh memory has the bytes CD. A free() of static data, of the stack, of the middle of a "
      + "block, or of an address that malloc() cannot return is also certain.",
    remedy: "Give each block one owner. Set the pointer to NULL in instantiate() and after free(). Pass the pointer "
      + "that malloc() returned to free(), not a pointer computed from it.",
    level: CheckLevel(2, "An invalid free() ends the host."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    AllocationLedger.begin()
    var findings: [Finding] = []
    var known: [WatchedEvent] = []
    var circumstance = ""
    var remedy = text.remedy
    func collect(after call: String) {
      let events = WatchedEvent.recorded(where: \.isInvalidFree).filter { event in
        !known.contains { $0.isSamePlace(as: event) }
      }
      WatchedEvent.reset()
      known += events
      var found = self.findings(
        of: events, in: call, context, message: { $0.kind == .doubleFree ? .doubleFree : .notAllocated },
        expected: "expected one free() for each allocated block", remedy: remedy,
        action: { $0.kind == .doubleFree ? "freed a heap block twice" : "freed an address that is not a heap block" })
      for index in found.indices { found[index].message += circumstance }
      findings += found
    }
    WatchedEvent.reset()
    defer { AllocationLedger.fill(with: 0) }
    for _ in 0..<2 { try InstanceCycle.run(context, for: id, after: collect) }
    CrashRecord.note(activity: "malloc() aligns to 16 bytes and no more")
    circumstance = " Heap blocks were aligned to 16 bytes and no more."
    AllocationLedger.setMinimumAlignment(true)
    try InstanceCycle.run(context, for: id, after: collect)
    AllocationLedger.setMinimumAlignment(false)
    circumstance = ""
    CrashRecord.note(activity: "")
    let instance = try context.activeInstance(.longBlocks(context))
    try instance.exercise(context, for: id)
    collect(after: "run()")
    instance.cleanup()
    collect(after: "cleanup()")
    CrashRecord.note(activity: "an instance without activate(), with fresh memory filled with CD")
    circumstance = " The instance was never activated. lv2val filled memory from malloc() with the byte CD."
    remedy =
      "Set every pointer that cleanup() frees in instantiate(), for example to NULL: malloc() does not clear memory."
    AllocationLedger.fill(with: 0xCD)
    try InstanceCycle.run(context, for: id, isActivated: false, after: collect)
    return .findings(findings)
  }
}
