import Model
import Support
import TestHost

enum MemLeak: PluginCheck {
  enum Message: MessageKind {
    case heap, activation, repetition

    var text: MessageText {
      switch self {
      case .heap:
        MessageText(
          .warning,
          rule: Rule(
            "\"Once an instance of a plugin has been finished with it must be deleted using this function\", which "
              + "frees what the instance allocated",
            source: "lv2/core/lv2.h: cleanup()"),
          remedy:
            "Free in cleanup(){, or when it is replaced,} the memory whose allocation the backtrace shows. Run "
            + "valgrind --leak-check=full --show-leak-kinds=all to list all leaks.")
      case .activation:
        MessageText(
          .warning,
          rule: Rule(
            "Hosts \"can reinitialise a plugin instance by calling deactivate() and then activate()\" any number of "
              + "times",
            source: "lv2/core/lv2.h: activate()"),
          remedy:
            "Free in deactivate() the memory whose allocation the backtrace shows, or allocate it once in "
            + "instantiate()."
        )
      case .repetition:
        MessageText(
          .warning,
          rule: Rule(
            "\"The host can use the contained function pointers to save and restore the state of a plugin instance at any "
              + "time\", and send messages, any number of times", source: "lv2/state/state.h: LV2_State_Interface"),
          remedy: "Free in {restore()} what it replaces or does not need any more, instead of in cleanup().")
      }
    }
  }

  static let id: CheckID = "mem.leak"
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(incidental: (.controls, .inRun))
  static let text = CheckText(
    asserts: "An instance frees all heap memory that it allocated.",
    method: "Counts the heap blocks that the plug-in's code and threads allocate during thirty cycles from "
      + "instantiate() to cleanup(), with the library loaded throughout. Growth in each of the last twenty cycles is a "
      + "leak.",
    details: "\(InstanceCycle.summary) Before a leak is reported, threads have 1 s after cleanup() to end and to free "
      + "their memory. Paths from state:mapPath and state:makePath count as the plug-in's blocks. Memory that is "
      + "allocated once and kept does not grow and is not a leak. Each of the \(reportedFunctions) functions of the plug-in "
      + "that leak most has a finding, if the library has symbols. If cycles with one activate() do not grow, but "
      + "cycles with two do, the message says so. "
      + SessionGrowth.summary,
    level: CheckLevel(6, "A long session uses more and more memory."))

