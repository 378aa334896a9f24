import CLV2
import CProbe
import Glibc
import Synchronization

/// The `worker:schedule` feature: passes requests from run() to work(), and responses from work() to work_response().
///
/// schedule_work() only writes to a ring buffer, so it is real-time safe.
public final class Worker: @unchecked Sendable {
  // SAFETY: the thread that owns the instance writes `instance` and `interface`, and then wakes the worker thread,
  // which reads them.
  private static let capacity = 1 << 18

  private let handle = WorkerHandle()
  /// The C struct for instantiate(), valid in run().
  let schedule = UnsafeMutablePointer<LV2_Worker_Schedule>.allocate(capacity: 1)
  /// The C struct for restore(), valid during restore().
  let restoreSchedule = UnsafeMutablePointer<LV2_Worker_Schedule>.allocate(capacity: 1)
  public let mode: HostConfiguration.WorkerMode
  private let requests = ByteRing(capacity: capacity)
  /// The requests of restore(), which may run in another thread than run().
  private let restoreRequests = ByteRing(capacity: capacity)
  private let responses = ByteRing(capacity: capacity)
  private let requestBuffer = ByteRing.zeroed(capacity)
  private let responseBuffer = ByteRing.zeroed(capacity)
  private var instance: LV2_Handle?
  private var interface: UnsafePointer<LV2_Worker_Interface>?
  private var thread: pthread_t?
  /// The armed detectors during work_response() and end_run().
  var watch: probe_watch = []
  /// The armed detectors during work(), in addition to `.ownership`.
  public var workWatch: probe_watch = []
  private let wake: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)
  private let runningThread = Atomic<UInt>(0)
  private let stopping = Atomic<Bool>(false)
  private let scheduled = Atomic<Int>(0)
  /// The number of requests whose work() call has not returned.
  private let pending = Atomic<Int>(0)
  private let misplaced = Atomic<Int>(0)
  private let lateResponses = Atomic<Int>(0)
  private let isWorking = Atomic<Bool>(false)

  public init(mode: HostConfiguration.WorkerMode) {
    self.mode = mode
    sem_init(wake, 0, 0)
    // SAFETY: the structs and the handle are never freed, because a plug-in may call them after its cleanup().
    handle.worker = .passUnretained(self)
    schedule.initialize(
      to: LV2_Worker_Schedule(handle: handle.pointer) { handle, size, data in
        guard let worker = WorkerHandle.worker(of: handle) else { return LV2_WORKER_ERR_UNKNOWN }
        let isMisplaced = !worker.isInRun
        let scope = CallbackScope(.scheduleWork, detail: isMisplaced ? 1 : 0)
        defer { scope.end() }
        if isMisplaced { worker.misplaced.add(1, ordering: .relaxed) }
        return worker.receive(
          UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)), in: worker.requests)
      })
    restoreSchedule.initialize(
      to: LV2_Worker_Schedule(handle: handle.pointer) { handle, size, data in
        let scope = CallbackScope(.scheduleWork)
        defer { scope.end() }
        guard let worker = WorkerHandle.worker(of: handle) else { return LV2_WORKER_ERR_UNKNOWN }
        return worker.receive(
          UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)), in: worker.restoreRequests)
      })
  }

  deinit {
    detach()
    handle.worker = nil
    sem_destroy(wake)
    wake.deallocate()
    free(requestBuffer.baseAddress)
    free(responseBuffer.baseAddress)
  }

  public var hasInterface: Bool { interface != nil }
  public var scheduleCount: Int { scheduled.load(ordering: .relaxed) }
  /// The number of calls of instantiate()'s schedule_work() outside of run(), which the specification forbids.
  public var outOfRunCount: Int { misplaced.load(ordering: .relaxed) }
  /// The number of respond() calls outside of work().
  public var lateResponseCount: Int { lateResponses.load(ordering: .relaxed) }
  /// Whether there are neither requests nor responses to deliver.
  public var isIdle: Bool { pending.load(ordering: .acquiring) == 0 && responses.isEmpty }
  /// Whether there are requests to deliver.
  public var hasPendingWork: Bool { !(requests.isEmpty && restoreRequests.isEmpty) }

  /// Assigns the worker to an instance. In `thread` mode it starts the worker thread.
  func attach(_ instance: LV2_Handle, interface: UnsafePointer<LV2_Worker_Interface>) {
    self.instance = instance
    self.interface = interface
    if mode == .thread { thread = startThread { [unowned self] in serve() } }
  }

  /// Ends the worker thread after its current request, and removes the instance.
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

  /// Waits until the worker thread has processed all requests. No other call of the instance may run during activate(),
  /// deactivate() and restore().
  func settle() {
    guard mode == .thread, thread != nil else { return }
    sem_post(wake)
    while pending.load(ordering: .acquiring) > 0 { usleep(100) }
  }

  /// Starts the run() context of the calling thread.
  func beginRun() {
    runningThread.store(UInt(pthread_self()), ordering: .relaxed)
    probe_record_set_work(false)
  }

  /// Called after run() in the same thread: wakes the worker thread, delivers the responses and calls end_run().
  ///
  /// work_response() and end_run() also belong to the run() context, in which work may be scheduled.
  func endRun() {
    defer {
      probe_event_set_phase(.run)
      runningThread.store(0, ordering: .relaxed)
    }
    guard let interface else { return }
    if mode == .thread, hasPendingWork { sem_post(wake) }
    probe_event_set_phase(.workResponse)
    while let size = responses.read(into: responseBuffer) {
      callPlugin(watch) { _ = interface.pointee.work_response?(instance, UInt32(size), responseBuffer.baseAddress) }
    }
    probe_event_set_phase(.endRun)
    if let endRun = interface.pointee.end_run { callPlugin(watch) { _ = endRun(instance) } }
  }

  /// Processes all requests in `deferred` mode, between two run() calls. The next run() delivers the responses.
  public func performDeferred() {
    precondition(mode == .deferred)
    probe_record_set_work(false)
    performAll()
  }

  /// Whether the calling thread is in the run() context.
  private var isInRun: Bool { runningThread.load(ordering: .relaxed) == UInt(pthread_self()) }

  private func receive(_ message: UnsafeRawBufferPointer, in requests: ByteRing) -> LV2_Worker_Status {
    scheduled.add(1, ordering: .relaxed)
    guard let interface else { return LV2_WORKER_ERR_UNKNOWN }
    if mode == .immediate {
      return interface.pointee.work?(
        instance,
        { handle, size, data in
          guard let worker = WorkerHandle.worker(of: handle) else { return LV2_WORKER_ERR_UNKNOWN }
          return worker.interface?.pointee.work_response?(worker.instance, size, data) ?? LV2_WORKER_ERR_UNKNOWN
        }, handle.pointer, UInt32(message.count), message.baseAddress) ?? LV2_WORKER_ERR_UNKNOWN
    }
    pending.add(1, ordering: .relaxed)
    if mode == .deferred { probe_record_set_work(true) }
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
    while !stopping.load(ordering: .acquiring),
      let size = requests.read(into: requestBuffer) ?? restoreRequests.read(into: requestBuffer)
    {
      isWorking.store(true, ordering: .relaxed)
      defer {
        isWorking.store(false, ordering: .relaxed)
        pending.subtract(1, ordering: .releasing)
      }
      callPlugin(watch.intersection(.ownership).union(workWatch)) {
        _ = interface.pointee.work?(
          instance,
          { handle, size, data in
            guard let worker = WorkerHandle.worker(of: handle) else { return LV2_WORKER_ERR_UNKNOWN }
            let isLate = !worker.isWorking.load(ordering: .relaxed)
            let scope = CallbackScope(.respond, detail: isLate ? 1 : 0)
            defer { scope.end() }
            if isLate { worker.lateResponses.add(1, ordering: .relaxed) }
            let message = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size))
            return worker.responses.write(message) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
          }, handle.pointer, UInt32(size), requestBuffer.baseAddress)
      }
    }
  }
}

/// The handle of a worker in the C structs. It is never freed, so a late call of the plug-in finds no worker instead of
/// freed memory.
private final class WorkerHandle: @unchecked Sendable {
  // SAFETY: written before the plug-in receives the pointer, and when its instance is freed. Unmanaged, so callbacks in
  // the audio thread do not count references.
  var worker: Unmanaged<Worker>?

  init() { _ = Unmanaged.passRetained(self) }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The worker of the pointer that a callback received; nil after its deinitialization.
  static func worker(of pointer: UnsafeMutableRawPointer?) -> Worker? {
    guard let pointer else { return nil }
    return Unmanaged<WorkerHandle>.fromOpaque(pointer).takeUnretainedValue().worker?.takeUnretainedValue()
  }
}
