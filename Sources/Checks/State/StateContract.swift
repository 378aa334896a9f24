import CProbe
import LV2Host
import Support
import TestHost
import ValidationModel

enum StateContract: PluginCheck {
  static let id: CheckID = "state.contract"
  static let text = CheckText(
    asserts: "Callbacks and values of save() and restore() are used until they return and no longer, every value has a "
      + "size, keys and types are mapped, and paths are abstract and freed.",
    rule: "store(), retrieve(), and what retrieve() returns, are not used outside the call that they are for; a stored "
      + "value is larger than 0 bytes; all paths in the state are mapped by state:mapPath; \"the caller must free the "
      + "returned value\"",
    source: "lv2/state/state.h: LV2_State_Store_Function, LV2_State_Retrieve_Function, LV2_State_Map_Path; "
      + "state.meta.ttl: state:mapPath",
    method: """
      Saves before and after a change by controls, parameters (those that are paths get a file in the state's own \
      directory), MIDI and noise; restores into a fresh instance, from values that end at an inaccessible page and are \
      inaccessible after the return; then runs, changes, saves and cleans up. Late callbacks are counted. A saved value \
      must not hold that directory's absolute path, nor an atom:Path be absolute that abstract_path() has not returned; \
      a relative one that restore() retrieves has to go through absolute_path(). Then three instances are restored, run, \
      saved and cleaned up: paths of the host's that each of the last two leaves unfreed are a warning.
      """,
    remedy:
      "Copy what retrieve() returns; pass paths through abstract_path() in save() and absolute_path() in restore(), and "
      + "what these return to free_path().",
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    instance.activate()
    var breaches = saveBreaches(instance, folder)
    instance.randomizeState(context, for: id, file: file)
    breaches += saveBreaches(instance, folder)
    let state = instance.save() ?? StateSnapshot()
    let late = try restoreFindings(state, folder, file, context)
    instance.deactivate()
    breaches += lateCalls(instance)
    let told = breaches.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return .findings(
      told.map { finding(.error, "It \($0).", call: "save()", seed: context.seed) } + late
        + (try unfreedFindings(state, folder, context)))
  }

  /// Paths that were given to the plug-in and that it does not free: as many in each life but the first, in which it may
  /// allocate what it keeps.
  private static func unfreedFindings(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> [Finding] {
    CrashRecord.note(activity: "restoring, saving and cleaning up, for paths that it leaves unfreed")
    var unfreed = try (0..<3).map { _ in
      let before = probe_heap_transferred()
      guard let instance = try context.statefulInstance(folder) else { return 0 }
      instance.activate()
      instance.restore(state)
      instance.settle()
      _ = instance.save()
      instance.deactivate()
      instance.cleanup()
      return Int(probe_heap_transferred() - before)
    }
    unfreed.removeFirst()
    guard let count = unfreed.min(), count > 0 else { return [] }
    return [
      finding(
        .warning,
        "Restored, saved and cleaned up, it leaves \(count) of the paths unfreed that abstract_path(), absolute_path() "
          + "and makePath gave it.", count: count, call: "cleanup()", seed: context.seed)
    ]
  }

  /// What save() does against the contract, as clauses.
  private static func saveBreaches(_ instance: InstanceUnderTest, _ folder: TemporaryFolder) -> [String] {
    guard let saved = InstanceUnderTest.noted("save", { instance.hosted.saveStateWithStatus() })?.snapshot else { return [] }
    let directory = Array(folder.path.utf8)
    let abstract = instance.hosted.features.paths.abstractPaths
    let paths = saved.properties.filter { _, property in
      contains(property.bytes, directory)
        || path(property).map { $0.hasPrefix("/") && !abstract.contains($0) } ?? false
    }.sorted { $0.key < $1.key }
    return saved.violations + paths.map { "stores an absolute path in <\($0.key)>, which abstract_path() has not made" }
  }

  /// What is called after the call that it is for, as clauses.
  private static func lateCalls(_ instance: InstanceUnderTest) -> [String] {
    instance.hosted.lateStateCalls.sorted().map { "calls \($0) after the call that it is for has returned" }
  }

  /// The text of an atom:Path; nil for other values.
  private static func path(_ property: StateSnapshot.Property) -> String? {
    property.type == URI.Atom.path ? String(decoding: property.bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
  }

  /// Restores a state into a fresh instance and lives on with it.
  private static func restoreFindings(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> [Finding] {
    guard let instance = try context.statefulInstance(folder) else { return [] }
    let memory = GuardedStateMemory()
    probe_event_reset()
    instance.watch = .buffers
    instance.hosted.features.worker.workWatch = .buffers
    CrashRecord.note(activity: "restoring what it saved")
    let status = instance.restore(state, in: memory)
    var findings = self.findings(
      of: GuardedStateMemory.accesses(), in: "restore()", context, severity: { _ in .error },
      message: { _ in "It reads beyond the end of a value" })
    let resolved = instance.hosted.features.paths.resolvedPaths
    for key in instance.hosted.retrievedKeys.sorted() where status == 0 {
      guard let path = state.properties[key].flatMap(path), !path.isEmpty, !path.hasPrefix("/"),
        !resolved.contains(path)
      else { continue }
      findings.append(
        finding(
          .error, "It retrieves the abstract path '\(path)' from <\(key)> and does not pass it to absolute_path().",
          call: "restore()", seed: context.seed))
    }
    probe_event_reset()
    CrashRecord.note(activity: "after restore(), whose values are not its own any more")
    instance.activate()
    instance.settle()
    instance.randomizeState(context, for: id, file: file)
    _ = instance.save()
    instance.deactivate()
    instance.cleanup()
    findings += self.findings(
      of: GuardedStateMemory.accesses(), in: "a later call", context, severity: { _ in .error },
      message: { _ in "It reads a value of restore()" })
    findings += lateCalls(instance).map { finding(.error, "Restored, it \($0).", seed: context.seed) }
    return withExtendedLifetime(memory) { findings }
  }
}
