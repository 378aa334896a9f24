import CProbe
import LV2Host
import Model

/// Buffers of exactly the block length between guard pages, for all audio, CV and control ports of an instance.
///
/// Inputs are read-only. An access to a protected page is recorded and then allowed; canaries reveal writes that miss
/// the protected pages.
package final class GuardedPorts {
  private let instance: InstanceUnderTest
  private let frames: Int
  private let buffers: [(port: PortDescription, buffer: GuardedBuffer)]

  /// Connects the ports of the instance to new buffers for blocks of `frames`.
  ///
  /// - Throws: `HostError.memory`.
  package init(_ instance: InstanceUnderTest, frames: Int, placement: probe_placement) throws(HostError) {
    self.instance = instance
    self.frames = frames
    buffers = try GuardedBuffer.all(of: instance.plugin, frames: frames, placement: placement, readOnlyInputs: true)
    for (port, buffer) in buffers { instance.connect(port.index, to: buffer.data) }
  }

  /// Connects the instance to its own memory again, so that it has no pointer to these buffers.
  deinit { instance.connectAll() }

  /// Writes noise to the audio and CV inputs, and the control values of the instance to the control inputs.
  private func fill(block: Int, seed: UInt32) {
    let noise = Signal.noise(amplitude: 0.5, seed: seed)
    for (channel, (port, buffer)) in buffers.enumerated() where port.isInput {
      let samples = buffer.host.assumingMemoryBound(to: Float.self)
      if port.kind == .control {
        samples[0] = instance[control: port.index]
      } else {
        for frame in 0..<frames {
          samples[frame] = noise.sample(frame: block * frames + frame, channel: channel, rate: instance.setup.rate)
        }
      }
    }
  }

  /// The values of a control input before and after run(); nil for another port, or if it did not change.
  private func change(of port: PortDescription, _ buffer: GuardedBuffer) -> (from: Float, to: Float)? {
    guard port.isInput, port.kind == .control else { return nil }
    let (before, after) = (instance[control: port.index], buffer.host.load(as: Float.self))
    return before.bitPattern == after.bitPattern ? nil : (before, after)
  }

  /// Runs blocks and returns the out-of-bounds accesses.
  ///
  /// - Parameter call: calls run() once; returns false if the plug-in crashed, which ends the series.
  package func accesses(blocks: Int, seed: UInt32, _ call: (Int) -> Bool) -> [OutOfBoundsAccess] {
    var accesses: [OutOfBoundsAccess] = []
    let controls = instance.changedControls
    for block in 0..<blocks {
      fill(block: block, seed: seed)
      instance.prepareAtoms()
      // The note lasts for all blocks, since there can be as few as two.
      instance.playNote(at: block * frames, until: .max, length: frames)
      // Many instruments render the parts of a block between its events.
      let events: [(frame: Int, message: [UInt8])] = [
        (frames / 3, [0x90, 72, 100]), (2 * frames / 3, [0x80, 72, 64]), (frames - 1, [0x90, 60, 100]),
      ]
      for event in events { instance.sendMIDI(event.message, at: event.frame) }
      probe_event_reset()
      let position = Finding.Block(index: instance.blockIndex, frames: frames)
      let survived = call(frames)
      for event in WatchedEvent.recorded(by: \.argument, where: { !$0.isInvalidFree }) {
        let port = Int(Int64(bitPattern: event.argument))
        guard let (description, buffer) = buffers.first(where: { $0.port.index == port }) else { continue }
        accesses.append(
          OutOfBoundsAccess(
            port: port, access: event.kind == .bufferRead ? .read : .write,
            offset: Int(Int64(bitPattern: event.detail)), size: buffer.size, block: position, count: event.count,
            change: change(of: description, buffer), controls: controls, stack: event.stack))
      }
      for (port, buffer) in buffers {
        buffer.protect()
        guard let offset = buffer.brokenCanary else { continue }
        buffer.resetCanary()
        accesses.append(
          OutOfBoundsAccess(
            port: port.index, access: .write, offset: offset, size: buffer.size, block: position, controls: controls))
      }
      if !survived { break }
    }
    return accesses
  }
}
