/// The values of the registered and the unregistered parameters (RPN, NRPN) of each MIDI channel.
///
/// A parameter is selected by two controllers, and then set by others. The last eight parameters of a channel that have changed are kept.
///
/// SAFETY: the memory exists until `deallocate()`. Channels are below 16.
struct ParameterMemory {
  private static var channels: Int { 16 }
  /// The number of parameters that are kept for each channel.
  private static var capacity: Int { 8 }
  /// A parameter. The bytes are 0 to 127, or `unset`.
  private struct Parameter {
    static var unset: UInt8 { 255 }

    var isRegistered = true
    /// Its number.
    var numberHigh, numberLow: UInt8
    /// Its value.
    var high, low: UInt8

    init() { (numberHigh, numberLow, high, low) = (Self.unset, Self.unset, Self.unset, Self.unset) }

    func hasNumber(of other: Parameter) -> Bool {
      isRegistered == other.isRegistered && numberHigh == other.numberHigh && numberLow == other.numberLow
    }

    /// Whether the number is complete, and not 127 and 127, which stands for no parameter.
    var isSelected: Bool {
      numberHigh != Self.unset && numberLow != Self.unset && !(numberHigh == 127 && numberLow == 127)
    }

    /// A message of those that select the parameter and set its value.
    func message(_ order: Int, _ channel: UInt8) -> MIDIMessage? {
      let (controller, value): (UInt8, UInt8) =
        switch order {
        case 0: (isRegistered ? 101 : 99, numberHigh)
        case 1: (isRegistered ? 100 : 98, numberLow)
        case 2: (6, high)
        default: (38, low)
        }
      return value == Self.unset ? nil : .controlChange(channel: channel, controller: controller, value: value)
    }
  }

  /// For each channel the parameters, those that have changed last at the end.
  private let parameters: UnsafeMutablePointer<Parameter>
  private let counts: UnsafeMutablePointer<Int>
  /// For each channel the selected parameter, without a value.
  private let selections: UnsafeMutablePointer<Parameter>

  init() {
    parameters = .allocate(capacity: Self.channels * Self.capacity)
    parameters.initialize(repeating: Parameter(), count: Self.channels * Self.capacity)
    counts = .allocate(capacity: Self.channels)
    counts.initialize(repeating: 0, count: Self.channels)
    selections = .allocate(capacity: Self.channels)
    selections.initialize(repeating: Parameter(), count: Self.channels)
  }

  func deallocate() {
    parameters.deallocate()
    counts.deallocate()
    selections.deallocate()
  }

  /// Forgets everything.
  func reset() {
    for channel in 0..<Self.channels { (counts[channel], selections[channel]) = (0, Parameter()) }
  }

  /// Selects no parameter, as the message that resets all controllers.
  func resetSelection(_ channel: UInt8) { selections[Int(channel)] = Parameter() }

  /// Whether a controller selects or sets a parameter.
  static func contains(_ controller: UInt8) -> Bool {
    controller == 6 || controller == 38 || controller >= 96 && controller <= 101
  }

  // MARK: Recording

  /// - Parameter controller: one that `contains(_:)` names.
  func record(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    let place = Int(channel)
    switch controller {
    case 98...101:
      if selections[place].isRegistered != (controller >= 100) { selections[place] = Parameter() }
      selections[place].isRegistered = controller >= 100
      if controller & 1 == 1 { selections[place].numberHigh = value } else { selections[place].numberLow = value }
    case 6: change(place) { $0.high = value }
    case 38: change(place) { $0.low = value }
    default: change(place) { Self.step(&$0, by: controller == 96 ? 1 : -1) }
    }
  }

  /// Adds to the value, to its upper byte for coarse tuning and the tables of tunings (MIDI Manufacturers Association, RP-018).
  private static func step(_ parameter: inout Parameter, by direction: Int) {
    let isCoarse = parameter.isRegistered && parameter.numberHigh == 0 && (2...4).contains(parameter.numberLow)
    let high = parameter.high == Parameter.unset ? 0 : Int(parameter.high)
    let low = parameter.low == Parameter.unset ? 0 : Int(parameter.low)
    let value = max(0, min(16_383, 128 * high + low + direction * (isCoarse ? 128 : 1)))
    (parameter.high, parameter.low) = (UInt8(value >> 7), UInt8(value & 127))
  }

  /// Changes the selected parameter of a channel, which becomes the last one.
  private func change(_ channel: Int, _ body: (inout Parameter) -> Void) {
    guard selections[channel].isSelected else { return }
    let start = parameters + channel * Self.capacity
    var (parameter, place) = (selections[channel], 0)
    while place < counts[channel] && !start[place].hasNumber(of: parameter) { place += 1 }
    if place < counts[channel] {
      parameter = start[place]
    } else if place == Self.capacity {
      place = 0
    } else {
      counts[channel] += 1
    }
    for next in place + 1..<max(counts[channel], place + 1) { start[next - 1] = start[next] }
    body(&parameter)
    start[counts[channel] - 1] = parameter
  }

  // MARK: Playing back

  /// The number of places for messages of a channel: four for each parameter, and two that select the present one.
  static var places: Int { 4 * capacity + 2 }

  /// Returns the message at a place, or nil if there is none.
  func message(_ channel: UInt8, _ place: Int) -> MIDIMessage? {
    let count = counts[Int(channel)]
    let start = parameters + Int(channel) * Self.capacity
    if place < 4 * Self.capacity { return place < 4 * count ? start[place / 4].message(place % 4, channel) : nil }
    let selection = selections[Int(channel)]
    if count > 0 && start[count - 1].hasNumber(of: selection) { return nil }
    return selection.message(place - 4 * Self.capacity, channel)
  }
}
