import LV2Host
import TestHost

/// A sequence for an atom port that ends at an inaccessible page.
final class GuardedSequence {
  let port: PortDescription
  let sequence: AtomSequence
  let buffer: GuardedBuffer

  /// - Parameters:
  ///   - capacity: in bytes, a multiple of 8, at least 16.
  ///   - access: what the plug-in is permitted to do with it.
  init(_ port: PortDescription, capacity: Int, access: GuardedBuffer.Access) throws(HostError) {
    self.port = port
    buffer = try GuardedBuffer(size: capacity, placement: .end, access: access, port: port.index)
    sequence = AtomSequence(
      memory: UnsafeMutableRawBufferPointer(start: buffer.host, count: capacity), types: InstanceUnderTest.atomTypes)
  }

  /// Whether the buffer has an atom of another type that the port lists.
  var holdsListedType: Bool { port.bufferTypes.contains { InstanceUnderTest.map.id(of: $0) == sequence.type } }

  /// The accesses to the guard pages of all sequences since the last reset of the events.
  ///
  /// - Parameter separatingBlocks: whether accesses in different blocks are different events.
  static func accesses(separatingBlocks: Bool = false) -> [WatchedEvent] {
    WatchedEvent.recorded(
      by: { $0.argument ^ (separatingBlocks ? ($0.mark >> 32) << 8 : 0) },
      where: { $0.kind == .bufferRead || $0.kind == .bufferWrite })
  }
}

extension InstanceUnderTest {
  static let atomTypes = SequenceURIDs(map)

  /// Activates the instance, watches its buffers, and connects each atom output for sequences to a guarded sequence.
  ///
  /// - Parameters:
  ///   - capacity: the least capacity of a port's sequence, in bytes.
  ///   - before: called while the outputs still have the buffers of the instance.
  func activateWithGuardedOutputs(
    capacity: (PortDescription) -> Int, before: () -> Void = {}
  ) throws(HostError) -> [GuardedSequence] {
    var outputs: [GuardedSequence] = []
    for port in plugin.sequencePorts(.output) {
      outputs.append(try GuardedSequence(port, capacity: (capacity(port) + 7) & ~7, access: .readWrite))
    }
    WatchedEvent.reset()
    activate()
    before()
    watch = .buffers
    for output in outputs {
      output.sequence.prepareForOutput()
      connect(output.port.index, to: output.buffer.data)
    }
    return outputs
  }
}

extension WatchedEvent {
  var isRead: Bool { kind == .bufferRead }
  /// The index of the port whose buffer was accessed.
  var port: Int { Int(Int64(bitPattern: argument)) }
  /// In bytes, from the start of the buffer.
  var offset: Int { Int(Int64(bitPattern: detail)) }
}

extension PluginDescription {
  /// The atom ports of one direction that support sequences.
  func sequencePorts(_ direction: PortDescription.Direction) -> [PortDescription] {
    ports(.atom, direction).filter(\.supportsSequence)
  }
}
