import CLV2

/// Buffers for all ports of one plug-in, for a caller that needs nothing special: connect once, then run.
///
/// Control ports hold one value each and start at the default; audio and CV ports have one aligned buffer each;
/// atom ports that take a sequence have one each. Ports of no known type stay at NULL.
///
/// Before and after every audio and CV buffer a line of the cache belongs to nobody, and so after the control values: a
/// plug-in that misses by a sample or a vector does not damage the heap. Guard pages are there to find it.
public final class PortBuffers {
  /// A sequence behind a reference, so that a plug-in may have it replaced by a larger one.
  public final class AtomPort {
    public fileprivate(set) var sequence: AtomSequence

    fileprivate init(_ sequence: consuming AtomSequence) { self.sequence = sequence }
  }

  public let plugin: PluginDescription
  /// The longest block, in frames.
  public let capacity: Int
  private let values: UnsafeMutableBufferPointer<Float>
  private let samples: UnsafeMutableRawPointer
  /// The number of each audio or CV port's buffer, by port index.
  private let sampleSlots: [Int: Int]
  /// In samples, a multiple of the alignment, with one line more than the buffer needs.
  private let slotStride: Int
  private let atoms: [Int: AtomPort]
  /// The atom ports, with whether they are outputs: what is done before each block looks nothing up.
  private let atomOrder: [(port: AtomPort, isOutput: Bool)]
  /// In samples: one line of the cache.
  private static let margin = SampleBuffer.alignment / MemoryLayout<Float>.stride

  public init(_ plugin: PluginDescription, configuration: HostConfiguration, map: URIDMap) {
    self.plugin = plugin
    capacity = configuration.maximumBlockLength
    values = .allocate(capacity: plugin.portCount + Self.margin)
    values.initialize(repeating: 0)
    let sampled = plugin.ports.filter { $0.kind == .audio || $0.kind == .cv }.map(\.index)
    sampleSlots = Dictionary(zip(sampled, 0...)) { first, _ in first }
    slotStride = (capacity + Self.margin - 1) / Self.margin * Self.margin + Self.margin
    let size = (sampled.count * slotStride + Self.margin) * MemoryLayout<Float>.stride
    samples = .allocate(byteCount: size, alignment: SampleBuffer.alignment)
    samples.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let types = AtomTypes(map)
    atoms = Dictionary(
      plugin.ports.filter(\.takesSequence).map { port in
        (port.index, AtomPort(AtomSequence(capacity: configuration.sequenceSize, types: types)))
      }
    ) { first, _ in first }
    let atoms = atoms
    atomOrder = plugin.ports.compactMap { port in atoms[port.index].map { ($0, port.isOutput) } }
    for port in plugin.ports where port.kind == .control && port.isInput {
      values[port.index] = port.initialValue(rate: configuration.sampleRate)
    }
  }

  deinit {
    values.deallocate()
    samples.deallocate()
  }

  /// Connects every port, and lets the plug-in enlarge its atom buffers where it has resize-port.
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

  /// The buffer of an audio or CV port, of `capacity` samples; nil for another port.
  public func samples(_ port: Int) -> UnsafeMutableBufferPointer<Float>? {
    sampleSlots[port].map { slot in
      let first = samples.assumingMemoryBound(to: Float.self) + Self.margin
      let start = first + slot * slotStride
      return UnsafeMutableBufferPointer(start: start, count: capacity)
    }
  }

  /// The sequence of an atom port; nil for another port.
  public func atom(_ port: Int) -> AtomPort? { atoms[port] }

  /// Empties the atom inputs and makes the atom outputs ready to be written. Call before each run.
  public func prepareAtoms() {
    for (port, isOutput) in atomOrder {
      if isOutput { port.sequence.prepareForOutput() } else { port.sequence.clear() }
    }
  }

  /// What `connect(to:)` connects a port to; nil for a port of no known type.
  public func memory(_ port: Int) -> UnsafeMutableRawPointer? {
    guard let kind = plugin.ports.first(where: { $0.index == port })?.kind else { return nil }
    switch kind {
    case .control: return UnsafeMutableRawPointer(values.baseAddress! + port)
    case .audio, .cv: return samples(port).flatMap { UnsafeMutableRawPointer($0.baseAddress) }
    case .atom: return atoms[port]?.sequence.pointer
    case .event, .unknown: return nil
    }
  }
}
