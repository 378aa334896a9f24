import LV2Host
import Model
import Support
import TestHost

enum AtomTinyBuffer: PluginCheck {
  enum Message: MessageKind { case readPastEnd, writePastEnd, incomplete }

  static let id: CheckID = "atom.tiny-buffer"
  static let text = CheckText(
    asserts: "The plug-in does not write past the end of a small atom output.",
    rule: "The size of the atom:Chunk in an output is the capacity of its buffer",
    source: "atom.meta.ttl: atom:AtomPort; resize-port: rsz:minimumSize",
    method: "Plays noise, MIDI, transport and parameters with atom outputs of 16, 24, 40, 64, 128 and 512 bytes, but "
      + "at least rsz:minimumSize, which end at an inaccessible page. A written sequence must be complete; one that "
      + "ends inside an event is a warning.",
    remedy: "Write with the forge of lv2/atom/forge.h, and give it the size of the chunk. \(incompleteRemedy)",
    level: CheckLevel(4, "A host with a small event buffer is damaged."),
    severities: [.error, .warning])

  private static let incompleteRemedy =
    "If a forge function fails, restore the size of the sequence to the end of the last complete event: time, header and "
    + "body of an event are written separately, and each can fail."

  /// In bytes: an empty sequence without room for an event, one event, and more.
  private static let sizes = [16, 24, 40, 64, 128, 512]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.sequencePorts(.output).isEmpty else {
      return .skipped("the plug-in has no atom output for sequences")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var findings: [Finding] = []
    for size in sizes where !findings.contains(where: { $0.severity == .error }) {
      CrashRecord.note(activity: "atom outputs of \(size) bytes")
      let found = try self.findings(size: size, context, file: file)
      if findings.isEmpty || found.contains(where: { $0.severity == .error }) { findings = found }
    }
    return .findings(findings)
  }

  private static func findings(size: Int, _ context: PluginContext, file: String) throws(HostError) -> [Finding] {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let outputs = try instance.activateWithGuardedOutputs { max(size, $0.minimumSize ?? 0) }
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
      expected: "expected it to stay inside",
      action: { event in
        "\(event.isRead ? "read" : "wrote") past the end of the \(bytes(event.port)) bytes of output "
          + context.name(event.port)
      })
    guard found.isEmpty, let broken else { return found }
    return [
      runFinding(
        .incomplete, .warning, about: broken.port.symbol, context,
        "With an atom:Chunk of \(bytes(broken.port.index) - 8) bytes, the sequence of output '\(broken.port.symbol)' "
          + "\(broken.text).",
        remedy: incompleteRemedy)
    ]
  }
}
