import DSP
import Effects
import LV2Kit
import Views

/// The picture of the parametric equalizer: a handle and a faint curve for each band, and the response of all of them.
public final class ParametricEQView: EffectView {
  private static var count: Int { ParametricEqualizer.bandCount }

  private let isStereo: Bool
  private let design: BandDesign
  private var bands: [ViewBand]
  /// Each band without a change of its gain, and with the largest one.
  private var ends: [(rest: ViewBand, moved: ViewBand)]
  private var channels: [BandChannel] = [.stereo]
  /// The output gain in decibels.
  private var gain = 0.0
  /// The levels for the present settings, or nil before they are needed.
  private var axis: LevelAxis?
  /// The control of a band that each port is, or nil.
  private var controls: [(control: BandControl, band: Int)?] = []
  /// The ports of the effect. They have the same indices in both plug-ins.
  private let outputGain = ParametricEQStereoPort.outputGain.rawValue
  private let automaticGain = ParametricEQStereoPort.automaticGain.rawValue
  private let listening = ParametricEQStereoPort.listening.rawValue

  public init(isStereo: Bool, rate: Double) {
    self.isStereo = isStereo
    design = BandDesign(rate: rate)
    let settings = BandSettings(isEnabled: false, type: .bell, frequency: 1000, gain: 0, q: 1)
    bands = [ViewBand](repeating: ViewBand(settings, range: 0, change: 0, design), count: Self.count)
    ends = bands.map { ($0, $0) }
    super.init(
      "Parametric EQ", isStereo ? ParametricEQStereoPort.declarations : ParametricEQMonoPort.declarations, rate: rate)
    controls = ports.map { _ in nil }
    var value = 0
    while let control = BandControl(rawValue: value) {
      value += 1
      guard isStereo || control != .channel else { continue }
      for band in 0..<Self.count { controls[port(control, band)] = (control, band) }
    }
    // Before the host states an output, it has the minimum.
    for band in 0..<Self.count { set(port(.change, band), to: 0) }
    update()
  }

  /// The index of the port of a band.
  private func port(_ control: BandControl, _ band: Int) -> Int {
    isStereo ? ParametricEQStereoPort.band(control, band).rawValue : ParametricEQMonoPort.band(control, band).rawValue
  }

  private func settings(_ band: Int) -> BandSettings {
    BandSettings(isStereo: isStereo) { Double(values[port($0, band)]) }
  }

  public override func update() {
    for index in 0..<Self.count {
      let settings = settings(index)
      let (range, change) = (Double(values[port(.range, index)]), Double(values[port(.change, index)]))
      let isNew = settings != bands[index].settings || range != bands[index].range
      func band(_ change: Double) -> ViewBand { ViewBand(settings, range: range, change: change, design) }
      if isNew { (ends[index], axis) = ((band(0), band(range)), nil) }
      if isNew || change != bands[index].change { bands[index] = band(change) }
    }
    if gain != Double(values[outputGain]) { (gain, axis) = (Double(values[outputGain]), nil) }
    channels = usedChannels()
  }

  /// The channels of the curves: left and right, mid and side, or both pairs, if a band works on one of them only.
  private func usedChannels() -> [BandChannel] {
    func isUsed(_ channel: BandChannel) -> Bool {
      bands.contains { $0.settings.channel == channel && $0.state == .active }
    }
    var channels: [BandChannel] = []
    if isUsed(.left) || isUsed(.right) { channels += [.left, .right] }
    if isUsed(.mid) || isUsed(.side) { channels += [.mid, .side] }
    return channels.isEmpty ? [.stereo] : channels
  }

  // MARK: Curves

  public override func level(at frequency: Double) -> Double { level(ofCurve: 0, at: frequency) }

  public override var curveCount: Int { channels.count }

  public override func level(ofCurve index: Int, at frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency / rate
    var level = gain
    for band in bands.indices where bands[band].works(on: channels[index]) { level += bands[band].level(at: angle) }
    return level
  }

  public override func curveName(_ index: Int) -> StaticString {
    switch channels[index] {
    case .stereo: ""
    case .left: "L"
    case .right: "R"
    case .mid: "M"
    case .side: "S"
    }
  }

