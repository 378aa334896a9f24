import CProbe
import LV2Host

enum StateContract: PluginCheck {
  static let id = CheckID.stateContract
  static let text = CheckText(
    asserts: "Callbacks and values of save() and restore() are used until they return and no longer, every value has a "
      + "size, keys and types are mapped, and paths are abstract.",
    rule: "store(), retrieve(), and what retrieve() returns, are not used outside the call that they are for; a stored "
      + "value is larger than 0 bytes; all paths in the state are mapped by state:mapPath",
    source: "lv2/state/state.h: LV2_State_Store_Function, LV2_State_Retrieve_Function; state.meta.ttl: state:mapPath",
    method: """
      Saves before and after a change by controls, parameters (those that are paths get a file in the state's own \
      directory), MIDI and noise; restores into a fresh instance, from values that end at an inaccessible page and are \
      inaccessible after the return; then runs, changes, saves and cleans up. Late callbacks are counted. A saved value \
      must not hold that directory's absolute path.
      """,
    remedy:
      "Copy what retrieve() returns; pass paths through abstract_path() in save() and absolute_path() in restore().",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let rig = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    rig.activate()
    var breaches = saveBreaches(rig, folder)
    rig.stir(context, for: id, file: file)
    breaches += saveBreaches(rig, folder)
    let late = try restoreFindings(rig.save() ?? StateSnapshot(), folder, file, context)
    rig.deactivate()
    if rig.instance.lateStateCallCount > 0 {
      breaches.append("calls store() or retrieve() after the call they are for")
    }
    let told = breaches.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return .findings(told.map { finding(.error, "It \($0).", call: "save()", seed: context.seed) } + late)
  }

  /// What save() does against the contract, as clauses.
  private static func saveBreaches(_ rig: Rig, _ folder: TemporaryFolder) -> [String] {
    guard let saved = Rig.noted("save", { rig.instance.savingState() })?.snapshot else { return [] }
    let directory = Array(folder.path.utf8)
    let paths = saved.properties.filter { contains($0.value.bytes, directory) }.sorted { $0.key < $1.key }
    return saved.breaches + paths.map { "stores an absolute path in <\($0.key)>, which abstract_path() has not made" }
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
  }

  /// Restores a state into a fresh instance and lives on with it.
  private static func restoreFindings(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> [Finding] {
    guard let rig = try context.statefulRig(folder) else { return [] }
    let memory = GuardedStateMemory()
    probe_event_reset()
    rig.watch = .buffers
    rig.instance.features.worker.workWatch = .buffers
    BlackBox.note(stage: "restoring what it saved")
    rig.restore(state, in: memory)
    var findings = self.findings(
      of: GuardedStateMemory.trespasses(), in: "restore()", context, severity: { _ in .error },
      message: { _ in "It reads beyond the end of a value" })
    probe_event_reset()
    BlackBox.note(stage: "after restore(), whose values are not its own any more")
    rig.activate()
    rig.settle()
    rig.stir(context, for: id, file: file)
    _ = rig.save()
    rig.deactivate()
    rig.cleanup()
    findings += self.findings(
      of: GuardedStateMemory.trespasses(), in: "a later call", context, severity: { _ in .error },
      message: { _ in "It reads a value of restore()" })
    if rig.instance.lateStateCallCount > 0 {
      findings.append(finding(.error, "It calls retrieve() after restore() has returned.", seed: context.seed))
    }
    return withExtendedLifetime(memory) { findings }
  }
}
