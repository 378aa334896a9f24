import LV2Host
import Model
import Support
import TestHost

enum WorkerContract: PluginCheck {
  enum Message: MessageKind {
    case misplacedSchedule, foreignHandle, misplacedResponse, missingInterface, nonfiniteOutput, noFurtherWork

    var text: MessageText {
      switch self {
      case .misplacedSchedule:
        MessageText(
          .error,
          rule: Rule(
            "The plug-in may use the feature of instantiate() \"to schedule work in the audio thread, and MUST NOT "
              + "call it in any other context\"; a feature that another function receives is for the context of that "
              + "function",
            source: "worker: work:schedule"),
          remedy: "{Do the work directly in the function, which need not be suitable for real time}.")
      case .foreignHandle:
        MessageText(
          .error,
          rule: Rule(
            "The first argument of schedule_work() is \"the handle field of this struct\"; \"the plugin MUST NOT "
              + "assume any relationship between different schedule features\"",
            source: "lv2/worker/worker.h: LV2_Worker_Schedule.schedule_work(); worker: work:schedule"),
          remedy: "In {the function}, call schedule_work() of one LV2_Worker_Schedule with the handle of the same: use "
            + "{the one from instantiate()}.")
      case .misplacedResponse:
        MessageText(
          .error,
          rule: Rule(
            "respond() is \"a function to respond to run() from the worker method\", and an argument of work()",
            source: "lv2/worker/worker.h: LV2_Worker_Respond_Function"),
          remedy:
            "Call respond() before work() returns, and do not store the function or its handle for {other functions}.")
      case .missingInterface:
        MessageText(
          .error,
          rule: Rule(
            "\"The plugin's extension_data() method should return an LV2_Worker_Interface when called with "
              + "LV2_WORKER__interface as its argument\"",
            source: "lv2/worker/worker.h: LV2_Worker_Interface"),
          remedy:
            "Return an LV2_Worker_Interface from extension_data() for work:interface, and declare it by "
            + "lv2:extensionData."
        )
      case .nonfiniteOutput:
        MessageText(
          .error, rule: anyExecution,
          remedy: "{Exchange data between work() and run() by messages and in work_response() only}.")
      case .noFurtherWork:
        MessageText(
          .warning,
          rule: Rule(
            "schedule_work() can return LV2_WORKER_ERR_NO_SPACE, \"Failed due to lack of space\"; the request is then lost",
            source: "lv2/worker/worker.h: LV2_Worker_Schedule.schedule_work(), LV2_Worker_Status"),
          remedy:
            "Set a flag for pending work only if schedule_work() returned LV2_WORKER_SUCCESS, and try again in a "
            + "later run() otherwise.")
      }
    }
  }

  private static let anyExecution = Rule(
    "\"It is not guaranteed that the worker is actually called from a different thread\", and \"the worker may be "
      + "executed immediately\"; \"the plugin MUST NOT make any assumptions about which thread calls\" work()",
    source: "lv2/worker/worker.h: LV2_Worker_Schedule.schedule_work(), LV2_Worker_Interface.work()")

  static let id: CheckID = "worker.contract"
  static let answersFor: Set<EndSubject> = [.earlyResult, .call("work()"), .call("work_response()")]
  static let text = CheckText(
    asserts: "The plug-in schedules work in the audio thread only, responds in work() only, and supports immediate and "
      + "deferred work.",
    method: "Plays noise, MIDI and transport with changing controls and parameters, and reactivates, while work() is "
      + "executed between blocks, inside schedule_work(), in a separate thread, or never, and while one request is "
      + "rejected. Observes where the plug-in schedules and responds. The output must be finite with each kind.",
    details:
      "With work between blocks, the state is also saved and restored between two blocks. In the separate thread, "
      + "each request waits for 0 to 3 blocks; then work() runs between two blocks, or its first respond() lasts until after "
      + "the next block: the seed decides that. If the first request is rejected and the plug-in then never schedules any "
      + "work, although it makes at least four requests otherwise, that is a warning. work_response() and "
      + "end_run() belong to the audio thread. restore() receives a separate schedule feature, with a handle of its "
      + "own, as an argument. Output that is not finite with work between blocks is not reported here. In any check, a "
      + "crash of run() at a NULL pointer belongs to this check if the same run() scheduled work that was not done "
      + "yet.",
    level: CheckLevel(4, "Hosts differ in the execution of work."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: anyExecution,
      remedy:
        "Use the result of work only after work_response() received it. Exchange data by messages and in "
        + "work_response() only, so that work() can run inside schedule_work(), between blocks and during run(). Do "
        + "not wait for work."), exercise: .work)

