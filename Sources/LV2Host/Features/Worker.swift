import CLV2
import CProbe
import Glibc
import Synchronization

/// The `worker:schedule` feature: carries a plug-in's work from `run` to where it may take time, and the answers back.
///
/// `schedule_work` only writes to a ring, so a plug-in that schedules in `run` does nothing that real time forbids.
public final class Worker: @unchecked Sendable {
  // SAFETY: `instance`, `interface` and `isRunning` are written by the thread that owns the instance; the working
  // thread reads the first two, after the thread that set them has woken it.
  private static let capacity = 1 << 18

  private let door = WorkerDoor()
  /// The C struct for `worker:schedule`, as instantiate() receives it: for run() alone.
  let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>
  /// Another, which restore() receives, and may use while it is on.
  let restoreSchedule: UnsafeMutablePointer<LV2_Worker_Schedule>
  public let mode: HostConfiguration.WorkerMode
  private let requests = ByteRing(capacity: capacity)
  private let responses = ByteRing(capacity: capacity)
  private let requestBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
  private let responseBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
  private var instance: LV2_Handle?
  private var interface: UnsafePointer<LV2_Worker_Interface>?
  private var thread: pthread_t?
  /// What listens while the plug-in answers in the audio thread.
  var watch: probe_watch = []
  /// What listens while the plug-in works, beside the account of its heap blocks.
  public var workWatch: probe_watch = []
  private let wake: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)
  private let runningThread = Atomic<UInt>(0)
  private let stopping = Atomic<Bool>(false)
  private let scheduled = Atomic<Int>(0)
  /// Requests that are not carried out yet.
  private let pending = Atomic<Int>(0)
  private let misplaced = Atomic<Int>(0)
  private let lateResponses = Atomic<Int>(0)
  private let isWorking = Atomic<Bool>(false)

  public init(mode: HostConfiguration.WorkerMode) {
    self.mode = mode
    schedule = .allocate(capacity: 1)
    restoreSchedule = .allocate(capacity: 1)
    sem_init(wake, 0, 0)
    // SAFETY: the structs stay for good, as the door does: a plug-in may come back when its instance is gone.
    door.worker = .passUnretained(self)
    schedule.initialize(
      to: LV2_Worker_Schedule(handle: door.handle) { handle, size, data in
        guard let worker = WorkerDoor.worker(behind: handle) else { return LV2_WORKER_ERR_UNKNOWN }
        let isMisplaced = !worker.isInRun
        let crossing = Crossing(.scheduleWork, detail: isMisplaced ? 1 : 0)
        defer { crossing.end() }
        if isMisplaced { worker.misplaced.add(1, ordering: .relaxed) }
        return worker.receive(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)))
      })
    restoreSchedule.initialize(
      to: LV2_Worker_Schedule(handle: door.handle) { handle, size, data in
        let crossing = Crossing(.scheduleWork)
        defer { crossing.end() }
        guard let worker = WorkerDoor.worker(behind: handle) else { return LV2_WORKER_ERR_UNKNOWN }
        return worker.receive(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)))
      })
  }

  deinit {
    detach()
    door.worker = nil
    sem_destroy(wake)
    wake.deallocate()
    requestBuffer.deallocate()
    responseBuffer.deallocate()
  }

  /// How often the plug-in scheduled work.
  public var scheduleCount: Int { scheduled.load(ordering: .relaxed) }
  /// How often it did so outside `run`, by what instantiate() received: the specification does not allow it.
  public var outOfRunCount: Int { misplaced.load(ordering: .relaxed) }
  /// How often it answered when it was not at work.
  public var lateResponseCount: Int { lateResponses.load(ordering: .relaxed) }
  /// Whether the plug-in has the interface that work needs.
  public var hasInterface: Bool { interface != nil }
  /// Whether nothing waits to be carried out, or to be answered after the next run.
  public var isIdle: Bool { pending.load(ordering: .acquiring) == 0 && responses.isEmpty }
  /// Whether requests wait to be carried out.
  public var hasPendingWork: Bool { !requests.isEmpty }

  /// Ties the worker to an instance; in `thread` mode its thread starts here.
  func attach(_ instance: LV2_Handle, interface: UnsafePointer<LV2_Worker_Interface>) {
    self.instance = instance
    self.interface = interface
    guard mode == .thread else { return }
    var started = pthread_t()
    let context = Unmanaged.passUnretained(self).toOpaque()
    let status = pthread_create(
      &started, nil,
      { context in
        probe_record_prepare_thread()
        if let context { Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().serve() }
        return nil
      }, context)
    precondition(status == 0, "no thread for the worker")
    thread = started
  }

  /// Ends the thread after the request it is busy with, and forgets the instance.
  func detach() {
    if let thread {
      stopping.store(true, ordering: .releasing)
      sem_post(wake)
      pthread_join(thread, nil)
      stopping.store(false, ordering: .releasing)
    }
    thread = nil
    instance = nil
    interface = nil
  }

  /// Waits until the thread has carried out what was scheduled: nothing else of an instance is on beside the calls
  /// that activate, deactivate and restore it.
  func settle() {
    guard mode == .thread, thread != nil else { return }
    sem_post(wake)
    while pending.load(ordering: .acquiring) > 0 { usleep(100) }
  }

  /// Says that the calling thread is about to enter `run`.
  func willRun() { runningThread.store(UInt(pthread_self()), ordering: .relaxed) }

  /// After `run`, in the same thread: wakes the worker's thread, delivers the responses, calls `end_run`.
  ///
  /// All of it is the run context still, in which work may be scheduled.
  func didRun() {
    defer {
      probe_event_set_phase(.run)
      runningThread.store(0, ordering: .relaxed)
    }
    guard let interface else { return }
    if mode == .thread, !requests.isEmpty { sem_post(wake) }
    probe_event_set_phase(.workResponse)
    while let size = responses.read(into: responseBuffer) {
      inPlugin(watch) { _ = interface.pointee.work_response?(instance, UInt32(size), responseBuffer.baseAddress) }
    }
    probe_event_set_phase(.endRun)
    if let endRun = interface.pointee.end_run { inPlugin(watch) { _ = endRun(instance) } }
  }

  /// Carries out what was scheduled; for `deferred` mode, between two runs. Responses come after the next run.
  public func performDeferred() {
    precondition(mode == .deferred)
    performAll()
  }

  /// Whether the calling thread is in `run`.
  private var isInRun: Bool { runningThread.load(ordering: .relaxed) == UInt(pthread_self()) }

  private func receive(_ message: UnsafeRawBufferPointer) -> LV2_Worker_Status {
    scheduled.add(1, ordering: .relaxed)
    guard let interface else { return LV2_WORKER_ERR_UNKNOWN }
    if mode == .immediate {
      return interface.pointee.work(
        instance,
        { handle, size, data in
          guard let worker = WorkerDoor.worker(behind: handle) else { return LV2_WORKER_ERR_UNKNOWN }
          return worker.interface?.pointee.work_response?(worker.instance, size, data) ?? LV2_WORKER_ERR_UNKNOWN
        }, door.handle, UInt32(message.count), message.baseAddress)
    }
    pending.add(1, ordering: .relaxed)
    guard requests.write(message) else {
      pending.subtract(1, ordering: .relaxed)
      return LV2_WORKER_ERR_NO_SPACE
    }
    if mode == .thread, !isInRun { sem_post(wake) }
    return LV2_WORKER_SUCCESS
  }

  private func serve() {
    while true {
      while sem_wait(wake) != 0 {}
      if stopping.load(ordering: .acquiring) { return }
      performAll()
    }
  }

  private func performAll() {
    guard let interface else { return }
    while !stopping.load(ordering: .acquiring), let size = requests.read(into: requestBuffer) {
      isWorking.store(true, ordering: .relaxed)
      defer {
        isWorking.store(false, ordering: .relaxed)
        pending.subtract(1, ordering: .releasing)
      }
      inPlugin(watch.intersection(.ownership).union(workWatch)) {
        _ = interface.pointee.work(
          instance,
          { handle, size, data in
            guard let worker = WorkerDoor.worker(behind: handle) else { return LV2_WORKER_ERR_UNKNOWN }
            let isLate = !worker.isWorking.load(ordering: .relaxed)
            let crossing = Crossing(.respond, detail: isLate ? 1 : 0)
            defer { crossing.end() }
            if isLate { worker.lateResponses.add(1, ordering: .relaxed) }
            let message = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size))
            return worker.responses.write(message) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
          }, door.handle, UInt32(size), requestBuffer.baseAddress)
      }
    }
  }
}
