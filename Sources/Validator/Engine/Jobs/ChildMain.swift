import Checks
import Ends
import FoundationEssentials
import Glibc
import InterfaceHost
import LV2Host
import Measuring
import Model
import Sandbox
import Support
import TestHost

package enum ChildEntry {
  /// The argument that makes this program the fork server of all children.
  package static let argument = "--fork-server"

  /// Ends the fork server, before the parent ends.
  package static func endServer() { ChildJob.server.end() }

  /// Serves the parent. In a forked process: enters the sandbox, does the job and ends the process.
  package static func main() -> Never {
    prepare()
    let specification = JobProcess.serve()
    do {
      // The supervisor enforces the deadline.
      try JobProcess.enter(limits: JobLimits(deadline: .zero))
      let channel = try ResultChannel()
      guard CrashRecord.adopt(descriptor: JobProcess.sharedDescriptor) else { exit(CrashRecord.faultStatus) }
      let encoder = JSONEncoder.ofFindings()
      let child = ChildMain { message in try channel.send(Array(encoder.encode(message))) }
      do {
        let job = try JSONDecoder.ofFindings().decode(JobSpecification.self, from: Data(specification))
        try child.run(job)
      } catch {
        try child.send(.fault("\(error)"))
        _exit(CrashRecord.faultStatus)
      }
    } catch {
      _exit(CrashRecord.faultStatus)
    }
    // Not exit(): functions that a library registered with atexit() are irrelevant and could hang.
    _exit(0)
  }

  /// Does in the server, once, what takes most of the time that children need besides their checks: reads the
  /// specifications, and lets the Swift runtime create the types that coding uses.
  private static func prepare() {
    _ = Vocabulary.installed
    // Without the specifications, each child reports why.
    try? World.prepareSpecifications()
    _ = InstanceUnderTest.map
    let checks = Catalogue.all.map { $0.id }
    _ = Catalogue.check(checks[0])
    let subject = PluginSubject(uri: "", bundle: "", settings: Report.Settings())
    let encoder = JSONEncoder.ofFindings()
    let specification = try? encoder.encode(JobSpecification.plugin(subject, checks: checks, attempting: false))
    _ = try? JSONDecoder.ofFindings().decode(JobSpecification.self, from: specification ?? Data())
    for message in [ChildMessage.began(checks[0]), .finished(CheckReport(checks[0], .passed))] {
      _ = try? encoder.encode(message)
    }
  }
}

/// The work of a child process: one job, whose results go to `send`.
///
/// `--in-process` runs the same code in the parent, for a debugger.
struct ChildMain {
  let send: (ChildMessage) throws -> Void
  let floatingPoint = FloatingPointState()

  func run(_ specification: JobSpecification) throws {
    switch specification {
    case .locate(let uris): try locate(uris)
    case .discover(let bundle): try discover(bundle)
    case .bundle(let path, let checks): try check(bundle: path, checks)
    case .plugin(let subject, let checks, let candidates, let attempting):
      try check(subject, checks, candidates: candidates, attempting: attempting)
    case .interface(let subject, let uri, let checks): try check(subject, interface: uri, checks)
    case .guarded(let subject, let check): try self.check(guarded: check, subject)
    case .reduce(let subject, let end, let code):
      var context = try context(of: subject)
      if !end.hasLoadedFile { context.file = nil }
      if end.isGuarded { _ = GuardedHeap.begin() }
      try send(.reduced(CrashReduction(context, end, code: code)))
    case .reduceSteps(let subject, let uri, let check, let target, let code):
      try reduceSteps(subject, interface: uri, check, target, code)
    case .takePictures(let subject, let uri): try takePictures(subject, interface: uri)
    case .measure(let subject, let seconds):
      try Meter(context(of: subject), time: .seconds(seconds)).measure { try send(.measured($0)) }
    case .respond(let subject, let request): try respond(subject, request)
    }
    try send(.done)
  }

  private func locate(_ uris: [String]) throws {
    let world = try World()
    let wanted = Set(uris)
    var bundles: [String: [ResolvedTarget.Plugin]] = [:]
    for uri in world.pluginURIs where wanted.contains(uri) {
      let plugin = try world.description(of: uri)
      bundles[plugin.resolvedBundlePath, default: []].append(.init(plugin, in: world))
      CrashRecord.noteProgress()
    }
    for (path, plugins) in bundles.sorted(by: { $0.key < $1.key }) {
      try send(.bundle(ResolvedTarget(bundle: path, plugins: plugins)))
    }
  }

