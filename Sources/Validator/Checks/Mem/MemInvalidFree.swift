import Model
import TestHost

enum MemInvalidFree: PluginCheck {
  enum Message: MessageKind {
    case doubleFree, notAllocated, mismatched, size

    var text: MessageText {
      switch self {
      case .doubleFree:
        MessageText(
          .error,
          rule: Rule(
            "The behavior is undefined if the argument of free() was \"deallocated by a call to free or realloc\" "
              + "before",
            source: "ISO C 7.24.3.3"),
          remedy:
            "Give the block one owner, and set its pointer to NULL after free(), so that {cleanup()} does not free it "
            + "again."
        )
      case .notAllocated:
        MessageText(
          .error,
          rule: Rule(
            "The behavior is undefined if the argument of free() \"does not match a pointer earlier returned by a "
              + "memory management function\"",
            source: "ISO C 7.24.3.3"),
          remedy:
            "{Pass to free() only the pointer that malloc() returned, not one computed from it and not that of a "
            + "static object.}")
      case .mismatched:
        MessageText(
          .warning,
          rule: Rule(
            "The behavior is undefined unless the operand of a delete expression was created by the matching new "
              + "expression, or that of free() by malloc(): hosts can use an allocator that tells them apart",
            source: "ISO C++ 7.6.2.9; ISO C 7.24.3.3"),
          remedy: "Release the block with {operator delete[]}, which matches {operator new[]}.")
      case .size:
        MessageText(
          .warning,
          rule: Rule(
            "If the static type of a deleted object is not its dynamic type, it \"shall have a virtual destructor or "
              + "the behavior is undefined\"",
            source: "ISO C++ 7.6.2.9"),
          remedy:
            "Declare the destructor of the base class virtual, or delete the object by a pointer of its type."
        )
      }
    }
  }

  static let id: CheckID = "mem.invalid-free"
  /// In a separate process: an ignored free() in another check changes the heap.
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(incidental: (.controls, .inRun))
  static let text = CheckText(
    asserts: "The plug-in frees each heap block once, by the function that matches its allocation, and nothing else.",
    method: "Intercepts free() and operator delete during three cycles from instantiate() to cleanup(), during what "
      + "rt.allocation plays, and during a cycle without activate(). Freed blocks are not reused, so a second free() of "
      + "a block is certain. Invalid calls are ignored and the run continues.",
    details: "\(InstanceCycle.summary) In the third cycle, malloc() aligns to 16 bytes and no more. In the cycle "
      + "without activate(), fresh memory has the bytes CD. A free() of static data, of the stack, of the middle of a "
      + "block, or of an address that malloc() cannot return is also certain. A mismatched release is reported if the "
      + "plug-in's code itself called the function that allocated the block and the one that released it. This is also "
      + "examined while the library is loaded and closed.",
    level: CheckLevel(2, "An invalid free() ends the host."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    // First, because the library must not be loaded yet.
    let usage = usageOfLibrary(context)
    AllocationLedger.begin()
    var findings: [Finding] = []
    var known: [WatchedEvent] = []
    var circumstance = Circumstance.usual
    func collect(after call: String) {
      let events = WatchedEvent.recorded(where: \.isInvalidFree).filter { event in
        !known.contains { $0.isSamePlace(as: event) }
      }
      WatchedEvent.reset()
      known += events
      findings += mismatches(of: events, in: call, context)
      var found = self.findings(
        of: events.filter { $0.difference == nil }, in: call, context,
        message: { $0.kind == .doubleFree ? .doubleFree : .notAllocated },
        expected: "expected one free() for each allocated block",
        naming: { [$0.event.kind == .doubleFree ? call : circumstance.remedy(in: call)] },
        action: { $0.kind == .doubleFree ? "freed a heap block twice" : "freed an address that is not a heap block" })
      for index in found.indices { found[index].message += circumstance.text }
      findings += found
    }
    WatchedEvent.reset()
    defer { AllocationLedger.fill(with: 0) }
    for _ in 0..<2 { try InstanceCycle.run(context, for: id, after: collect) }
    CrashRecord.note(activity: "malloc() aligns to 16 bytes and no more")
    circumstance = .minimumAlignment
    AllocationLedger.setMinimumAlignment(true)
    try InstanceCycle.run(context, for: id, after: collect)
    AllocationLedger.setMinimumAlignment(false)
    circumstance = .usual
    CrashRecord.note(activity: "")
    let instance = try context.activeInstance(.longBlocks(context))
    try instance.exercise(context, for: id)
    collect(after: "run()")
    instance.cleanup()
    collect(after: "cleanup()")
    CrashRecord.note(activity: "an instance without activate(), with fresh memory filled with CD")
    circumstance = .neverActivated
    AllocationLedger.fill(with: 0xCD)
    try InstanceCycle.run(context, for: id, isActivated: false, after: collect)
    return .findings(findings + mismatches(in: usage, context))
  }

  /// What differs from the usual use of an instance.
  private enum Circumstance {
    case usual, minimumAlignment, neverActivated

    /// A sentence after a message.
    var text: String {
      switch self {
      case .usual: ""
      case .minimumAlignment: " Heap blocks were aligned to 16 bytes and no more."
      case .neverActivated:
        " The instance was never activated. lv2val filled memory from malloc() with the byte CD."
      }
    }

    /// How to fix a call of free() for an address that is not a heap block.
    func remedy(in call: String) -> String {
      switch self {
      case .minimumAlignment:
        "Keep the pointer that malloc() returned beside the aligned address, and pass that to free() in \(call), or "
          + "use aligned_alloc()."
      case .neverActivated:
        "Set every pointer that \(call) frees in instantiate(), for example to NULL: malloc() does not clear memory."
      case .usual where call == "restore()":
        "Do not free in restore() what retrieve() returned, which belongs to the host: copy it."
      case .usual:
        "Pass to free() in \(call) only the pointer that malloc() returned, not one computed from it and not that of a "
          + "static object."
      }
    }
  }
}
