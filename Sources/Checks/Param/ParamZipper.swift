import Glibc
import LV2Host
import TestHost
import ValidationModel

enum ParamZipper: PluginCheck {
  static let id: CheckID = "param.zipper"
  static let text = CheckText(
    asserts: "A control that moves in blocks of 64 frames adds no steps to the signal above -40 dB.",
    rule: "A control's value is read once a block; what the plug-in makes of a change is a matter of its quality",
    source: "pprops:causesArtifacts names the controls that are excused",
    method:
      "Moves each continuous control (32 at most, drawn by the seed) over its range within 0.5 s in blocks of 64 frames, under a sine of 997 Hz at "
      + "-6 dBFS. A sine of angle w satisfies y[n] = 2 cos(w) y[n-1] - y[n-2]; what is left over at the first samples of "
      + "blocks, where that is four times what is left over at any other place of the blocks, and again when it is repeated, is "
      + "a step J. A staircase of such steps has the power mean(J²)/12, which is compared with that of the output.",
    remedy: "Let the value glide to its new place over a few milliseconds, or over the block.",
    severities: [.note])

  private static let block = 64
  private static let limit = -40.0
  private static let controls = 32
  /// How much more a step leaves at the first place of a block than anything does at another.
  private static let distinct = 4.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let plugin = context.plugin
    guard plugin.hasAudioInput, plugin.hasAudioOutput else { return .skipped("it has no audio input, or no output") }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard !instance.configuration.isFixedBlockLength, instance.configuration.maximumBlockLength >= block else {
      return .skipped("it does not run in blocks of 64 frames")
    }
    let ports = plugin.ports(.control, .input).filter { port in
      !port.isToggled && !port.isInteger && !port.isEnumeration
        && !port.properties.contains(URI.PortProps.causesArtifacts) && !port.properties.contains(URI.PortProps.trigger)
        && port.range(rate: context.rate).map { $0.lowerBound < $0.upperBound } ?? false
    }
    guard !ports.isEmpty else { return .skipped("it has no continuous control with a range") }
    let findings = context.draw(ports, atMost: controls, for: id).compactMap { port -> Finding? in
      CrashRecord.note(activity: "\(port.symbol) moves in blocks of \(block)")
      // Noise leaves something over at the starts of blocks by chance, and not the next time.
      guard let level = level(instance, port, moves: true), level > limit,
        let again = self.level(instance, port, moves: true), again > limit
      else { return nil }
      if let still = self.level(instance, port, moves: false), level <= still + 10 { return nil }
      return finding(
        .note, "Moving \(context.name(port.index)) over its range in 0.5 s adds steps of \(Int(level.rounded())) dB.",
        call: "run()", seed: context.seed)
    }
    return .findings(findings)
  }

  /// The power of the steps at the blocks' starts, in decibels of the output's; nil where nothing came out.
  private static func level(_ instance: InstanceUnderTest, _ port: PortDescription, moves: Bool) -> Double? {
    let rate = instance.setup.rate
    let blocks = Int(rate / 2) / block
    let sine = Signal.sine(frequency: 997, amplitude: 0.5)
    instance.setDefaults()
    // Held still it is held where the movement begins: a loop that rings there echoes the sine's own beginning, which may
    // come back at the starts of blocks.
    instance[control: port.index] = port.value(at: 0, rate: rate)
    instance.activate()
    defer { instance.deactivate() }
    instance.play(sine, frames: 64 * block, blocks: .cycle([block]))
    let first = 64 * block
    let recording = instance.play(
      sine, frames: blocks * block, from: first, blocks: .cycle([block]),
      before: { frame in
        guard moves else { return }
        instance[control: port.index] = port.value(at: Float(frame - first) / Float(blocks * block), rate: rate)
      })
    guard recording.firstNonfinite == nil else { return nil }
    return recording.channels.compactMap { stepLevel($0, angle: 2 * .pi * 997 / rate) }.max()
  }

  private static func stepLevel(_ samples: [Float], angle: Double) -> Double? {
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    // Below -90 dBFS there is no signal to be disturbed.
    guard power > 1e-9 else { return nil }
    let twoCosine = 2 * cos(angle)
    // The power of what is left over at each place of a block. What the plug-in adds by itself, such as overtones, meets
    // some places more than others, since it is no multiple of a block; a step meets the first place alone.
    var left = [Double](repeating: 0, count: block)
    for frame in 2..<samples.count {
      let expected = twoCosine * Double(samples[frame - 1]) - Double(samples[frame - 2])
      let rest = Double(samples[frame]) - expected
      left[frame % block] += rest * rest
    }
    // The recurrence still feels a step at the next sample, and a filter's transient some more.
    guard let within = left[(block / 2)...].max(), left[0] > distinct * within else { return nil }
    let excess = (left[0] - within) * Double(block) / Double(samples.count)
    return 10 * log10(excess / 12 / power)
  }
}

extension PortDescription {
  /// The value at a place of the range from 0 to 1, at `rate` hertz; by ratio where the port is logarithmic.
  func value(at place: Float, rate: Double) -> Float {
    guard let range = range(rate: rate) else { return initialValue(rate: rate) }
    if isLogarithmic, range.lowerBound > 0 {
      return range.lowerBound * pow(range.upperBound / range.lowerBound, place)
    }
    return range.lowerBound + place * (range.upperBound - range.lowerBound)
  }
}
