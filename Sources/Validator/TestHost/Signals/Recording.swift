import LV2Host

/// The samples of a plug-in's audio and CV outputs, one channel per port.
package struct Recording: Sendable, Equatable {
  /// The port index of each channel.
  package var ports: [Int]
  /// In the order of `ports`, all of the same length.
  package var channels: [[Float]]

  /// The number of frames.
  package var count: Int { channels.first?.count ?? 0 }

  /// Creates an empty recording.
  package init(of outputs: [PortDescription]) {
    ports = outputs.map(\.index)
    channels = Array(repeating: [], count: outputs.count)
  }

  /// Appends a later recording of the same ports.
  package mutating func append(_ later: Recording) {
    for index in channels.indices { channels[index] += later.channels[index] }
  }

  /// The recording without the channels of these ports.
  package func without(_ excluded: Set<Int>) -> Recording { only(ports.filter { !excluded.contains($0) }) }

  /// The channels of these ports.
  package func only(_ kept: [Int]) -> Recording {
    var rest = self
    rest.ports = ports.filter(kept.contains)
    rest.channels = zip(ports, channels).filter { kept.contains($0.0) }.map(\.1)
    return rest
  }

  /// The largest magnitude of all samples; NaN counts as infinite. 0 if there are no samples.
  package var peak: Float { channels.map(\.peak).max() ?? 0 }

  /// The earliest sample of all channels that is NaN or infinite.
  package var firstNonfinite: Place? { first { !$0.isFinite } }

  /// A finite sample beyond this magnitude, +180 dBFS, is not a sound either.
  package static let absurd: Float = 1e9

  /// The earliest sample of all channels that is NaN, infinite or absurdly large.
  package var firstAbsurd: Place? { first { !(abs($0) < Self.absurd) } }

  /// The earliest sample that is NaN or infinite; if all are finite, the earliest one that is absurdly large.
  package var firstInvalid: Place? { firstNonfinite ?? firstAbsurd }

  /// The earliest sample of all channels that satisfies `predicate`.
  package func first(where predicate: (Float) -> Bool) -> Place? {
    earliest { channels[$0].firstIndex(where: predicate) }
  }

  /// Whether all samples have the same bits; a NaN equals the same NaN.
  package func isIdentical(to other: Recording) -> Bool { firstDifference(from: other) == nil && count == other.count }

  /// The earliest sample of all channels whose bits differ.
  package func firstDifference(from other: Recording) -> Place? {
    earliest { index in
      zip(channels[index], other.channels[index]).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }?.offset
    }
  }

  /// The ports whose samples differ from those of another recording of the same ports.
  package func portsThatDiffer(from other: Recording) -> Set<Int> {
    Set(
      ports.indices.filter { channels[$0].map(\.bitPattern) != other.channels[$0].map(\.bitPattern) }.map { ports[$0] })
  }

  /// The last frame in which the bits of a channel differ; nil if none does.
  package func lastDifference(from other: Recording) -> Int? {
    zip(channels, other.channels).compactMap { channel, other in
      zip(channel, other).enumerated().reversed().first { $1.0.bitPattern != $1.1.bitPattern }?.offset
    }.max()
  }

  /// The earliest of the frames that `frame` returns for the index of each channel.
  private func earliest(_ frame: (Int) -> Int?) -> Place? {
    channels.indices.compactMap { index in
      frame(index).map { Place(port: ports[index], frame: $0, value: channels[index][$0]) }
    }.min { $0.frame < $1.frame }
  }

  /// The largest difference between corresponding samples; infinite if two samples differ and either is not finite.
  package func largestDifference(from other: Recording) -> Float {
    zip(channels, other.channels).map { $0.largestDifference(from: $1) }.max() ?? 0
  }

  /// The largest difference that remains if each sample may come one frame earlier or later.
  ///
  /// An edge of a square wave that rounding moves by a frame is a large difference between corresponding samples, but is
  /// inaudible.
  package func largestDifferenceOfEdges(from other: Recording) -> Float {
    zip(channels, other.channels).map { max($0.largestDistance(from: $1), $1.largestDistance(from: $0)) }.max() ?? 0
  }

  package struct Place: Sendable, Equatable {
    package var port: Int
    package var frame: Int
    package var value: Float

    package init(port: Int, frame: Int, value: Float) { (self.port, self.frame, self.value) = (port, frame, value) }
  }
}

extension [Float] {
  /// The largest difference between corresponding samples; infinite if two samples differ and either is not finite.
  func largestDifference(from other: [Float]) -> Float {
    differences(from: other).max() ?? 0
  }

  /// The largest distance of a sample from the range of the three nearest samples of another recording; infinite if two
  /// corresponding samples differ and either is not finite.
  fileprivate func largestDistance(from other: [Float]) -> Float {
    indices.prefix(other.count).reduce(0) { largest, index in
      guard self[index].bitPattern != other[index].bitPattern else { return largest }
      let near = other[Swift.max(index - 1, 0)...Swift.min(index + 1, other.count - 1)]
      let distance = Swift.max(self[index] - (near.max() ?? 0), (near.min() ?? 0) - self[index], 0)
      let isFinite = self[index].isFinite && other[index].isFinite
      return Swift.max(largest, isFinite ? distance : .infinity)
    }
  }

  /// The magnitudes of the differences of all samples; a NaN equals itself, and differs by infinity from others.
  package func differences(from other: [Float]) -> some Sequence<Float> {
    zip(self, other).lazy.map { sample, other in
      guard sample.bitPattern != other.bitPattern else { return 0 }
      let difference = abs(sample - other)
      return difference.isFinite ? difference : .infinity
    }
  }
}

extension Sequence<Float> {
  /// The largest magnitude; NaN counts as infinite.
  var peak: Float { reduce(0) { $1.isNaN ? .infinity : Swift.max($0, abs($1)) } }
}
