/// Silence of a given length.
final class SilentSource: SoundSource {
  let channels = 1
  var length: Int? { frames }
  private let frames: Int
  private var position = 0

  init(frames: Int) { self.frames = frames }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(buffer.count, frames - position)
    UnsafeMutableBufferPointer(rebasing: buffer[..<count]).update(repeating: 0)
    position += count
    return count
  }
}
