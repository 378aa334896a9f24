import CProcess
import Glibc

/// The memory that the two processes share: where the chain is, and the sound that travels.
///
/// The parent fills a slot's input and hands the slot over by a byte on a pipe; the child fills its output and hands
/// it back the same way. The pipes order the accesses.
final class SharedBlocks {
  /// How many slots travel at once.
  static let slotCount = 6

  /// What the child is doing, for the line that says so when it dies.
  enum Call: Int32 {
    case load, instantiate, restore, activate, run, deactivate, cleanup, finished
  }

  private struct Header {
    var call: Int32
    var stage: Int32
    var frame: Int64
  }

  private static let headerSize = 4096
  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private let slotLength: Int
  private let inputChannels: Int
  private let outputChannels: Int

  /// The parent's side: makes the memory.
  ///
  /// - Throws: `RenderError.internal` where the system refuses.
  convenience init(for plan: ChainPlan) throws(RenderError) {
    let descriptor = memfd_create("lv2render", CPROCESS_MEMFD_CLOEXEC)
    guard descriptor >= 0, ftruncate(descriptor, Self.size(plan)) == 0 else {
      throw .internal("no shared memory: \(String(cString: strerror(errno)))")
    }
    try self.init(descriptor: descriptor, plan)
  }

  /// The child's side: maps what the parent made.
  init(descriptor: Int32, _ plan: ChainPlan) throws(RenderError) {
    size = Self.size(plan)
    slotLength = plan.slotLength
    inputChannels = plan.inputChannels
    outputChannels = plan.outputChannels
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
      close(descriptor)
      throw .internal("no shared memory: \(String(cString: strerror(errno)))")
    }
    self.memory = memory
    self.descriptor = descriptor
  }

  deinit {
    munmap(memory, size)
    close(descriptor)
  }

  private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

  /// Notes what is about to be called, in which stage, at which frame of the chain's input.
  func note(_ call: Call, stage: Int, frame: Int) {
    header.pointee = Header(call: call.rawValue, stage: Int32(stage), frame: Int64(frame))
  }

  var noted: (call: Call, stage: Int, frame: Int) {
    let header = header.pointee
    return (Call(rawValue: header.call) ?? .load, Int(header.stage), Int(header.frame))
  }

  /// The latency of the whole chain when the slot was done, in frames.
  func latency(_ slot: Int) -> UnsafeMutablePointer<Int32> {
    (memory + 64 + 4 * slot).assumingMemoryBound(to: Int32.self)
  }

  func input(_ slot: Int, channel: Int) -> UnsafeMutablePointer<Float> { channelPointer(slot, channel) }

  func output(_ slot: Int, channel: Int) -> UnsafeMutablePointer<Float> {
    channelPointer(slot, inputChannels + channel)
  }

  private func channelPointer(_ slot: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
    let index = (slot * (inputChannels + outputChannels) + channel) * slotLength
    return (memory + Self.headerSize + index * 4).assumingMemoryBound(to: Float.self)
  }

  private static func size(_ plan: ChainPlan) -> Int {
    headerSize + slotCount * (plan.inputChannels + plan.outputChannels) * plan.slotLength * 4
  }
}