  private func discover(_ bundle: String) throws {
    let world = try World(bundles: [bundle])
    let plugins = try world.pluginURIs.map { try world.description(of: $0) }.filter { $0.bundlePath == bundle }
    try send(.bundle(ResolvedTarget(bundle: bundle, plugins: plugins.map { .init($0, in: world) })))
  }

  private func check(bundle path: String, _ checks: [CheckID]) throws {
    let context = BundleContext(bundlePath: path)
    for check in checks.compactMap({ Catalogue.check($0) as? any BundleCheck.Type }) {
      try perform(check.id) { try check.run(in: context) }
    }
  }

  private func check(
    _ subject: PluginSubject, _ checks: [CheckID], candidates: [CheckID], attempting: Bool
  ) throws {
    let context = try context(of: subject)
    for check in candidates.compactMap({ Catalogue.check($0) as? any PluginCheck.Type }) {
      if let reason = check.inapplicability(in: context) { try send(.inapplicable(check.id, reason: reason)) }
    }
    for check in checks.compactMap({ Catalogue.check($0) as? any PluginCheck.Type }) {
      FunctionObserver.observe(!check.measuresTime)
      try perform(check.id, context.file) { try check.runAtEachStart(in: context) }
    }
    FunctionObserver.observe(false)
    guard attempting else { return }
    let obstacle = context.attempt()
    try send(.attempted(obstacle: obstacle))
    guard obstacle == nil else { return }
    try send(.measuredLoad(context.measuredLoad()))
    guard let file = try file(of: subject) else { return }
    try send(.loads(file))
    var loading = context
    loading.file = file
    try send(.measuredLoad(loading.measuredLoad()))
  }

  /// The file that instances have loaded when a check begins; nil for none. Only processes of checks fail if the plug-in does.
  func file(of subject: PluginSubject) throws -> LoadedFile? {
    do { return try LoadedFile.search(in: context(of: subject), named: subject.settings.file) } catch is HostError {
      return nil
    }
  }

  private func check(_ subject: PluginSubject, interface uri: String, _ checks: [CheckID]) throws {
    let plugin = try context(of: subject)
    if let replayed = subject.steps, replayed.interface != uri { return }
    // A check that needs it begins again.
    AllocationLedger.end()
    let checks = checks.compactMap { Catalogue.check($0) as? any InterfaceCheck.Type }
    let folder = TemporaryFolder.parent
    CrashRecord.beginCheck()
    guard let interface = try plugin.world.interface(uri, of: subject.uri) else { return }
    let opened: Result<InterfaceContext, InterfaceObstacle>
    do throws(InterfaceObstacle) {
      var context = try InterfaceContext(plugin, interface, folder: folder, display: subject.settings.display)
      context.isAlone = checks.count == 1
      if let process = context.server.process { try? send(.display(name: context.server.name, process: process)) }
      if let obstacle = subject.obstacle, !runsWithDisplay(plugin) {
        context.server.end()
        throw InterfaceObstacle(obstacle, .interface)
      }
      opened = .success(context)
    } catch { opened = .failure(error) }
    for (check, next) in zip(checks, checks.dropFirst().map(Optional.some) + [nil]) {
      InterfaceSession.isPassedOn = next?.takesOpening ?? false
      defer { if !InterfaceSession.isPassedOn { InterfaceSession.closePassed() } }
      try perform(check.id, plugin.file) {
        let context = try opened.get()
        guard let replayed = subject.steps else { return try check.examine(context).stating(plugin.file) }
        return try check.replay(
          InterfaceScript(replayed.lines, for: context.plugin.plugin), in: context, isExtreme: replayed.isExtreme,
          pause: .seconds(replayed.pause))
      }
    }
    if case .success(let context) = opened { context.server.end() }
  }

  /// Whether a copy of this process, which has a display, can instantiate and run the plug-in.
  private func runsWithDisplay(_ plugin: PluginContext) -> Bool {
    let copy = ForkedCopy(capacity: 1) { _ in
      CrashRecord.catchCrashesOfCopy()
      return plugin.attempt() == nil ? [1] : nil
    }
    let runs = copy.samples(0) == [1]
    _ = CrashRecord.takeCrash()
    CrashRecord.noteProgress()
    return runs
  }

