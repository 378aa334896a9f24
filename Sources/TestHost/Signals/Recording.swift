/// The samples of a plug-in's audio and CV outputs, one channel per port.
package struct Recording: Sendable, Equatable {
  /// The port index of each channel.
  package var ports: [Int]
  /// In the order of `ports`, all of the same length.
  package var channels: [[Float]]

  /// The number of frames.
  package var count: Int { channels.first?.count ?? 0 }

  /// Appends a later recording of the same ports.
  package mutating func append(_ later: Recording) {
    for index in channels.indices { channels[index] += later.channels[index] }
  }

  /// The largest magnitude of all samples; NaN counts as infinite. 0 if there are no samples.
  package var peak: Float {
    channels.reduce(0) { peak, channel in
      channel.reduce(peak) { $1.isNaN ? .infinity : max($0, abs($1)) }
    }
  }

  /// The earliest sample of all channels that is NaN or infinite.
  package var firstNonfinite: Place? { first { !$0.isFinite } }

  /// The earliest sample of all channels that satisfies `predicate`.
  package func first(where predicate: (Float) -> Bool) -> Place? {
    var earliest: Place?
    for (port, channel) in zip(ports, channels) {
      guard let frame = channel.firstIndex(where: predicate), frame < earliest?.frame ?? .max else { continue }
      earliest = Place(port: port, frame: frame, value: channel[frame])
    }
    return earliest
  }

  /// Whether all samples have the same bits; a NaN equals the same NaN.
  package func isIdentical(to other: Recording) -> Bool {
    firstDifference(from: other) == nil && count == other.count
  }

  /// The earliest sample of all channels whose bits differ.
  package func firstDifference(from other: Recording) -> Place? {
    var earliest: Place?
    for (index, channel) in channels.enumerated() {
      let frame = zip(channel, other.channels[index]).enumerated().first {
        $0.element.0.bitPattern != $0.element.1.bitPattern
      }?.offset
      guard let frame, frame < earliest?.frame ?? .max else { continue }
      earliest = Place(port: ports[index], frame: frame, value: channel[frame])
    }
    return earliest
  }

  /// The largest difference between corresponding samples; infinite if two samples differ and either is not finite.
  package func largestDifference(from other: Recording) -> Float {
    var largest: Float = 0
    for (mine, theirs) in zip(channels, other.channels) {
      for (left, right) in zip(mine, theirs) where left.bitPattern != right.bitPattern {
        let difference = abs(left - right)
        largest = max(largest, difference.isFinite ? difference : .infinity)
      }
    }
    return largest
  }

  /// One sample of one channel.
  package struct Place: Sendable, Equatable {
    package var port: Int
    package var frame: Int
    package var value: Float
  }
}

extension Float {
  /// The value in a message, with `NaN` and `infinity` in words.
  package var text: String {
    isFinite ? "\(self)" : isNaN ? "NaN" : self < 0 ? "-infinity" : "infinity"
  }
}
