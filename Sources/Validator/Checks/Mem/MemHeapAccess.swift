import Model
import Support
import TestHost

package enum MemHeapAccess: PluginCheck {
  package enum Message: MessageKind {
    case pastEnd

    package var text: MessageText {
      switch self {
      case .pastEnd:
        MessageText(
          .error, rule: validPointer,
          remedy:
            "Limit every index into the heap block of {its size}, whose allocation the backtrace shows, to that size, "
            + "or allocate what the sample rate and the block length of the instance require.")
      }
    }
  }

  private static let validPointer = Rule(
    "A pointer into an object is valid up to the end of the object and during its lifetime",
    source: "ISO C 6.5.6 and 7.24.3")

  package static let id: CheckID = "mem.heap-access"
  /// In a separate process, because guarded blocks use up its addresses.
  package static let isolation = CheckIsolation.own
  package static let answersFor: Set<EndSubject> = [.heapAccess]
  package static let text = CheckText(
    asserts: "The plug-in does not access memory past the end of a heap block or after the block was freed.",
    method: "Places each heap block of the plug-in at the end of its own pages, before an inaccessible page, and makes "
      + "freed blocks inaccessible. Plays noise at six rates from 44.1 to 192 kHz, in blocks of 512 to 8192 frames, with "
      + "controls at random limits, and at slow and fast tempi. An invalid access crashes at the instruction.",
    details:
      "Three rates are played for two seconds and three for a quarter, and long blocks have 8192 frames. Instances of "
      + "their own play blocks of 512, 1000, 1024, 2048 and 4096 frames, and another one all these lengths in turn. At least 20 "
      + "and at most 128 sets of control values are drawn by the seed: four of five are limits, the others are inside the "
      + "ranges, at the rate of the run, 192 and 44.1 kHz in turn. If the plug-in receives time:Position, the transport rolls at 20, 30, 59 and 300 beats per minute in four "
      + "meters. An instance also plays after cleanup() of another one, and one plays nearly constant signals. "
      + "With a MIDI input, the lowest and the highest note are played at each set, and every note, velocity and controller, "
      + "all notes at once and music with a moving transport at the defaults and at up to 3 "
      + "settings. Parameters move at the defaults. Bytes between the end of a block "
      + "and its guard page, which alignment to 16 bytes can leave, are examined after each run. If the process of "
      + "another check crashes as if the heap was damaged, that check is repeated with guarded blocks. It reports the "
      + "access itself if this check does not find the same one.",
    level: CheckLevel(2, "Damaged heap memory crashes the host at another place."))

  package static let provocation = Provocation(
    MessageText(
      .error, rule: validPointer,
      remedy:
        "Limit the index at the place of the backtrace to the size of its heap block, and compute that size from the "
        + "sample rate and the block length of the instance. Use no pointer to a block after free()."), guardsHeap: true
  )

  /// Rates in hertz, for some of which a table of fixed size is too short, and the duration of the sound. Delay lines of
  /// up to 2 s are filled at three of them.
  private static let rates: [(rate: Double, seconds: Double)] = [
    (44_100, 2), (48_000, 0.25), (88_200, 2), (96_000, 0.25), (176_400, 0.25), (192_000, 2),
  ]
  package static func run(in context: PluginContext) throws -> CheckOutcome {
    guard GuardedHeap.begin() else { return .obstructed("4 GiB of address space are not available") }
    defer { GuardedHeap.end() }
    let long = InstanceSetup.longBlock
    let performances =
      rates.map { ($0.rate, context.blockLength, Int($0.rate * context.reduced($0.seconds))) }
      + [(context.rate, long, 4 * long)]
    for (rate, length, frames) in performances {
      let performance = "noise at \(Int(rate)) Hz in blocks of \(length.counted("frame"))"
      CrashRecord.note(activity: "\(performance), guarded heap blocks")
      let instance = try context.activeInstance(InstanceSetup(rate: rate, blockLength: length))
      instance.play(context.noise, frames: frames)
      instance.cleanup()
      if let block = GuardedHeap.overwrittenBlock { return finding(about: block, context, "after \(performance)") }
    }
    if let length = try playLengths(context), let block = GuardedHeap.overwrittenBlock {
      return finding(about: block, context, "after noise in blocks of \(length.counted("frame"))")
    }
    try playNearlyConstant(context)
    try playAfterTheEnd(of: InstanceUnderTest(context, InstanceSetup(context)), context)
    var generator = context.generator(for: id)
    try playSets(context, &generator)
    if let block = GuardedHeap.overwrittenBlock {
      return finding(about: block, context, "after random sets of control values")
    }
    try playEvents(context)
    if let block = GuardedHeap.overwrittenBlock {
      return finding(about: block, context, "after notes and other events")
    }
    try playTempos(context, &generator)
    guard let block = GuardedHeap.overwrittenBlock else { return .passed }
    return finding(about: block, context, "after noise with a slow and a fast transport")
  }

  /// Plays an instance after cleanup() of another one, whose memory it must not use.
  private static func playAfterTheEnd(of other: InstanceUnderTest, _ context: PluginContext) throws {
    CrashRecord.note(activity: "after cleanup() of another instance, guarded heap blocks")
    let instance = try context.activeInstance()
    other.activate()
    other.play(context.noise, frames: 1024)
    other.deactivate()
    other.cleanup()
    instance.play(context.noise, frames: 1024)
  }

  /// Runs another check with guarded heap blocks. Returns also the finding of that check about a block that was overrun.
  package static func guarding<Result>(
    _ context: PluginContext, during check: CheckID, _ body: () throws -> Result
  ) rethrows -> (Result, Finding?) {
    let (result, block) = try GuardedHeap.run(body)
    guard let block else { return (result, nil) }
    var found: Finding = finding(about: block, context, "after \(check)")
    found.check = check
    found.id = MessageID(check, EndMessage.heapAccess)
    return (result, found)
  }

  private static func finding<Result: FindingResult>(
    about block: GuardedHeap.Block, _ context: PluginContext, _ time: String
  ) -> Result {
    finding(
      .pastEnd,
      "The plug-in wrote past the end of a heap block of \(block.size.counted("byte")), detected \(time); expected "
        + "writes in the block only. The backtrace shows the allocation of the block.",
      naming: [block.size.counted("byte")], cause: .damage, call: "run()", seed: context.seed,
      backtrace: block.backtrace)
  }
}
