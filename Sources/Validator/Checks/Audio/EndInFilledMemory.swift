import TestHost

/// The bytes of new memory whose content ends the process.
///
/// Copies of the process search them, so that the check goes on without them.
struct EndInFilledMemory {
  /// In seconds. What takes longer in the first copy is not searched.
  private static let timeout = 5

  /// The first content that ends the process.
  let content: UInt8
  /// The places that end the process with this content.
  let places: [FreshMemory.Place]
  private let positions: [FreshMemory.Positions]

  /// Nil if nothing ends, or if no bytes of the heap suffice for it.
  ///
  /// - Parameters:
  ///   - contents: the values of the bytes.
  ///   - exercise: what an instance does.
  init?(
    _ context: PluginContext, contents: [UInt8], _ exercise: @escaping (InstanceUnderTest, PluginContext) -> Void
  ) throws {
    /// The number of positions that an instance allocates; nil if the process ends with one of the contents.
    func count(_ contents: [UInt8], _ positions: [FreshMemory.Positions]?) -> UInt64? {
      let copy = ForkedCopy(capacity: 1, timeout: Self.timeout) { _ in
        for content in contents {
          try? context.inMemory(filledWith: content, only: positions) { exercise($0, context) }
        }
        return [Float(bitPattern: UInt32(truncatingIfNeeded: FreshMemory.count))]
      }
      return copy.samples(0).map { UInt64($0[0].bitPattern) }
    }
    let start = ContinuousClock.now
    guard count(contents, nil) == nil, ContinuousClock.now - start < .seconds(Self.timeout) else { return nil }
    guard let bytesOfHeap = count([contents[0]], []) else { return nil }
    var all: [FreshMemory.Positions] = []
    var first: (content: UInt8, bytes: IndeterminateBytes)?
    for content in contents {
      let bytes = IndeterminateBytes(of: bytesOfHeap, atMost: context.reduced(IndeterminateBytes.maximum)) {
        positions in
        count([content], positions.flatMap { $0.without(all) }) == nil
      }
      all = (all + bytes.sufficient).sorted { $0.lowerBound < $1.lowerBound }
      if first == nil, !bytes.positions.isEmpty { first = (content, bytes) }
    }
    guard let (content, bytes) = first else { return nil }
    places = try bytes.places { position in
      try context.inMemory(filledWith: content, only: [], watching: position) { exercise($0, context) }
    }
    self.content = content
    positions = all
  }

  /// The context of checks that fill all new memory but these bytes.
  func sparing(in context: PluginContext) -> PluginContext {
    var context = context
    context.sparedMemory = positions
    return context
  }
}
