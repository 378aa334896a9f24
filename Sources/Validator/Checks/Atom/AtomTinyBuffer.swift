import LV2Host
import Model
import Support
import TestHost

enum AtomTinyBuffer: PluginCheck {
  enum Message: MessageKind {
    case readPastEnd, writePastEnd, incomplete

    var text: MessageText {
      switch self {
      case .readPastEnd:
        MessageText(
          .error, rule: AtomOutput.availableSpace,
          remedy: "Limit reads in {the output} to the size of its atom:Chunk, as it was at the start of run().")
      case .writePastEnd:
        MessageText(
          .error, rule: AtomOutput.availableSpace,
          remedy:
            "Pass the size of the atom:Chunk in {the output} to lv2_atom_forge_set_buffer() in each run(): the forge "
            + "then writes nothing past it.")
      case .incomplete:
        MessageText(
          .warning,
          rule: Rule(
            "\"In all cases, the plugin MUST write a complete atom (including header) to outputs\"",
            source: "atom: atom:AtomPort"),
          remedy:
            "If a forge function fails, restore the size of the sequence in {the output} to the end of the last "
            + "complete event: time, header and body of an event are written separately, and each can fail.")
      }
    }
  }

  static let id: CheckID = "atom.tiny-buffer"
  static let text = CheckText(
    asserts: "The plug-in does not write past the end of a small atom output.",
    method: "Plays noise, MIDI, transport and parameters with atom outputs of 16, 24, 40, 64, 128 and 512 bytes, but "
      + "at least rsz:minimumSize, which end at an inaccessible page; then with one that becomes small. A written sequence must be complete; one that "
      + "ends inside an event is a warning.",
    level: CheckLevel(4, "A host with a small event buffer is damaged."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: AtomOutput.availableSpace,
      remedy:
        "Test the result of each forge function, which is 0 if the output is full, before it is used as a reference, "
        + "and end a loop that writes events when one does not fit."), exercise: .stimulus)

  /// In bytes: an empty sequence without room for an event, one event, and more.
  private static let sizes = [16, 24, 40, 64, 128, 512]
  /// In bytes, of an output that was larger in the blocks before.
  private static let laterSize = 40

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.sequencePorts(.output).isEmpty else {
      return .skipped("the plug-in has no atom output for sequences")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    var findings: [Finding] = []
    for size in sizes where !findings.contains(where: { $0.severity == .error }) {
      CrashRecord.note(activity: "atom outputs of \(size) bytes")
      let found = try self.findings(size: size, context, file: file)
      if findings.isEmpty || found.contains(where: { $0.severity == .error }) { findings = found }
    }
    guard findings.isEmpty else { return .findings(findings) }
    CrashRecord.note(activity: "atom outputs of \(laterSize) bytes after larger ones")
    return .findings(try self.findings(size: laterSize, isLater: true, context, file: file))
  }

  /// - Parameter isLater: whether the outputs are larger in the blocks before.
  private static func findings(
    size: Int, isLater: Bool = false, _ context: PluginContext, file: String
  ) throws(HostError) -> [Finding] {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let outputs = try instance.activateWithGuardedOutputs(
      capacity: { max(size, $0.minimumSize ?? 0) },
      before: { if isLater { instance.play(context.noise, frames: 4 * instance.configuration.maximumBlockLength) } })
    func bytes(_ port: Int) -> Int { outputs.first { $0.port.index == port }?.sequence.capacity ?? size }
    var broken: (port: PortDescription, text: String)?
    instance.randomizeState(context, for: id, file: file) {
      for output in outputs {
        let faults = output.sequence.violations(frames: instance.configuration.maximumBlockLength)
        if broken == nil, let fault = faults.first(where: { $0.kind == .incomplete }) {
          broken = (output.port, fault.text)
        }
        output.sequence.prepareForOutput()
        output.buffer.protect()
      }
    }
    let accesses = GuardedSequence.accesses()
    instance.watch = []
    let found = findings(
      of: accesses, in: "run()", context, message: { $0.isRead ? .readPastEnd : .writePastEnd },
      expected: "expected accesses inside the buffer only", naming: { ["output \(context.name($0.event.port))"] },
      action: { event in
        "\(event.isRead ? "read" : "wrote") past the end of the \(bytes(event.port).counted("byte")) of output "
          + context.name(event.port) + (isLater ? ", which were more before" : "")
      })
    guard found.isEmpty, let broken else { return found }
    return [
      runFinding(
        .incomplete, about: broken.port.symbol, context,
        "With an atom:Chunk of \((bytes(broken.port.index) - 8).counted("byte")), the sequence of output "
          + "'\(broken.port.symbol)' \(broken.text); expected complete events.",
        naming: ["output '\(broken.port.symbol)'"])
    ]
  }
}
