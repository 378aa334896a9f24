import CProcess
import Glibc

/// Samples put aside on disk until the peak of the whole is known: memory does not grow with the sound.
final class SampleSpool {
  private let descriptor: Int32
  private let path: String
  private let channels: Int
  /// The lengths of the blocks, in the order in which they were written.
  private var sizes: [Int] = []

  /// - Parameter target: the file lies in its directory, without a name.
  init(for target: ReplacedFile, channels: Int) throws(RenderError) {
    self.channels = channels
    path = target.path
    var template = Array("\(target.directory).lv2render.XXXXXX".utf8CString)
    descriptor = mkostemp(&template, O_CLOEXEC)
    guard descriptor >= 0 else { throw .output(path: path, reason: String(cString: strerror(errno))) }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// Puts frames aside, a buffer a channel.
  func write(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>) throws(RenderError) {
    for source in samples {
      var rest = UnsafeRawBufferPointer(start: source + range.lowerBound, count: range.count * 4)
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        guard written > 0 else { throw .output(path: path, reason: String(cString: strerror(errno))) }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
    sizes.append(range.count)
  }

  /// Gives everything back, block by block, from the start.
  func replay(_ body: ([UnsafeMutablePointer<Float>], Int) throws(RenderError) -> Void) throws(RenderError) {
    lseek(descriptor, 0, SEEK_SET)
    let largest = sizes.max() ?? 0
    let buffers = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, largest)) }
    defer { for buffer in buffers { buffer.deallocate() } }
    for size in sizes {
      for buffer in buffers {
        var filled = 0
        while filled < size * 4 {
          let got = read(descriptor, UnsafeMutableRawPointer(buffer) + filled, size * 4 - filled)
          guard got > 0 else { throw .internal("samples put aside cannot be read again") }
          filled += got
        }
      }
      try body(buffers, size)
    }
  }
}
