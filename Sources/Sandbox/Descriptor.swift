import Glibc

/// A file descriptor that is closed when its owner goes.
struct Descriptor: ~Copyable {
  let number: Int32

  deinit {
    close(number)
  }

  /// Makes reads return at once.
  func makeNonblocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Reads what is there into `buffer`, at most once.
  ///
  /// Returns the number of bytes; 0 at the end, -1 where nothing is there now.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Glibc.read(number, buffer.baseAddress, buffer.count)
  }
}
