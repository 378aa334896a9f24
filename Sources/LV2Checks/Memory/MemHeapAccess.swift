import CProbe
import LV2Host

enum MemHeapAccess: PluginCheck {
  static let id = CheckID.memHeapAccess
  /// In a process of its own: the addresses of its blocks are used up.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Nothing is read or written past the end of a heap block, or after it was freed.",
    rule: "A pointer into an object is valid up to the object's end, and as long as the object lives",
    source: "ISO C 6.5.6 and 7.24.3",
    method: """
      Gives every block that the plug-in allocates pages of its own, at whose end the block lies, with an inaccessible \
      page behind; what is freed becomes inaccessible too. Plays two seconds of noise at 44.1, 88.2 and 192 kHz, and \
      then noise with every control at an end drawn by the seed, 16 times. An access is a crash at the very \
      instruction. Where alignment to 16 bytes leaves bytes behind a block, they are looked at after each performance.
      """,
    remedy:
      "Compute sizes from the sample rate and the block length of this instance, and end every index before the size.",
    severities: [.error])

  /// Rates in hertz: the usual one, and those that a table sized for it is too short for.
  private static let rates: [Double] = [44_100, 88_200, 192_000]
  private static let seconds = 2.0
  private static let sets = 16

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard probe_heap_fence_begin() else { return .skipped("1 GiB of addresses cannot be had") }
    defer { probe_heap_fence_end() }
    for rate in rates {
      BlackBox.note(stage: "noise at \(Int(rate)) Hz, heap blocks with guards")
      var setup = RigSetup(context)
      setup.rate = rate
      let rig = try Rig(context, setup)
      rig.activate()
      rig.play(context.noise, frames: Int(rate * seconds))
      rig.cleanup()
      if let finding = overrun(context, "after noise at \(Int(rate)) Hz") { return .findings([finding]) }
    }
    let ports = context.plugin.ports(.control, .input)
    let rig = try Rig(context, RigSetup(context))
    var generator = context.generator(for: id)
    for set in 0..<sets {
      BlackBox.note(stage: "set \(set) of random ends, heap blocks with guards")
      for port in ports {
        guard let range = port.range(rate: context.rate) else { continue }
        rig[control: port.index] = Bool.random(using: &generator) ? range.lowerBound : range.upperBound
      }
      rig.activate()
      rig.play(context.noise, frames: 2048)
      rig.deactivate()
    }
    rig.cleanup()
    return .findings([overrun(context, "after random sets of control values")].compactMap { $0 })
  }

  /// What was written between the end of a block and its guard.
  private static func overrun(_ context: PluginContext, _ time: String) -> Finding? {
    var block = probe_heap_block()
    guard probe_heap_fence_broken(&block) else { return nil }
    return finding(
      .error,
      "The bytes right past the end of a heap block of \(block.bytes) bytes were written, as was seen \(time). "
        + "The backtrace is of its allocation.",
      call: "run()", seed: context.seed, backtrace: StackFrame.stack(block.addresses).map { $0.symbolised() })
  }
}
