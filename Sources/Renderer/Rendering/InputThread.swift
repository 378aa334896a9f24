import Glibc
import Synchronization

/// A thread that reads the input into free slots and submits them to the chain, while the main thread writes the
/// output.
final class InputThread: @unchecked Sendable {
  // SAFETY: only the thread uses `mixer` and `submitted` after its start; the semaphore and the chain's pipes transfer
  // the slots; `end` is atomic and `failure` has a lock; `thread` is written once, in init.

  /// The length of the input in frames; negative until the thread has read all of it.
  private let end = Atomic<Int>(-1)
  private let failure = Mutex<RenderError?>(nil)
  private let isStopping = Atomic<Bool>(false)
  private let plan: ChainPlan
  private let chain: ChainProcess
  private let mixer: Mixer
  private let freeSlots: UnsafeMutablePointer<sem_t>
  private var submitted = 0
  private var thread = pthread_t()

  /// - Throws: `RenderError.internal` if the system has no thread.
  init(plan: ChainPlan, chain: ChainProcess, mixer: Mixer) throws(RenderError) {
    self.plan = plan
    self.chain = chain
    self.mixer = mixer
    freeSlots = .allocate(capacity: 1)
    sem_init(freeSlots, 0, UInt32(SharedBlocks.slotCount))
    thread = try Interruption.startThread { self.run() }
  }

  deinit {
    sem_destroy(freeSlots)
    freeSlots.deallocate()
  }

  /// The length of the input in frames; nil until the slot with its end has been submitted.
  var inputLength: Int? {
    let end = end.load(ordering: .acquiring)
    return end < 0 ? nil : end
  }

  /// Frees a slot after its output has been used.
  func release() { sem_post(freeSlots) }

  /// The error that ended the thread. The thread has closed the chain's request pipe then.
  var error: RenderError? { failure.withLock { $0 } }

  /// Ends the thread after its current slot. Call it once, while the chain still exists.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    sem_post(freeSlots)
    pthread_join(thread, nil)
  }

  private func run() {
    do throws(RenderError) {
      while true {
        while sem_wait(freeSlots) != 0 {}
        if isStopping.load(ordering: .acquiring) { return }
        let slot = submitted % SharedBlocks.slotCount
        // After the end, the mixer fills the slots with zeros.
        let count = try mixer.read(into: chain.blocks.inputs(slot), frames: plan.slotLength)
        if count < plan.slotLength && inputLength == nil {
          end.store(submitted * plan.slotLength + count, ordering: .releasing)
        }
        submitted += 1
        guard chain.submit(slot) else { return }
      }
    } catch {
      failure.withLock { $0 = error }
      chain.closeRequests()
    }
  }
}
