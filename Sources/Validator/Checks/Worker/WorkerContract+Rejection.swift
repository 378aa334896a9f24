import LV2Host
import Model
import Support
import TestHost

/// Work that is not done.
extension WorkerContract {
  /// Plays while no work is ever done. A crash, also in cleanup(), is the only fault that this can reveal.
  static func neverDone(_ context: PluginContext, _ folder: TemporaryFolder, _ file: String) throws {
    CrashRecord.note(activity: "work() is never executed")
    let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
    instance.performsWork = false
    instance.activate()
    instance.randomizeState(context, for: id, file: file)
    instance.deactivate()
    instance.cleanup()
  }

  /// The number of requests of one instance, the first of which can be rejected.
  private static func requests(
    rejectingFirst: Bool, _ context: PluginContext, _ folder: TemporaryFolder, _ file: String
  ) throws -> Int {
    let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
    let worker = instance.hosted.features.worker
    let first = worker.scheduleCount
    if rejectingFirst { worker.refusedRequests = first..<first + 1 }
    instance.activate()
    instance.randomizeState(context, for: id, file: file)
    instance.settle()
    return worker.scheduleCount - first
  }

  /// The number of requests from which on their absence is not by chance.
  private static let enoughRequests = 4

  static func rejectionFinding(
    _ context: PluginContext, _ folder: TemporaryFolder, _ file: String
  ) throws -> Finding? {
    CrashRecord.note(activity: "schedule_work() returns LV2_WORKER_ERR_NO_SPACE once")
    guard try requests(rejectingFirst: true, context, folder, file) == 1 else { return nil }
    let usual = try requests(rejectingFirst: false, context, folder, file)
    guard usual >= enoughRequests else { return nil }
    return runFinding(
      .noFurtherWork, context,
      "After schedule_work() returned LV2_WORKER_ERR_NO_SPACE once, the plug-in never called it again; without the error, "
        + "it made \(usual.counted("call")).")
  }
}
