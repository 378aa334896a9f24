import CProbe
import LV2Host
import Support
import TestHost
import ValidationModel

enum WorkerContract: PluginCheck {
  static let id: CheckID = "worker.contract"
  static let text = CheckText(
    asserts:
      "Work is scheduled in the run context alone, answered from work() alone, and may be done at once or later.",
    rule:
      "The schedule feature of instantiate() is used in the audio thread and in no other context; the host may work at "
      + "once, and a plug-in that schedules has a work interface",
    source: "worker.meta.ttl: work:schedule; lv2/worker/worker.h: LV2_Worker_Schedule, LV2_Worker_Respond_Function",
    method: """
      Changes controls and parameters, plays MIDI, noise and the transport, deactivates and activates, with the worker \
      run between the blocks, inside schedule_work(), and in a thread of its own; in the first way it saves and restores \
      the state too, between two blocks. work_response() and end_run() belong to the run context; restore() has a \
      schedule feature of its own among its arguments. The output has to be finite in each way where it is so in the \
      first.
      """,
    remedy:
      "Schedule from run() or work_response(); do what can be done in instantiate() and activate() there at once; in "
      + "restore(), use the schedule feature that it receives.",
    severities: [.error])

  private static let ways: [(mode: HostConfiguration.WorkerMode, name: String)] = [
    (.deferred, "work done between blocks"), (.immediate, "work done at once"), (.thread, "work done in a thread"),
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.features.contains(URI.Worker.schedule) else { return .skipped("it schedules no work") }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    var findings: [Finding] = []
    for (mode, name) in ways {
      CrashRecord.note(activity: name)
      probe_event_reset()
      var setup = InstanceSetup(context)
      setup.workerMode = mode
      setup.watch = .hostCalls
      setup.stateDirectory = folder.path
      let instance = try InstanceUnderTest(context, setup)
      var breaches = WorkerBreaches()
      let place = live(instance, context, file: file) { breaches.look(after: $0, context) }
      if mode == .deferred {
        findings = breaches.findings + eventlessFindings(instance, breaches, context)
        guard place == nil else { return .findings(findings) }
      } else if let place {
        findings.append(
          finding(
            .error,
            "Output \(context.name(place.port)) is \(place.value) with \(name), and finite with it done between "
              + "blocks.", call: "run()", seed: context.seed))
      }
    }
    return .findings(findings)
  }

  /// - Parameter after: called with the calls that have returned since the last time.
  /// - Returns: the first sample that is not finite.
  private static func live(
    _ instance: InstanceUnderTest, _ context: PluginContext, file: String, after: (String) -> Void
  ) -> Recording.Place? {
    instance.hosted.features.worker.workWatch = .hostCalls
    var place: Recording.Place?
    after("instantiate()")
    for _ in 0..<2 {
      instance.activate()
      after("activate()")
      instance.randomizeState(context, for: id, file: file) {
        place = place ?? instance.firstOutput(in: instance.configuration.maximumBlockLength) { !$0.isFinite }
      }
      instance.settle()
      after(WorkerBreaches.runOrWork)
      if instance.setup.workerMode == .deferred { restore(instance, after) }
      instance.deactivate()
      after("deactivate()")
    }
    return place
  }

  /// Saves the state and restores it into the same instance, as a host does that goes back to a preset.
  private static func restore(_ instance: InstanceUnderTest, _ after: (String) -> Void) {
    guard instance.hosted.hasState, let state = instance.save() else { return }
    after("save()")
    instance.restore(state)
    after("restore()")
    instance.settle()
    after(WorkerBreaches.runOrWork)
  }

  /// What breaches of the contract no event tells of: those of the plug-in's own threads, and the want of an interface.
  private static func eventlessFindings(_ instance: InstanceUnderTest, _ breaches: WorkerBreaches, _ context: PluginContext) -> [Finding] {
    let worker = instance.hosted.features.worker
    var findings: [Finding] = []
    if !breaches.hasMisplaced && worker.outOfRunCount > 0 {
      findings.append(
        finding(
          .error, "It schedules work outside run(), in a thread of its own.", count: worker.outOfRunCount,
          seed: context.seed))
    }
    if !breaches.hasLate && worker.lateResponseCount > 0 {
      findings.append(
        finding(
          .error, "It answers by respond() when work() is not on, in a thread of its own.",
          count: worker.lateResponseCount, seed: context.seed))
    }
    if worker.scheduleCount > 0 && !worker.hasInterface {
      findings.append(
        finding(
          .error, "It schedules work, and extension_data() returns no work:interface to do it.",
          count: worker.scheduleCount, call: "extension_data()", seed: context.seed))
    }
    return findings
  }
}
