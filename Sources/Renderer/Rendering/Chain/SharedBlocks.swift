import CProcess
import Glibc

/// The memory that both processes share: the progress of the chain, and slots with samples.
///
/// The parent fills the input of a slot and sends the number of the slot on a pipe. The child fills the output and
/// returns the number on another pipe. The pipes order the accesses.
final class SharedBlocks {
  static let slotCount = 6

  /// The call that the child performs, for the error message if it crashes.
  enum Call: Int32 { case load, instantiate, restore, activate, run, deactivate, cleanup, finished }

  private struct Header {
    var call, stage: Int32
    var frame: Int64
    /// The number of calls so far.
    var count: Int64
  }

  private static let headerSize = 4096
  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer
  private let plan: ChainPlan

  /// Creates the memory, in the parent.
  ///
  /// - Throws: `RenderError.internal` if the system has no memory.
  convenience init(for plan: ChainPlan) throws(RenderError) {
    let descriptor = memfd_create("lv2render", CPROCESS_MEMFD_CLOEXEC)
    guard descriptor >= 0, ftruncate(descriptor, Self.size(plan)) == 0 else {
      throw .internal("The system could not create shared memory: \(systemMessage())")
    }
    try self.init(descriptor: descriptor, plan)
  }

  /// Maps the memory of the parent, in the child.
  init(descriptor: Int32, _ plan: ChainPlan) throws(RenderError) {
    self.plan = plan
    guard let memory = mmap(nil, Self.size(plan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      close(descriptor)
      throw .internal("The system could not create shared memory: \(systemMessage())")
    }
    self.memory = memory
    self.descriptor = descriptor
  }

  deinit {
    munmap(memory, Self.size(plan))
    close(descriptor)
  }

  private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

  /// Records the next call, its stage, and the frame of the chain's input.
  func record(_ call: Call, stage: Int, frame: Int) {
    let count = header.pointee.count + 1
    header.pointee = Header(call: call.rawValue, stage: Int32(stage), frame: Int64(frame), count: count)
  }

  /// The call recorded last.
  var current: (call: Call, stage: Int, frame: Int) {
    let header = header.pointee
    return (Call(rawValue: header.call) ?? .load, Int(header.stage), Int(header.frame))
  }

  /// The number of calls so far, which changes with each of them.
  var callCount: Int { Int(header.pointee.count) }

  /// The latency of the whole chain after the slot, in frames.
  func latency(_ slot: Int) -> UnsafeMutablePointer<Int32> {
    (memory + 64 + 4 * slot).assumingMemoryBound(to: Int32.self)
  }

  /// The channels of the chain's input.
  func inputs(_ slot: Int) -> [UnsafeMutablePointer<Float>] { Array(channels(slot).prefix(plan.inputChannels)) }

  /// The channels of the chain's output.
  func outputs(_ slot: Int) -> [UnsafeMutablePointer<Float>] { Array(channels(slot).dropFirst(plan.inputChannels)) }

  private func channels(_ slot: Int) -> [UnsafeMutablePointer<Float>] {
    let count = plan.inputChannels + plan.outputChannels
    let start = (memory + Self.headerSize).assumingMemoryBound(to: Float.self) + slot * count * plan.slotLength
    return (0..<count).map { start + $0 * plan.slotLength }
  }

  private static func size(_ plan: ChainPlan) -> Int {
    headerSize + slotCount * (plan.inputChannels + plan.outputChannels) * plan.slotLength * 4
  }
}
