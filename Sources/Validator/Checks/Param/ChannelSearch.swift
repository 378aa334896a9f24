import LV2Host
import Model
import TestHost

/// Looks for settings at which the two channels of a plug-in are not equal.
struct ChannelSearch {
  private let context: PluginContext
  private let pair: ChannelPair
  /// The controls whose names do not refer to channels.
  private let controls: [PortDescription]
  private let start = ProcessSnapshot.threadTime
  private let clock = ContinuousClock.now

  /// In frames: of each setting, and of a confirmation, in which delays end.
  private static let (frames, longFrames) = (8192, 96_000)
  /// In seconds of processor time, after which no further setting is played for one-way dependences, and for controls.
  private static let (half, budget) = (0.05, 0.1)
  /// An instance that takes long to create uses little processor time of this thread.
  private static let patience = Duration.seconds(1)
  /// -80 dB: relative to the peak, a smaller difference of exchanged channels is due to rounding.
  private static let rounding: Float = 1e-4

  init(_ context: PluginContext, _ pair: ChannelPair) {
    (self.context, self.pair) = (context, pair)
    let words = ChannelWords(context)
    controls = context.plugin.movableControls.filter { port in
      port.range(rate: context.rate).map { $0.lowerBound < $0.upperBound } == true && !words.describe(port)
    }
  }

  /// The defaults, and settings of the controls other than the bypass.
  private var settings: [ControlSetting] {
    let sweep = context.sweep(seconds: Double(Self.frames) / context.rate, for: ParamOneChannel.id)
    let usable = sweep.map { setting in
      ControlSetting(
        values: setting.values.filter { value in
          !value.port.isDesignated(URI.Core.enabled) && controls.contains { $0.index == value.port.index }
        })
    }
    return [ControlSetting(values: [])] + usable.filter { !$0.values.isEmpty }
  }

  private func hasTime(_ seconds: Double) -> Bool {
    ProcessSnapshot.threadTime - start < seconds && ContinuousClock.now - clock < Self.patience
  }

  // MARK: One-way dependences

  /// A one-way dependence at the fewest controls, which long recordings show too; nil if there is none.
  func oneWayDependence() throws -> OneWayDependence? {
    for setting in settings where hasTime(Self.half) {
      guard try dependence(at: setting) != nil, let long = try longDependence(at: setting) else { continue }
      var values = setting.values
      try values.reduce { try dependence(at: ControlSetting(values: $0))?.output == long.output }
      return try longDependence(at: ControlSetting(values: values)) ?? long
    }
    return nil
  }

  private func dependence(at setting: ControlSetting) throws -> OneWayDependence? {
    try OneWayDependence(pair, context, at: setting, frames: Self.frames)
  }

  /// A dependence that other noises show too. If a plug-in has one level meter, the louder channel can determine the
  /// gain of both; with exchanged noises it is the other channel.
  private func longDependence(at setting: ControlSetting) throws -> OneWayDependence? {
    let usual = try OneWayDependence(pair, context, at: setting, frames: Self.longFrames)
    guard let usual else { return nil }
    for stimulus in [.usual.exchanged, .further, .further.exchanged] as [ChannelPair.Stimulus] {
      let other = try OneWayDependence(
        pair, context, at: setting, frames: Self.longFrames, playing: stimulus)
      guard other?.output == usual.output else { return nil }
    }
    return usual
  }

  // MARK: Controls

  /// The controls that change one output only, in the order of the ports; none if the channels differ at the defaults.
  func changes() throws -> [OneChannelChange] {
    guard !controls.isEmpty, try alike(at: ControlSetting(values: [])) != nil else { return [] }
    var found: [Int: OneChannelChange] = [:]
    // The controls that changed both outputs.
    var general: Set<Int> = []
    for setting in settings where hasTime(Self.budget) {
      guard setting.values.count != 1 || setting.values[0].port.isSwitch, let usual = try alike(at: setting) else {
        continue
      }
      for port in controls where hasTime(Self.budget) && !general.contains(port.index) {
        let (reached, change) = try move(port, at: setting, from: usual)
        if reached.count > 1 { general.insert(port.index) }
        found[port.index] = found[port.index] ?? change
      }
    }
    return try found.values.filter { !general.contains($0.port.index) }.sorted { $0.port.index < $1.port.index }
      .compactMap { try reduced($0) }
  }

  /// What the usual inputs give at a setting, if exchanged inputs give exchanged outputs.
  private func alike(at setting: ControlSetting, frames: Int = frames) throws -> Recording? {
    let usual = try pair.play(.usual, context, at: setting, frames: frames)
    guard ChannelPair.isSound(usual) else { return nil }
    var exchanged = try pair.play(.usual.exchanged, context, at: setting, frames: frames)
    exchanged.channels.reverse()
    return ChannelChange(exchanged, from: usual).sizes.allSatisfy { $0 < Self.rounding } ? usual : nil
  }

