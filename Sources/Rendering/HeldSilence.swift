/// Frames too soft to be kept for their own sake, in case a later sound makes them part of the tail.
final class HeldSilence {
  private var channels: [[Float]]

  init(channels: Int) { self.channels = [[Float]](repeating: [], count: channels) }

  func hold(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>) {
    for channel in channels.indices {
      channels[channel] += UnsafeBufferPointer(start: samples[channel] + range.lowerBound, count: range.count)
    }
  }

  /// Writes what is held, of which there are `count` frames, or none where `count` is 0.
  func release(_ count: Int, to output: Output) throws(RenderError) {
    guard count > 0, !channels.isEmpty else { return }
    precondition(count == channels[0].count)
    let copies = channels.map { channel in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: count)
      copy.update(from: channel, count: count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    channels = [[Float]](repeating: [], count: channels.count)
    try output.write(copies, 0..<count)
  }
}