  private func takePictures(_ subject: PluginSubject, interface uri: String) throws {
    AllocationLedger.end()
    let plugin = try context(of: subject)
    guard let interface = try plugin.world.interface(uri, of: subject.uri),
      let context = try? InterfaceContext(
        plugin, interface, folder: TemporaryFolder.parent, display: subject.settings.display)
    else { return }
    defer { context.server.end() }
    if let process = context.server.process { try? send(.display(name: context.server.name, process: process)) }
    // What prevents the opening is the subject of checks.
    try? context.takePictures(seed: UInt64(subject.settings.seed)) { try send(.picture($0)) }
  }

  private func reduceSteps(
    _ subject: PluginSubject, interface uri: String, _ id: CheckID, _ target: InterfaceReduction.Target,
    _ code: PluginCode
  ) throws {
    AllocationLedger.end()
    let plugin = try context(of: subject)
    guard let check = Catalogue.check(id) as? any InterfaceCheck.Type,
      let interface = try plugin.world.interface(uri, of: subject.uri)
    else { return }
    let reduction = try? InterfaceReduction(
      plugin, interface, check, target, code: code, timeout: subject.settings.timeout
    ) { try? send(.display(name: $0, process: $1)) }
    if let reduction { try send(.reducedSteps(reduction)) }
  }

  /// Runs a check with guarded heap blocks, and adds the finding about the heap to its findings.
  private func check(guarded id: CheckID, _ subject: PluginSubject) throws {
    guard let check = Catalogue.check(id) as? any PluginCheck.Type else { return }
    let context = try context(of: subject)
    try perform(id, context.file) {
      let (outcome, damage) = try MemHeapAccess.guarding(context, during: id) { try check.run(in: context) }
      guard let damage else { return outcome.stating(context.file) }
      return .findings([damage] + outcome.findings).stating(context.file)
    }
  }

  private func respond(_ subject: PluginSubject, _ request: PlotRequest) throws {
    do {
      let context = try context(of: subject, presets: true)
      let meter = Meter(context, time: .zero)
      guard meter.hasAudioPath else {
        throw UsageError("\(subject.uri) lacks an audio input or an audio output: it has no response to plot")
      }
      let settings = try request.settings(of: context.plugin, rate: subject.settings.rate)
      let responses = try settings.map { setting in
        guard let response = try meter.response(setting) else {
          throw UsageError(
            "the output of \(subject.uri) contains NaN or infinite samples: there is no response to plot")
        }
        return response
      }
      try send(.responses(responses))
    } catch let error as UsageError {
      try send(.refused(error.description))
    } catch let error as HostError {
      try send(.refused("\(subject.uri): \(error)"))
    }
  }

  private func context(of subject: PluginSubject, presets: Bool = false) throws -> PluginContext {
    let world = try World(bundles: [subject.bundle])
    let settings = subject.settings
    let description = try world.description(of: subject.uri, presets: presets)
    var context = PluginContext(
      plugin: description.withDefaults(of: Set(subject.fixed), rate: settings.rate), world: world, rate: settings.rate,
      blockLength: settings.block, seed: settings.seed, baseline: settings.baseline,
      share: Pace.share(of: subject.pace, and: subject.share), furtherShare: subject.share,
      load: (subject.load ?? 0) / subject.share, replayed: subject.replayed, file: subject.file)
    context.isContinuation = !subject.fixed.isEmpty
    if let steps = subject.steps, steps.interface == nil { context.replayedSteps = steps.lines }
    return context
  }

  /// - Parameter file: what the check may load.
  private func perform(_ id: CheckID, _ file: LoadedFile? = nil, _ body: () throws -> CheckOutcome) throws {
    CrashRecord.beginCheck()
    // Earlier checks can leave the floating-point state that the plug-in set.
    floatingPoint.restore()
    try send(.began(id))
    let start = ContinuousClock.now
    FindingJournal.note = { [send] entry in try? send(.noted(entry.stating(file))) }
    defer { FindingJournal.note = nil }
    let outcome: CheckOutcome
    do {
      outcome = try body()
    } catch let error as HostError {
      outcome = error.isOfHost ? .obstructed("\(error)") : .skipped("\(error)")
    } catch let error as InterfaceObstacle {
      outcome = error.cause == .machine ? .obstructed(error.reason) : .skipped(error.reason)
    }
    if InstanceUnderTest.hasSlowWork { try send(.workIsSlow) }
    try send(.finished(CheckReport(id, outcome, duration: (.now - start).seconds)))
  }
}
