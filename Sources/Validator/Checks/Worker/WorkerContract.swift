import LV2Host
import Model
import Support
import TestHost

enum WorkerContract: PluginCheck {
  enum Message: MessageKind { case misplacedSchedule, misplacedResponse, missingInterface, nonfiniteOutput }

  static let id: CheckID = "worker.contract"
  static let text = CheckText(
    asserts: "The plug-in schedules work in the audio thread only, responds in work() only, and supports immediate and "
      + "deferred work.",
    rule: "The schedule feature of instantiate() is for the audio thread only. The host may execute work immediately. "
      + "A plug-in that schedules work has the interface work:interface",
    source: "worker.meta.ttl: work:schedule; lv2/worker/worker.h: LV2_Worker_Schedule, LV2_Worker_Respond_Function",
    method: "Plays noise, MIDI and transport with changing controls and parameters, and reactivates, while work() is "
      + "executed between blocks, inside schedule_work(), and in a separate thread. Observes where the plug-in "
      + "schedules and responds. The output must be finite with each kind of execution.",
    details: "With work between blocks, the state is also saved and restored between two blocks. work_response() and "
      + "end_run() belong to the audio thread. restore() receives a separate schedule feature as an argument. Output "
      + "that is not finite with work between blocks is not reported here. In any check, a crash of run() at a NULL pointer "
      + "belongs to this check if the same run() scheduled work that was not done yet.",
    remedy: "Schedule work from run() or work_response(). Do the work of instantiate() and activate() directly in "
      + "them. In restore(), use the schedule feature that it receives.",
    level: CheckLevel(4, "Hosts differ in the execution of work."),
    severities: [.error])

  private static let modes: [(mode: HostConfiguration.WorkerMode, name: String)] = [
    (.deferred, "work() between blocks"), (.immediate, "work() inside schedule_work()"),
    (.thread, "work() in a thread"),
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.features.contains(URI.Worker.schedule) else {
      return .skipped("the plug-in does not use work:schedule")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var findings: [Finding] = []
    for (mode, name) in modes {
      CrashRecord.note(activity: name)
      WatchedEvent.reset()
      var setup = InstanceSetup(context)
      setup.workerMode = mode
      setup.watch = .hostCalls
      setup.stateDirectory = folder.path
      let instance = try InstanceUnderTest(context, setup)
      var violations = WorkerViolations()
      let place = play(instance, context, file: file) { violations.record(after: $0, context) }
      if mode == .deferred {
        findings = violations.findings + otherFindings(instance, violations, context)
        guard place == nil else { return .findings(findings) }
      } else if let place {
        findings.append(
          outputFinding(
            .nonfiniteOutput, .error, place.port, context,
            "is \(place.value) with \(name), but finite with work() between blocks."))
      }
    }
    return .findings(findings)
  }

  /// The first sample that is NaN or infinite. `after` receives each function that returned.
  private static func play(
    _ instance: InstanceUnderTest, _ context: PluginContext, file: String, after: (String) -> Void
  ) -> Recording.Place? {
    instance.hosted.features.worker.workWatch = .hostCalls
    var place: Recording.Place?
    after("instantiate()")
    for _ in 0..<2 {
      instance.activate()
      after("activate()")
      instance.randomizeState(context, for: id, file: file) {
        place = place ?? instance.firstNonfinite(in: instance.configuration.maximumBlockLength)
      }
      instance.settle()
      after(WorkerViolations.runOrWork)
      // As a host does for a preset.
      if instance.setup.workerMode == .deferred, instance.hosted.hasState, let state = instance.save() {
        after("save()")
        instance.restore(state)
        after("restore()")
        instance.settle()
        after(WorkerViolations.runOrWork)
      }
      instance.deactivate()
      after("deactivate()")
    }
    return place
  }

  /// The violations for which there is no event: those in the plug-in's threads, and a missing interface.
  @FindingsBuilder
  private static func otherFindings(
    _ instance: InstanceUnderTest, _ violations: WorkerViolations, _ context: PluginContext
  ) -> [Finding] {
    let worker = instance.hosted.features.worker
    if !violations.has(.misplacedSchedule) && worker.outOfRunCount > 0 {
      finding(
        .misplacedSchedule, .error, about: "schedule_work()",
        "A thread of the plug-in called schedule_work(); expected the call in run() only.",
        count: worker.outOfRunCount, seed: context.seed)
    }
    if !violations.has(.misplacedResponse) && worker.lateResponseCount > 0 {
      finding(
        .misplacedResponse, .error, about: "respond()",
        "A thread of the plug-in called respond() outside work(); expected the call inside work() only.",
        count: worker.lateResponseCount, seed: context.seed)
    }
    if worker.scheduleCount > 0 && !worker.hasInterface {
      finding(
        .missingInterface, .error,
        "The plug-in schedules work, but extension_data() returned no work:interface to execute it.",
        count: worker.scheduleCount, call: "extension_data()", seed: context.seed)
    }
  }
}

/// The calls of the worker's functions that are not permitted where the plug-in made them, each place once.
private struct WorkerViolations {
  /// The functions of an active instance: work is scheduled in one of them and answered in the other.
  static let runOrWork = "run() or work()"

  private(set) var findings: [Finding] = []
  private var known: [WatchedEvent] = []

  func has(_ message: WorkerContract.Message) -> Bool {
    findings.contains { $0.id == MessageID(WorkerContract.id, message) }
  }

  /// Records what happened during `call`.
  mutating func record(after call: String, _ context: PluginContext) {
    let isActive = call == Self.runOrWork
    let schedules = new(.scheduleWork)
    let responses = new(.respond)
    WatchedEvent.reset()
    findings += WorkerContract.findings(
      of: schedules, in: isActive ? "work()" : call, context, message: { _ in .misplacedSchedule },
      expected: "expected the call in run() only", action: { _ in "called schedule_work()" })
    findings += WorkerContract.findings(
      of: responses, in: isActive ? "run()" : call, context, message: { _ in .misplacedResponse },
      expected: "expected the call inside work() only", action: { _ in "called respond()" })
  }

  private mutating func new(_ callback: HostCallback) -> [WatchedEvent] {
    let events = WatchedEvent.recorded {
      $0.kind == .hostCall && $0.argument == callback.rawValue && $0.detail == 1
    }.filter { event in !known.contains { $0.isSamePlace(as: event) } }
    known += events
    return events
  }
}