  /// Moves a control to the ends of its range, to a value between them, and to each position of a switch.
  ///
  /// - Returns: the outputs that change, and the largest change if it is the only output.
  private func move(
    _ port: PortDescription, at setting: ControlSetting, from usual: Recording
  ) throws -> (reached: Set<Int>, change: OneChannelChange?) {
    guard let range = port.range(rate: context.rate) else { return ([], nil) }
    var reached: Set<Int> = []
    var largest: OneChannelChange?
    for value in Set(port.testValues(in: range) + [port.logarithmicValue(at: 0.4, in: range)]).sorted() {
      let moved = setting.setting(port, value)
      let change = ChannelChange(try pair.play(.usual, context, at: moved, frames: usual.count), from: usual)
      reached.formUnion(change.reached)
      if reached.count > 1 { return (reached, nil) }
      if let channel = change.onlyChannel, change.sizes[channel] > largest?.size ?? 0 {
        largest = OneChannelChange(port: port, setting: moved, channel: channel, size: change.sizes[channel])
      }
    }
    return (reached, largest)
  }

  /// The change at the fewest values of other controls; nil if long recordings do not show it, or if another control
  /// changes only the other output: then each channel has a control of its own.
  private func reduced(_ change: OneChannelChange) throws -> OneChannelChange? {
    guard try isCertain(change, frames: Self.longFrames), try !hasCounterpart(change) else { return nil }
    var values = change.setting.without(change.port).values
    guard !values.isEmpty else { return change }
    let atDefaults = change.at([])
    if try isCertain(atDefaults, frames: Self.frames) {
      values = []
    } else {
      try values.reduce { try isCertain(change.at($0), frames: Self.frames) }
    }
    let simple = change.at(values)
    return try isCertain(simple, frames: Self.longFrames) ? simple : change
  }

  /// Whether the control changes the same output only, with the usual and with exchanged inputs.
  private func isCertain(_ change: OneChannelChange, frames: Int) throws -> Bool {
    let before = change.setting.without(change.port)
    guard let usual = try alike(at: before, frames: frames) else { return false }
    let moved = try pair.play(.usual, context, at: change.setting, frames: frames)
    guard ChannelChange(moved, from: usual).onlyChannel == change.channel else { return false }
    let exchanged = try pair.play(.usual.exchanged, context, at: before, frames: frames)
    let both = try pair.play(.usual.exchanged, context, at: change.setting, frames: frames)
    return ChannelChange(both, from: exchanged).onlyChannel == change.channel
  }

  private func hasCounterpart(_ change: OneChannelChange) throws -> Bool {
    let setting = change.setting.without(change.port)
    let usual = try pair.play(.usual, context, at: setting, frames: Self.frames)
    return try context.plugin.movableControls.contains { port in
      guard port.index != change.port.index else { return false }
      return try move(port, at: setting, from: usual).reached == [1 - change.channel]
    }
  }

  /// Whether fresh instances repeat the output before and after a change.
  func isRepeated(_ changes: [OneChannelChange], in context: PluginContext) throws -> Bool {
    try changes.allSatisfy { change in
      try [change.setting, change.setting.without(change.port)].allSatisfy { setting in
        let recording = try pair.play(.usual, self.context, at: setting, frames: Self.frames)
        return try pair.play(.usual, context, at: setting, frames: Self.frames).isIdentical(to: recording)
      }
    }
  }

  /// Whether fresh instances repeat a dependence.
  func isRepeated(_ dependence: OneWayDependence, in context: PluginContext) throws -> Bool {
    let again = try OneWayDependence(pair, context, at: dependence.setting, frames: Self.longFrames)
    return again?.isIdentical(to: dependence) == true
  }
}

/// A control that changes one output only.
struct OneChannelChange {
  let port: PortDescription
  /// The value of the control, after those of other controls.
  let setting: ControlSetting
  /// The output that changes.
  let channel: Int
  /// Relative to the peak of the output.
  let size: Float

  /// The change with other values of the other controls.
  func at(_ values: [(port: PortDescription, value: Float)]) -> OneChannelChange {
    let own = setting.values.filter { $0.port.index == port.index }
    return OneChannelChange(port: port, setting: ControlSetting(values: values + own), channel: channel, size: size)
  }
}

extension ControlSetting {
  /// The setting with a value of one port, which is the last one.
  fileprivate func setting(_ port: PortDescription, _ value: Float) -> ControlSetting {
    ControlSetting(values: without(port).values + [(port, value)])
  }
}