  /// Cycles before counting begins, in which caches and pools fill.
  private static let warmUp = 10
  private static let counted = 20
  /// Cycles of a part of the calls, to find the one that leaks.
  private static let repetitions = 3
  /// The functions that leak most, which have a finding each.
  private static let reportedFunctions = 5
  /// The time that threads may take to end after cleanup(), in milliseconds.
  private static let patience = 1000

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let threads = ForeignThread.count
    AllocationLedger.begin()
    for _ in 0..<warmUp { try InstanceCycle.run(context, for: id) }
    let start = AllocationLedger.bytes
    var last = start
    for _ in 0..<counted {
      try InstanceCycle.run(context, for: id)
      let bytes = AllocationLedger.bytes
      guard bytes > last else { return try sessionFinding(context) }
      last = bytes
    }
    ForeignThread.wait(until: threads, milliseconds: patience)
    let bytes = try growth { try InstanceCycle.run(context, for: id) }
    guard bytes > 0 else { return try sessionFinding(context) }
    let growths = try (1...2).map { activations in try growth { try cycle(context, activations: activations) } }
    AllocationLedger.begin(recordingStacks: true)
    return .findings(
      growths[0] == 0 && growths[1] > 0
        ? try activationFindings(context, bytes: growths[1])
        : try heapFindings(context, bytes: bytes, plain: growths[0]))
  }

  /// - Parameter bytes: what an instance that is activated twice leaks.
  private static func activationFindings(_ context: PluginContext, bytes: Int) throws -> [Finding] {
    try findings(context, bytes: bytes) {
      try cycle(context, activations: 2)
    } finding: { function, leak, total, backtrace in
      finding(
        .activation, about: function,
        "Each further cycle of activate(), run() and deactivate() leaks \(leak).\(total) \(explanation)",
        count: counted, call: "activate()", seed: context.seed, backtrace: backtrace)
    }
  }

  /// - Parameters:
  ///   - bytes: what each cycle leaks.
  ///   - plain: what a cycle on noise at the defaults leaks.
  private static func heapFindings(_ context: PluginContext, bytes: Int, plain: Int) throws -> [Finding] {
    // In the cycles of the check, controls and parameters move, MIDI is played and the state is saved.
    let (occasion, atDefaults) =
      plain < bytes / 2
      ? (
        " if controls move, events are played and the state is saved",
        " A cycle on noise at the defaults leaks \(plain.counted("byte"))."
      ) : ("", "")
    return try findings(context, bytes: bytes) {
      try InstanceCycle.run(context, for: id)
    } finding: { function, leak, total, backtrace in
      finding(
        .heap, about: function,
        "Each cycle from instantiate() to cleanup() leaks \(leak)\(occasion).\(total)\(atDefaults) \(explanation)",
        naming: [occasion.isEmpty ? "" : ", or when it is replaced,"], count: counted, call: "cleanup()",
        seed: context.seed, backtrace: backtrace)
    }
  }

  private static let explanation = "The backtrace shows the largest allocation that was not freed."

  /// One finding for each function that leaks, or one without a function if the library has no symbols.
  ///
  /// - Parameters:
  ///   - bytes: what each cycle leaks.
  ///   - finding: receives the function, what it leaks, a sentence about all functions, and a backtrace.
  private static func findings(
    _ context: PluginContext, bytes: Int, cycle: () throws -> Void,
    finding: (String?, String, String, [StackFrame]?) -> Finding
  ) throws -> [Finding] {
    let threads = ForeignThread.count
    let functions = try LeakingFunction.all(context) {
      try cycle()
      ForeignThread.wait(until: threads, milliseconds: patience)
    }
    if functions.isEmpty {
      return [finding(nil, "\(bytes.counted("byte")) of heap memory", "", AllocationLedger.largestSite)]
    }
    let total = functions.count > 1 ? " \(functions.count) functions leak \(bytes.counted("byte")) in total." : ""
    return functions.prefix(reportedFunctions).map { function in
      finding(
        function.name, "\(Int(function.bytes).counted("byte")) of heap memory that \(function.name) allocates", total,
        function.backtrace)
    }
  }

  /// The finding about memory that grows while an instance runs, although cleanup() frees it.
  private static func sessionFinding(_ context: PluginContext) throws -> CheckOutcome {
    guard let (action, growth) = try SessionGrowth.first(context, for: id, where: { $0.bytes > 0 }) else {
      return .passed
    }
    return finding(
      .repetition, about: action.call,
      "The heap memory of a running instance grows by \(growth.bytes.counted("byte")) with each \(action.name); "
        + "expected no growth.", naming: [action.call], count: Growth.counted, call: Call(action.call),
      seed: context.seed)
  }

  /// The bytes that each cycle leaks; 0 if one leaks nothing.
  private static func growth(_ cycle: () throws -> Void) throws -> Int {
    let threads = ForeignThread.count
    var growth = Int.max
    for _ in 0..<repetitions {
      let start = AllocationLedger.bytes
      try cycle()
      ForeignThread.wait(until: threads, milliseconds: patience)
      growth = min(growth, Int(AllocationLedger.bytes) - Int(start))
    }
    return max(growth, 0)
  }

  /// An instance that is activated and run this number of times.
  private static func cycle(_ context: PluginContext, activations: Int) throws {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    for _ in 0..<activations {
      instance.activate()
      instance.play(context.noise, frames: 4 * instance.configuration.maximumBlockLength)
      instance.finishWork()
      instance.deactivate()
    }
    instance.cleanup()
  }
}
