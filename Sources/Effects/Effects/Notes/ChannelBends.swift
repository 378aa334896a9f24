/// The pitch bends of the channels of MIDI, and their ranges.
struct ChannelBends {
  /// The range of a member channel of MPE, and of its manager channel, in semitones.
  private static var memberRange: Float { 48 }
  private static var managerRange: Float { 2 }

  /// -1 to 1.
  private var bends = InlineArray<16, Float>(repeating: 0)
  /// In semitones; below 0 for the range of the plug-in.
  private var ranges = InlineArray<16, Float>(repeating: -1)
  /// The registered parameter that each channel has selected.
  private var parameters = InlineArray<16, UInt16>(repeating: 0x3fff)
  /// The numbers of the member channels after the lower manager channel, 0, and before the upper one, 15.
  private var lowerMembers: UInt8 = 0
  private var upperMembers: UInt8 = 0

  /// - Parameter bend: -8192 to 8191.
  mutating func setBend(_ channel: UInt8, _ bend: Int16) {
    bends[Int(channel)] = Float(bend) / (bend < 0 ? 8192 : 8191)
  }

  /// Selects no registered parameter, as reset all controllers does (MIDI Manufacturers Association, RP-015).
  mutating func resetSelection(_ channel: UInt8) { parameters[Int(channel)] = 0x3fff }

  /// The bend of a note of a channel, in semitones.
  func semitones(_ channel: UInt8, range: Double) -> Double {
    func part(_ channel: UInt8) -> Double {
      let own = ranges[Int(channel)]
      return Double(bends[Int(channel)]) * (own < 0 ? range : Double(own))
    }
    let manager = manager(of: channel)
    return part(channel) + (manager == channel ? 0 : part(manager))
  }

  /// Whether a message on one of some channels concerns the notes of a channel: on the same, or on its manager channel.
  ///
  /// - Parameter channels: a bit for each channel.
  func concern(_ channels: UInt16, _ channel: UInt8) -> Bool {
    channels & (1 << channel | 1 << manager(of: channel)) != 0
  }

  /// The manager channel of a member channel; any other channel is its own.
  private func manager(of channel: UInt8) -> UInt8 {
    if channel > 0 && channel <= lowerMembers { return 0 }
    if channel < 15 && channel + upperMembers >= 15 { return 15 }
    return channel
  }

  /// Receives a control change of a registered parameter: the range of the bend (0) and the configuration of MPE (6).
  ///
  /// - Returns: whether a range has changed.
  mutating func receive(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) -> Bool {
    let index = Int(channel)
    switch controller {
    case 101: parameters[index] = UInt16(value) << 7 | parameters[index] & 0x7f
    case 100: parameters[index] = parameters[index] & 0x3f80 | UInt16(value)
    // A parameter that is not registered.
    case 98, 99: parameters[index] = 0x3fff
    case 6 where parameters[index] == 0:
      setRange(channel, Float(value))
      return true
    case 38 where parameters[index] == 0 && ranges[index] >= 0:
      setRange(channel, ranges[index].rounded(.down) + 0.01 * Float(value))
      return true
    case 6 where parameters[index] == 6 && (channel == 0 || channel == 15):
      configure(channel, members: min(value, 15))
      return true
    default: break
    }
    return false
  }

  /// All member channels of a zone have the same range.
  private mutating func setRange(_ channel: UInt8, _ range: Float) {
    let manager = manager(of: channel)
    for other in 0..<UInt8(16)
    where other == channel || manager != channel && other != manager && self.manager(of: other) == manager {
      ranges[Int(other)] = range
    }
  }

  /// Whether MPE determines the use of a channel.
  private func isInZone(_ channel: UInt8) -> Bool {
    manager(of: channel) != channel || channel == 0 && lowerMembers > 0 || channel == 15 && upperMembers > 0
  }

  /// Gives a zone a number of members. Channels that join one get the ranges of MPE, and those that leave one that of the plug-in.
  private mutating func configure(_ channel: UInt8, members: UInt8) {
    let former = self
    if channel == 0 {
      lowerMembers = members
      upperMembers = min(upperMembers, 14 - min(members, 14))
    } else {
      upperMembers = members
      lowerMembers = min(lowerMembers, 14 - min(members, 14))
    }
    for other in 0..<UInt8(16) {
      if other == channel {
        ranges[Int(other)] = members > 0 ? Self.managerRange : -1
      } else if manager(of: other) == channel {
        ranges[Int(other)] = Self.memberRange
      } else if former.isInZone(other) && !isInZone(other) {
        ranges[Int(other)] = -1
      }
    }
  }
}
