import LV2Host
import TestHost
import ValidationModel

package enum MemHeapAccess: PluginCheck {
  package enum Message: String, CaseIterable { case pastEnd = "past-end" }

  package static let id: CheckID = "mem.heap-access"
  /// In a process of its own: the addresses of its blocks are used up.
  package static let isolation = CheckIsolation.own
  package static let text = CheckText(
    asserts: "Nothing is read or written past the end of a heap block, or after it was freed.",
    rule: "A pointer into an object is valid up to the object's end, and as long as the object lives",
    source: "ISO C 6.5.6 and 7.24.3",
    method: """
      Gives every block that the plug-in allocates pages of its own, at whose end the block lies, with an inaccessible \
      page behind; what is freed becomes inaccessible too. Plays two seconds of noise at 44.1, 88.2 and 192 kHz, noise \
      in blocks of 8192 frames, and then noise with every control at an end drawn by the seed, 16 times. An access is a \
      crash at the very instruction. Where alignment to 16 bytes leaves bytes behind a block, they are looked at after \
      each performance. Another check under which the heap is damaged is run once more with such blocks.
      """,
    remedy:
      "Compute sizes from the sample rate and the block length of this instance, and end every index before the size.",
    severities: [.error])

  /// Rates in hertz: the usual one, and those that a table sized for it is too short for.
  private static let rates: [Double] = [44_100, 88_200, 192_000]
  private static let seconds = 2.0
  private static let sets = 16

  package static func run(in context: PluginContext) throws -> CheckOutcome {
    guard GuardedHeap.begin() else { return .skipped("4 GiB of addresses cannot be had") }
    defer { GuardedHeap.end() }
    let long = InstanceSetup.longBlock
    let performances =
      rates.map { ($0, context.blockLength, Int($0 * seconds)) } + [(context.rate, long, 4 * long)]
    for (rate, length, frames) in performances {
      let performance = "noise at \(Int(rate)) Hz in blocks of \(length)"
      CrashRecord.note(activity: "\(performance), heap blocks with guards")
      let instance = try InstanceUnderTest(context, InstanceSetup(rate: rate, blockLength: length))
      instance.activate()
      instance.play(context.noise, frames: frames)
      instance.cleanup()
      if let finding = overrun(context, "after \(performance)") { return .findings([finding]) }
    }
    let ports = context.plugin.ports(.control, .input)
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    var generator = context.generator(for: id)
    for set in 0..<sets {
      CrashRecord.note(activity: "set \(set) of random ends, heap blocks with guards")
      for port in ports {
        guard let range = port.range(rate: context.rate) else { continue }
        instance[control: port.index] = Bool.random(using: &generator) ? range.lowerBound : range.upperBound
      }
      instance.activate()
      instance.play(context.noise, frames: 2048)
      instance.deactivate()
    }
    instance.cleanup()
    return .findings([overrun(context, "after random sets of control values")].compactMap { $0 })
  }

  /// Runs `body`, a check of the plug-in, with guarded heap blocks.
  ///
  /// - Returns: the result of `body`, and a finding of this check if a block was overrun.
  package static func guarding<Result>(
    _ context: PluginContext, during check: CheckID, _ body: () throws -> Result
  ) rethrows -> (Result, Finding?) {
    let (result, block) = try GuardedHeap.run(body)
    return (result, block.map { finding(about: $0, context, "after \(check)") })
  }

  private static func overrun(_ context: PluginContext, _ time: String) -> Finding? {
    GuardedHeap.overwrittenBlock.map { finding(about: $0, context, time) }
  }

  private static func finding(about block: GuardedHeap.Block, _ context: PluginContext, _ time: String) -> Finding {
    finding(
      .pastEnd, .error,
      "The plug-in wrote past the end of a heap block of \(block.size) bytes, detected \(time)."
        + " The backtrace shows the allocation of the block.",
      cause: .damage, call: "run()", seed: context.seed, backtrace: block.backtrace)
  }
}