  private static let modes: [(mode: HostConfiguration.WorkerMode, name: String)] = [
    (.deferred, "work() between blocks"), (.immediate, "work() inside schedule_work()"),
    (.thread, "work() in a thread"),
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.features.contains(URI.Worker.schedule) else {
      return .skipped("the plug-in does not use work:schedule")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
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
            .nonfiniteOutput, place.port, context,
            "is \(place.value.text) with \(name), but finite with work() between blocks.",
            naming: [
              mode == .immediate
                ? "Complete in run() what work() and work_response() need before calling schedule_work(), which may "
                  + "call both"
                : "Exchange data between work() and run() by messages and in work_response() only"
            ]))
      }
    }
    return try .findings {
      findings
      try neverDone(context, folder, file)
      try rejectionFinding(context, folder, file)
    }
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
        .misplacedSchedule, about: "schedule_work()",
        "A thread of the plug-in called schedule_work(); expected the call in run() only.",
        naming: ["Let run() schedule the work when the thread requests that by an atomic variable"],
        count: worker.outOfRunCount, seed: context.seed)
    }
    if !violations.has(.foreignHandle) && worker.foreignHandleCount > 0 {
      finding(
        .foreignHandle, about: "schedule_work()",
        "A thread of the plug-in called schedule_work() with the handle of another work:schedule feature; expected the "
          + "function and the handle of one feature.", naming: ["run()", "the one from instantiate()"],
        count: worker.foreignHandleCount, seed: context.seed)
    }
    if !violations.has(.misplacedResponse) && worker.lateResponseCount > 0 {
      finding(
        .misplacedResponse, about: "respond()",
        "A thread of the plug-in called respond() outside work(); expected the call inside work() only.",
        naming: ["its threads"], count: worker.lateResponseCount, seed: context.seed)
    }
    if worker.scheduleCount > 0 && !worker.hasInterface {
      finding(
        .missingInterface,
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
    let isRestore = call == "restore()"
    let misplaced = new(.scheduleWork, ScheduleUse.outsideRun.rawValue)
    let foreign = new(.scheduleWork, ScheduleUse.foreignHandle.rawValue)
    let responses = new(.respond, 1)
    WatchedEvent.reset()
    findings += WorkerContract.findings(
      of: misplaced, in: isActive ? "work()" : call, context, message: { _ in .misplacedSchedule },
      expected: isRestore ? "expected that of the feature that restore() receives" : "expected the call in run() only",
      naming: { [Self.place(for: $0.call)] },
      action: { _ in "called schedule_work()\(isRestore ? " of the feature from instantiate()" : "")" })
    findings += WorkerContract.findings(
      of: foreign, in: call, context, message: { _ in .foreignHandle },
      expected: "expected the function and the handle of one feature",
      naming: { [$0.call, isRestore ? "the one that restore() receives" : "the one from instantiate()"] },
      action: { _ in "called schedule_work() with the handle of another work:schedule feature" })
    findings += WorkerContract.findings(
      of: responses, in: isActive ? "run()" : call, context, message: { _ in .misplacedResponse },
      expected: "expected the call inside work() only", naming: { [$0.call] }, action: { _ in "called respond()" })
  }

  /// Where to do work that a function must not schedule, for a remedy.
  private static func place(for call: String) -> String {
    call == "restore()"
      ? "Schedule the work with the work:schedule feature that restore() receives as an argument"
      : "Do the work directly in \(call), which need not be suitable for real time"
  }

  private mutating func new(_ callback: HostCallback, _ detail: UInt32) -> [WatchedEvent] {
    let events = WatchedEvent.recorded {
      $0.kind == .hostCall && $0.argument == callback.rawValue && $0.detail == UInt64(detail)
    }.filter { event in !known.contains { $0.isSamePlace(as: event) } }
    known += events
    return events
  }
}
