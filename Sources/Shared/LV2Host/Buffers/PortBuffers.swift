/// Ordinary buffers for all ports of a plug-in.
///
/// A control port has one value, initially the default. An audio or CV port has one aligned buffer. An atom port that
/// supports sequences has one sequence. Ports of unknown types are connected to NULL.
///
/// An unused cache line precedes and follows every audio and CV buffer and follows the control values. A plug-in that
/// exceeds a buffer by a sample or a vector therefore does not corrupt the heap. To detect it, use guard pages.
public final class PortBuffers {
  /// The alignment of audio and CV buffers in bytes: the longest vector of x86-64, and a cache line.
  public static let alignment = 64

  /// A reference to a sequence, which a larger one can replace on the plug-in's request.
  public final class AtomPort {
    public fileprivate(set) var sequence: AtomSequence
    fileprivate let isOutput: Bool

    fileprivate init(_ sequence: consuming AtomSequence, isOutput: Bool) {
      self.sequence = sequence
      self.isOutput = isOutput
    }
  }

  public let plugin: PluginDescription
  /// The longest block, in frames.
  public let capacity: Int
  private let values: UnsafeMutableBufferPointer<Float>
  private let samples: UnsafeMutableRawPointer
  /// The number of the buffer of each audio or CV port, by port index.
  private let sampleSlots: [Int: Int]
  /// The distance between two buffers in samples: a multiple of the alignment, including one unused cache line.
  private let slotStride: Int
  private let atoms: [Int: AtomPort]
  /// The indices of the control ports.
  private let controls: Set<Int>
  private let sampleOffset: Int
  /// A cache line in samples.
  private static let margin = PortBuffers.alignment / MemoryLayout<Float>.stride

  /// - Parameter sampleOffset: the distance of audio and CV buffers from aligned addresses, in samples, at most 15.
  public init(_ plugin: PluginDescription, configuration: HostConfiguration, map: URIDMap, sampleOffset: Int = 0) {
    self.plugin = plugin
    self.sampleOffset = sampleOffset
    capacity = configuration.maximumBlockLength
    values = .allocate(capacity: plugin.portCount + Self.margin)
    values.initialize(repeating: 0)
    let sampled = plugin.ports.filter(\.hasSamples).map(\.index)
    sampleSlots = Dictionary(zip(sampled, 0...)) { first, _ in first }
    slotStride = (capacity + Self.margin - 1) / Self.margin * Self.margin + Self.margin
    let size = (sampled.count * slotStride + Self.margin) * MemoryLayout<Float>.stride
    samples = .allocate(byteCount: size, alignment: Self.alignment)
    samples.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let types = map.sequenceURIDs
    var atoms: [Int: AtomPort] = [:]
    for port in plugin.ports where port.supportsSequence {
      let sequence = AtomSequence(capacity: configuration.sequenceSize, types: types)
      atoms[port.index] = AtomPort(sequence, isOutput: port.isOutput)
    }
    self.atoms = atoms
    controls = Set(plugin.ports.lazy.filter { $0.kind == .control }.map(\.index))
    for port in plugin.ports where port.kind == .control && port.isInput {
      values[port.index] = port.initialValue(rate: configuration.sampleRate)
    }
  }

  deinit {
    values.deallocate()
    samples.deallocate()
  }

  /// Connects every port, and serves the plug-in's requests to resize its atom buffers.
  public func connect(to instance: HostedInstance) {
    for port in plugin.ports { instance.connect(port.index, to: memory(port.index)) }
    instance.features.onResize = { [weak self, weak instance] port, size in
      guard let self, let instance, let atom = atoms[port] else { return false }
      guard size > atom.sequence.capacity else { return true }
      let larger = AtomSequence(capacity: size, types: atom.sequence.types)
      larger.pointer.copyMemory(from: atom.sequence.pointer, byteCount: atom.sequence.capacity)
      if !larger.isSequence { larger.prepareForOutput() }
      atom.sequence = larger
      instance.connect(port, to: atom.sequence.pointer)
      return true
    }
  }

  /// The value of a control port, input or output.
  public subscript(control port: Int) -> Float {
    get { values[port] }
    set { values[port] = newValue }
  }

  /// The buffer of an audio or CV port, of `capacity` samples; nil for other ports.
  public func samples(_ port: Int) -> UnsafeMutableBufferPointer<Float>? {
    sampleSlots[port].map { slot in
      let start = samples.assumingMemoryBound(to: Float.self) + Self.margin + slot * slotStride + sampleOffset
      return UnsafeMutableBufferPointer(start: start, count: capacity)
    }
  }

  /// The sequence of an atom port; nil for other ports.
  public func atom(_ port: Int) -> AtomPort? { atoms[port] }

  /// Clears the atom inputs and prepares the atom outputs. Call it before each run().
  public func prepareAtoms() {
    for port in atoms.values {
      if port.isOutput { port.sequence.prepareForOutput() } else { port.sequence.clear() }
    }
  }

  /// The address to which `connect(to:)` connects a port; nil for a port of an unknown type.
  public func memory(_ port: Int) -> UnsafeMutableRawPointer? {
    if controls.contains(port) { return UnsafeMutableRawPointer(values.baseAddress! + port) }
    return samples(port).flatMap { UnsafeMutableRawPointer($0.baseAddress) } ?? atoms[port]?.sequence.pointer
  }
}
