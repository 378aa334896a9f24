import CSupport
import Glibc
import Support

/// A nameless file that holds all samples until their peak is known, so that memory does not grow with the output.
final class TemporarySampleFile {
  private let descriptor: Int32
  /// The path of the output, for messages.
  private let path: String
  private let channels: Int
  /// The lengths of the blocks in frames.
  private var blockLengths: [Int] = []

  /// - Parameter target: its directory contains the file.
  /// - Throws: `RenderError.output`.
  init(for target: OutputTarget, channels: Int) throws(RenderError) {
    self.channels = channels
    path = target.path
    var template = Array("\(target.directory).unfinished-XXXXXX".utf8CString)
    descriptor = mkostemp(&template, O_CLOEXEC)
    guard descriptor >= 0 else { throw .output(path: path, reason: systemMessage()) }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// Appends frames: one buffer for each channel.
  func write(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>) throws(RenderError) {
    for source in samples {
      let bytes = UnsafeRawBufferPointer(start: source + range.lowerBound, count: range.count * 4)
      if let errno = writeAll(Array(bytes), to: descriptor) { throw .output(path: path, reason: systemMessage(errno)) }
    }
    blockLengths.append(range.count)
  }

  /// Passes all blocks to `body`, from the first one.
  func forEachBlock(
    _ body: ([UnsafeMutablePointer<Float>], _ frames: Int) throws(RenderError) -> Void
  ) throws(RenderError) {
    lseek(descriptor, 0, SEEK_SET)
    let largest = blockLengths.max() ?? 0
    let buffers = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, largest)) }
    defer { for buffer in buffers { buffer.deallocate() } }
    for length in blockLengths {
      for buffer in buffers {
        var filled = 0
        while filled < length * 4 {
          let count = read(descriptor, UnsafeMutableRawPointer(buffer) + filled, length * 4 - filled)
          guard count > 0 else { throw .internal("The temporary file of samples cannot be read: \(systemMessage())") }
          filled += count
        }
      }
      try body(buffers, length)
    }
  }
}
