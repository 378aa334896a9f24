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
  private let handle = WorkerHandle(isOfRestore: false)
  private let restoreHandle = WorkerHandle(isOfRestore: true)
  /// The C struct for instantiate(), valid in run().
  let schedule = UnsafeMutablePointer<LV2_Worker_Schedule>.allocate(capacity: 1)
  /// The C struct for restore(), valid during restore().
  let restoreSchedule = UnsafeMutablePointer<LV2_Worker_Schedule>.allocate(capacity: 1)
  public let mode: HostConfiguration.WorkerMode
  /// Nil for an instance without a worker. Most plug-ins have none, and the memory is large.
  private var queues: WorkerQueues?
  private var instance: LV2_Handle?
  private var interface: UnsafePointer<LV2_Worker_Interface>?
  private var thread: pthread_t?
  /// The armed detectors during work_response() and end_run().
  var watch: probe_watch = []
  /// The armed detectors during work(), in addition to `.ownership`.
  public var workWatch: probe_watch = []
  /// The numbers of the requests, counted from 0, that schedule_work() rejects because of a lack of space.
  public var refusedRequests = 0..<0
  /// Wakes the worker thread for a request.
  private let wake = Semaphore()
  /// The worker thread finished a request, or is inside respond().
  private let reached = Semaphore()
  /// Lets the worker thread leave respond().
  private let resume = Semaphore()
  private let pausesInRespond = Atomic<Bool>(false)
  private let isInRespond = Atomic<Bool>(false)
  private let runningThread = Atomic<UInt>(0)
  private let stopping = Atomic<Bool>(false)
  private let scheduled = Atomic<Int>(0)
  /// The number of requests whose work() call has not returned.
  private let pending = Atomic<Int>(0)
  private let misplaced = Atomic<Int>(0)
  private let foreignHandles = Atomic<Int>(0)
  private let lateResponses = Atomic<Int>(0)
  private let isWorking = Atomic<Bool>(false)

  public init(mode: HostConfiguration.WorkerMode) {
    self.mode = mode
    // SAFETY: the structs and the handle are never freed, because a plug-in may call them after its cleanup().
    handle.worker = .passUnretained(self)
    restoreHandle.worker = .passUnretained(self)
    schedule.initialize(
      to: LV2_Worker_Schedule(handle: handle.pointer) { handle, size, data in
        Worker.schedule(handle, size, data, isOfRestore: false)
      })
    restoreSchedule.initialize(
      to: LV2_Worker_Schedule(handle: restoreHandle.pointer) { handle, size, data in
        Worker.schedule(handle, size, data, isOfRestore: true)
      })
  }

  deinit {
    detach()
    handle.worker = nil
    restoreHandle.worker = nil
  }

  public var hasInterface: Bool { interface != nil }
  public var scheduleCount: Int { scheduled.load(ordering: .relaxed) }
  /// The number of calls of instantiate()'s schedule_work() outside of run(), which the specification forbids.
  public var outOfRunCount: Int { misplaced.load(ordering: .relaxed) }
  /// The number of calls of schedule_work() with the handle of the other feature.
  public var foreignHandleCount: Int { foreignHandles.load(ordering: .relaxed) }
  /// The number of respond() calls outside of work().
  public var lateResponseCount: Int { lateResponses.load(ordering: .relaxed) }
  /// Whether there are neither requests nor responses to deliver.
  public var isIdle: Bool { pending.load(ordering: .acquiring) == 0 && queues?.responses.isEmpty ?? true }
  /// Whether there are requests to deliver.
  public var hasPendingWork: Bool { queues.map { !($0.requests.isEmpty && $0.restoreRequests.isEmpty) } ?? false }

  /// Assigns the worker to an instance. In `thread` mode it starts the worker thread.
  func attach(_ instance: LV2_Handle, interface: UnsafePointer<LV2_Worker_Interface>) {
    self.instance = instance
    self.interface = interface
    queues = WorkerQueues()
    if mode == .thread { thread = startThread { [unowned self] in serve() } }
  }

  /// Ends the worker thread after its current request, and removes the instance.
  func detach() {
    if let thread {
      finishWork()
      stopping.store(true, ordering: .releasing)
      wake.send()
      pthread_join(thread, nil)
      stopping.store(false, ordering: .releasing)
    }
    thread = nil
    instance = nil
    interface = nil
  }

  /// Lets the worker thread process all requests. No other call of the instance may run during activate(), deactivate()
  /// and restore().
  func settle() {
    guard mode == .thread else { return }
    finishWork()
    while startWork(pausing: false) || hasPendingWork {}
  }

  /// Processes one request in the worker thread, in `thread` mode. Without effect if there is none.
  ///
  /// - Parameter pausing: whether the thread waits inside the first respond() of work(), until `finishWork()`. run() and
  ///   work_response() can be called meanwhile.
  /// - Returns: whether the thread waits there.
  @discardableResult
  public func startWork(pausing: Bool) -> Bool {
    guard thread != nil, hasPendingWork, !isPaused else { return isPaused }
    pausesInRespond.store(pausing, ordering: .relaxed)
    wake.send()
    reached.wait()
    return isPaused
  }

  /// Lets work() return if its thread waits inside respond().
  public func finishWork() {
    guard isPaused else { return }
    isInRespond.store(false, ordering: .releasing)
    resume.send()
    reached.wait()
  }

  /// Whether the worker thread waits inside respond().
  public var isPaused: Bool { isInRespond.load(ordering: .acquiring) }

  /// Starts the run() context of the calling thread.
  func beginRun() {
    runningThread.store(UInt(pthread_self()), ordering: .relaxed)
    probe_record_set_work(false)
  }

  /// Called after run() in the same thread: delivers the responses and calls end_run().
  ///
  /// work_response() and end_run() also belong to the run() context, in which work may be scheduled.
  func endRun() {
    defer {
      probe_event_set_phase(.run)
      probe_record_rename_call("run")
      runningThread.store(0, ordering: .relaxed)
    }
    guard let interface, let queues else { return }
    probe_event_set_phase(.workResponse)
    while let size = queues.responses.read(into: queues.responseBuffer) {
      probe_record_rename_call("work_response")
      callPlugin(watch) {
        _ = interface.pointee.work_response?(instance, UInt32(size), queues.responseBuffer.baseAddress)
      }
    }
    probe_event_set_phase(.endRun)
    probe_record_rename_call("end_run")
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

  /// schedule_work() of the feature for restore(), or of that for instantiate().
  private static func schedule(
    _ pointer: UnsafeMutableRawPointer?, _ size: UInt32, _ data: UnsafeRawPointer?, isOfRestore: Bool
  ) -> LV2_Worker_Status {
    guard let handle = WorkerHandle.at(pointer), let worker = handle.worker?.takeUnretainedValue() else {
      return LV2_WORKER_ERR_UNKNOWN
    }
    let use: ScheduleUse =
      handle.isOfRestore != isOfRestore ? .foreignHandle : !isOfRestore && !worker.isInRun ? .outsideRun : .permitted
    let scope = CallbackScope(.scheduleWork, detail: use.rawValue)
    defer { scope.end() }
    switch use {
    case .permitted: break
    case .outsideRun: worker.misplaced.add(1, ordering: .relaxed)
    case .foreignHandle: worker.foreignHandles.add(1, ordering: .relaxed)
    }
    return worker.receive(
      UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)), isOfRestore: isOfRestore)
  }

  private func receive(_ message: UnsafeRawBufferPointer, isOfRestore: Bool) -> LV2_Worker_Status {
    let number = scheduled.add(1, ordering: .relaxed).oldValue
    if refusedRequests.contains(number) { return LV2_WORKER_ERR_NO_SPACE }
    guard let interface, let queues else { return LV2_WORKER_ERR_UNKNOWN }
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
    guard (isOfRestore ? queues.restoreRequests : queues.requests).write(message) else {
      pending.subtract(1, ordering: .relaxed)
      return LV2_WORKER_ERR_NO_SPACE
    }
    return LV2_WORKER_SUCCESS
  }

  private func serve() {
    while true {
      wake.wait()
      if stopping.load(ordering: .acquiring) { return }
      performNext()
      reached.send()
    }
  }

  private func performAll() { while performNext() {} }

  /// Calls work() for the oldest request; returns false if there is none.
  @discardableResult
  private func performNext() -> Bool {
    guard let interface, let queues, let size = queues.readRequest() else { return false }
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
          return worker.respond(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(size)))
        }, handle.pointer, UInt32(size), queues.requestBuffer.baseAddress)
    }
    return true
  }

  private func respond(_ message: UnsafeRawBufferPointer) -> LV2_Worker_Status {
    let isLate = !isWorking.load(ordering: .relaxed)
    let scope = CallbackScope(.respond, detail: isLate ? 1 : 0)
    defer { scope.end() }
    if isLate { lateResponses.add(1, ordering: .relaxed) }
    guard let queues, queues.responses.write(message) else { return LV2_WORKER_ERR_NO_SPACE }
    if !isLate, mode == .thread, pausesInRespond.exchange(false, ordering: .relaxed) {
      isInRespond.store(true, ordering: .releasing)
      reached.send()
      resume.wait()
    }
    return LV2_WORKER_SUCCESS
  }
}
