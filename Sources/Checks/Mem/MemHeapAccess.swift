import CProbe
import LV2Host
import TestHost
import ValidationModel

package enum MemHeapAccess: PluginCheck {
  package static let id = CheckID.memHeapAccess
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
    guard probe_heap_guard_begin() else { return .skipped("4 GiB of addresses cannot be had") }
    defer { probe_heap_guard_end() }
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

  /// Runs `body`, the check `check`, with such blocks.
  ///
  /// - Parameter teller: the check whose finding it is when a block was overrun.
  /// - Returns: what `body` returned, and what was written past the end of a block meanwhile.
  package static func fenced<Result>(
    _ context: PluginContext, during check: CheckID, for teller: any PluginCheck.Type = Self.self,
    _ body: () throws -> Result
  ) rethrows -> (Result, overrun: Finding?) {
    guard probe_heap_guard_begin() else { return (try body(), nil) }
    defer { probe_heap_guard_end() }
    let result = try body()
    return (result, overrun(context, "after \(check.rawValue)", teller))
  }

  /// What was written between the end of a block and its guard.
  private static func overrun(
    _ context: PluginContext, _ time: String, _ teller: any PluginCheck.Type = Self.self
  ) -> Finding? {
    var block = probe_heap_block()
    guard probe_heap_guard_overwritten(&block) else { return nil }
    return teller.finding(
      .error,
      "The bytes right past the end of a heap block of \(block.bytes) bytes were written, as was seen \(time). "
        + "The backtrace is of its allocation.",
      call: "run()", seed: context.seed, backtrace: StackFrame.stack(block.addresses).symbolised())
  }
}