  public override func level(ofHandle index: Int, at frequency: Double) -> Double? {
    bands[index].state == .active ? bands[index].level(at: 2 * Double.pi * frequency / rate) : nil
  }

  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    var extremes = Extremes()
    for index in bands.indices where bands[index].state == .active {
      let frequency = bands[index].settings.frequency
      if frequency > lower && frequency < upper { extremes.append(frequency, level(at: frequency)) }
    }
    return extremes
  }

  public override var levels: LevelAxis {
    let levels = axis ?? LevelAxis(reach: reach)
    axis = levels
    return levels
  }

  /// The largest distance of handles and curves from 0 dB, in decibels, for all changes of the gains by the dynamics.
  ///
  /// Curves are examined at thirds of octaves and at the frequencies of the bands. What a band without gain removes is not shown.
  private var reach: Double {
    let axis = FrequencyAxis()
    let frequencies = (0...30).map { axis.frequency(Double($0) / 30) } + bands.map { $0.settings.frequency }
    var reach = bands.reduce(0) { max($0, $1.handleReach) }
    for frequency in frequencies where frequency < rate / 2 {
      let angle = 2 * Double.pi * frequency / rate
      for channel in channels {
        var (lowest, highest) = (gain, gain)
        for (rest, moved) in ends where rest.works(on: channel) || moved.works(on: channel) {
          let levels = (rest.level(at: angle), moved.level(at: angle))
          highest += max(levels.0, levels.1)
          if rest.settings.type.hasGain { lowest += min(levels.0, levels.1) }
        }
        reach = max(reach, highest, -lowest)
      }
    }
    return reach
  }

  // MARK: Handles

  public override var handleCount: Int { Self.count }

  /// A vertical movement changes the gain, the Q as the level at a cutoff, or the Q of a type without gain.
  public override func handle(_ index: Int) -> Handle? {
    let type = bands[index].settings.type
    let (q, slope) = (port(.q, index), port(.slope, index))
    let vertical =
      type.hasGain
      ? Handle.Motion(.level, port: port(.gain, index)) : Handle.Motion(type.isCut ? .amplitude : .range, port: q)
    var handle = Handle(
      horizontal: Handle.Motion(.frequency, port: port(.frequency, index)), vertical: vertical,
      wheelPort: type.isCut ? slope : q)
    handle.switchPort = port(.enabled, index)
    handle.choices = [port(.type, index), slope]
    if isStereo { handle.choices.append(port(.channel, index)) }
    handle.listening = (listening, Float(index + 1))
    return handle
  }

  public override func handlePoint(_ index: Int) -> (frequency: Double, level: Double) {
    (bands[index].settings.frequency, bands[index].handleLevel)
  }

  public override func state(_ index: Int) -> HandleState { bands[index].state }

  public override func movement(_ index: Int) -> (end: Double, present: Double)? {
    let band = bands[index]
    return band.isDynamic ? (band.settings.gain + band.range, band.settings.gain + band.change) : nil
  }

  /// Makes a band a bell: the first one that is off, or else the nearest one that is flat.
  public override func addHandle(frequency: Double, level: Double) -> Int? {
    let flat = (0..<Self.count).filter { state($0) == .flat }
    func ratio(_ band: Int) -> Double {
      let ratio = bands[band].settings.frequency / frequency
      return max(ratio, 1 / ratio)
    }
    guard let band = (0..<Self.count).first(where: { state($0) == .off }) ?? flat.min(by: { ratio($0) < ratio($1) })
    else { return nil }
    func change(_ control: BandControl, _ value: Float) { set(port(control, band), to: value) }
    change(.type, Float(BandType.bell.rawValue))
    change(.frequency, Float(frequency))
    change(.gain, Float(level))
    for control in [BandControl.q, .range] { change(control, ports[port(control, band)].initial) }
    if isStereo { change(.channel, Float(BandChannel.stereo.rawValue)) }
    change(.enabled, 1)
    return band
  }

  // MARK: Export

  public override var exportName: StaticString? { "EqualizerAPO" }

  public override func export(_ write: (Text) -> Void) {
    withoutActuallyEscaping(write) { write in
      var text = EqualizerAPOText(write)
      text.append(bands.map { $0.settings }, gain: gain)
    }
  }

  // MARK: Texts and fields

  public override func summary(_ handle: Int) -> Text { Text(frequency: bands[handle].settings.frequency) }

  /// The controls of the selected band, and after its dynamics those of the effect.
  public override func fieldRows(_ handle: Int) -> [[Int]] {
    var band: [BandControl] = [.enabled, .type, .frequency, .gain, .q, .slope]
    if isStereo { band.append(.channel) }
    let dynamics: [BandControl] = [.threshold, .range, .ratio, .attack, .release]
    return [
      band.map { port($0, handle) },
      dynamics.map { port($0, handle) } + [outputGain, automaticGain, listening, enabledPort],
    ]
  }

  /// The control of a band that a port is, or nil.
  private func control(_ port: Int) -> (control: BandControl, band: Int)? {
    controls.indices.contains(port) ? controls[port] : nil
  }

  public override func isUsed(_ port: Int) -> Bool {
    guard let (control, index) = control(port) else { return true }
    let band = bands[index]
    return switch control {
    case .gain: band.settings.type.hasGain
    case .slope: band.settings.type.isCut
    case .range: band.canBeDynamic
    case .threshold, .ratio, .attack, .release: band.isDynamic
    default: true
    }
  }

  /// The name without the number of the band.
  public override func fieldName(_ port: Int) -> Text {
    if port == outputGain { return Text("Output") }
    if port == automaticGain { return Text("Auto Gain") }
    var name = super.fieldName(port)
    guard let (control, _) = control(port), control != .enabled else { return name }
    name.removeLast()
    name.removeLast()
    return name
  }

  public override func text(_ value: Float, of port: Int) -> Text {
    let choice = Int(value)
    if port == listening, let listening = Listening(rawValue: choice) { return Text(listening.label) }
    switch control(port)?.control {
    case .type: return Text((BandType(rawValue: choice) ?? .bell).label)
    case .channel: return Text((BandChannel(rawValue: choice) ?? .stereo).label)
    default: return super.text(value, of: port)
    }
  }
}
