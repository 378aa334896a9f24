import Glibc
import Synchronization

/// A thread that reads the input ahead into free slots and hands them to the chain, while the main thread writes.
final class Feeder: @unchecked Sendable {
  // SAFETY: the mixer and `submitted` are the thread's alone once it has started; the slots change hands through the
  // semaphore and the chain's pipes; `end` and `failure` have an atomic and a lock.

  /// The frames of the input; negative until its end has been met.
  private let end = Atomic<Int>(-1)
  private let failure = Mutex<RenderError?>(nil)
  private let stopping = Atomic<Bool>(false)
  private let plan: ChainPlan
  private let chain: ChainProcess
  private let mixer: Mixer
  private let free: UnsafeMutablePointer<sem_t>
  private var submitted = 0
  private var thread = pthread_t()

  /// - Throws: `RenderError.internal` where there is no thread to be had.
  init(plan: ChainPlan, chain: ChainProcess, mixer: Mixer) throws(RenderError) {
    self.plan = plan
    self.chain = chain
    self.mixer = mixer
    free = .allocate(capacity: 1)
    sem_init(free, 0, UInt32(SharedBlocks.slotCount))
    let context = Unmanaged.passUnretained(self).toOpaque()
    let status = Interruption.holding {
      pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Feeder>.fromOpaque(context).takeUnretainedValue().feed() }
          return nil
        }, context)
    }
    guard status == 0 else { throw .internal("no thread: \(String(cString: strerror(status)))") }
  }

  deinit {
    sem_destroy(free)
    free.deallocate()
  }

  /// The frames of the input, where its end lies in a slot that has been handed over.
  var inputLength: Int? {
    let end = end.load(ordering: .acquiring)
    return end < 0 ? nil : end
  }

  /// Gives a slot back whose output has been used.
  func release() { sem_post(free) }

  /// What went wrong with the input; the chain has been hung up then.
  var error: RenderError? { failure.withLock { $0 } }

  /// Ends the thread after the slot it is busy with; to be called once, before the chain goes.
  func stop() {
    stopping.store(true, ordering: .releasing)
    sem_post(free)
    pthread_join(thread, nil)
  }

  private func feed() {
    do throws(RenderError) {
      while true {
        while sem_wait(free) != 0 {}
        if stopping.load(ordering: .acquiring) { return }
        let slot = submitted % SharedBlocks.slotCount
        try fill((0..<plan.inputChannels).map { chain.blocks.input(slot, channel: $0) })
        submitted += 1
        guard chain.submit(slot) else { return }
      }
    } catch {
      failure.withLock { $0 = error }
      chain.hangUp()
    }
  }

  private func fill(_ buffers: [UnsafeMutablePointer<Float>]) throws(RenderError) {
    guard inputLength == nil else {
      for buffer in buffers { buffer.update(repeating: 0, count: plan.slotLength) }
      return
    }
    let count = try mixer.read(into: buffers, frames: plan.slotLength)
    if count < plan.slotLength { end.store(submitted * plan.slotLength + count, ordering: .releasing) }
  }
}
