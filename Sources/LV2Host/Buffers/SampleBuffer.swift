/// Samples for an audio or CV port: aligned, owned, of fixed length.
public struct SampleBuffer: ~Copyable {
  /// In bytes: enough for every vector width of x86-64, and a cache line.
  public static let alignment = 64

  /// The first sample; valid as long as the buffer lives.
  public let pointer: UnsafeMutablePointer<Float>
  /// In frames.
  public let count: Int
  private let storage: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - count: how many samples, at least 1.
  ///   - offset: shifts the first sample by so many samples from the aligned address, to try other alignments.
  public init(count: Int, offset: Int = 0) {
    precondition(count > 0 && offset >= 0)
    let size = (count + offset) * MemoryLayout<Float>.stride
    storage = .allocate(byteCount: size, alignment: Self.alignment)
    pointer = (storage + offset * MemoryLayout<Float>.stride).bindMemory(to: Float.self, capacity: count)
    self.count = count
    fill(0)
  }

  deinit { storage.deallocate() }

  public var samples: UnsafeMutableBufferPointer<Float> { .init(start: pointer, count: count) }

  public func fill(_ value: Float) { pointer.initialize(repeating: value, count: count) }

  public subscript(_ frame: Int) -> Float {
    get { samples[frame] }
    nonmutating set { samples[frame] = newValue }
  }
}
