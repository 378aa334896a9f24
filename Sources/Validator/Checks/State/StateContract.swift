import LV2Host
import Model
import Support
import TestHost

enum StateContract: PluginCheck {
  enum Message: MessageKind {
    case unmappedKey, unmappedType, missingValue, emptyValue, malformedValue,
      absolutePath, lateCall, readPastEnd, abstractPath,
      readAfterRestore, unfreedPaths
  }

  static let id: CheckID = "state.contract"
  static let text = CheckText(
    asserts: "save() and restore() use valid keys, types, sizes and paths, and the plug-in does not use callbacks or "
      + "values after they returned.",
    rule: "store(), retrieve() and the values that retrieve() returns are valid during save() or restore() only. A "
      + "stored value has more than 0 bytes and is the body of an atom of its type. All paths in the state are mapped "
      + "by state:mapPath. \"The caller must free the returned value\"",
    source: "lv2/state/state.h: LV2_State_Store_Function, LV2_State_Retrieve_Function, LV2_State_Map_Path; "
      + "state.meta.ttl: state:mapPath",
    method: "Saves before and after controls, parameters, MIDI and noise changed the instance. Restores into a fresh "
      + "instance from values that become inaccessible when restore() returns. Then runs, changes, saves and cleans "
      + "up. Examines keys, types, sizes, paths, late callbacks and freed paths.",
    details: "Parameters that are paths get a file in the folder of the state. Restored values end at an inaccessible "
      + "page. A saved value must not contain the absolute path of that folder, and an absolute atom:Path must come "
      + "from abstract_path(). A relative path that restore() retrieves must be passed to absolute_path(). Three "
      + "instances are restored, run, saved and cleaned up; paths that each of the last two does not free are a "
      + "warning. So are a value of 0 bytes, a number of another size, and a text without a terminating 0, most of which "
      + "common hosts save and restore.",
    remedy: "\(copyRemedy) \(pathRemedy) \(valueRemedy)",
    level: CheckLevel(4, "Sessions lose values or the host crashes."),
    severities: [.error, .warning])

  private static let copyRemedy = "Copy the values that retrieve() returns, and do not keep store() and retrieve()."
  private static let pathRemedy =
    "Pass paths through abstract_path() in save() and through absolute_path() in restore(), and pass the results of these "
    + "to free_path()."
  private static let valueRemedy =
    "Map every key and type. Store the complete body of an atom, with at least one byte. \(emptyRemedy)"
  private static let emptyRemedy = "Store no key if there is nothing to store."

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeSound()
    instance.activate()
    var findings = saveFindings(instance, folder, context)
    instance.randomizeState(context, for: id, file: file)
    findings += saveFindings(instance, folder, context)
    let state = instance.save() ?? StateSnapshot()
    let restored = try restoreFindings(state, folder, file, context)
    instance.deactivate()
    findings += lateCalls(instance, context)
    let unique = findings.reduce(into: [Finding]()) { unique, finding in
      if !unique.contains(where: finding.isRepetition) { unique.append(finding) }
    }
    return try .findings {
      unique
      restored
      try unfreedFinding(state, folder, context)
    }
  }

  /// Paths from the host that the plug-in does not free in any cycle but the first, which can allocate data that it keeps.
  private static func unfreedFinding(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ context: PluginContext
  ) throws -> Finding? {
    CrashRecord.note(activity: "restore(), save() and cleanup(), counting paths that are not freed")
    let unfreed = try (0..<3).map { _ in
      let before = AllocationLedger.transferredCount
      guard let instance = try context.statefulInstance(folder) else { return 0 }
      instance.activate()
      instance.restore(state)
      instance.settle()
      _ = instance.save()
      instance.deactivate()
      instance.cleanup()
      return AllocationLedger.transferredCount - before
    }
    guard let count = unfreed.dropFirst().min(), count > 0 else { return nil }
    return finding(
      .unfreedPaths, .warning,
      "After restore(), save() and cleanup(), \(count) paths from abstract_path(), absolute_path() or makePath are not "
        + "freed.", remedy: pathRemedy, count: count, call: "cleanup()", seed: context.seed)
  }

  private static func saveFindings(
    _ instance: InstanceUnderTest, _ folder: TemporaryFolder, _ context: PluginContext
  ) -> [Finding] {
    guard let saved = InstanceUnderTest.noted("save", { instance.hosted.saveStateWithStatus() })?.snapshot else {
      return []
    }
    let directory = Array(folder.path.utf8)
    let abstract = instance.hosted.features.paths.abstractPaths
    let paths = saved.properties.filter { _, property in
      property.bytes.indices.contains { property.bytes[$0...].starts(with: directory) }
        || path(property).map { $0.hasPrefix("/") && !abstract.contains($0) } ?? false
    }
    return saved.violations.map { finding($0, context) }
      + paths.keys.sorted().map { key in
        finding(
          .absolutePath, .error, about: key,
          "save() stored an absolute path in <\(key)>; expected a path from abstract_path().", remedy: pathRemedy,
          call: "save()", seed: context.seed)
      }
  }

  private static func finding(_ violation: StateSnapshot.Violation, _ context: PluginContext) -> Finding {
    let (message, subject, text): (Message, String?, String) =
      switch violation {
      case .unmappedKey(let key): (.unmappedKey, nil, "the key \(key), which is not a mapped URID")
      case .unmappedType(let type, let key):
        (.unmappedType, key, "the type \(type) for <\(key)>, which is not a mapped URID")
      case .missingValue(let key): (.missingValue, key, "a NULL value for <\(key)>; expected a pointer to the value")
      case .malformedValue(let text, let key): (.malformedValue, key, "\(text) for <\(key)>")
      case .emptyValue(let key):
        (
          .emptyValue, key,
          "a value of 0 bytes for <\(key)>; expected at least one byte, also for a type with an empty body"
        )
      }
    // lilv and other hosts save and restore values without bytes, and mostly texts without an end.
    let severity: Severity = message == .emptyValue || message == .malformedValue ? .warning : .error
    return finding(
      message, severity, about: subject, "save() stored \(text).",
      remedy: message == .emptyValue ? emptyRemedy : valueRemedy, call: "save()",
      seed: context.seed)
  }

  /// The functions that the plug-in called after the call to which they belong returned.
  private static func lateCalls(
    _ instance: InstanceUnderTest, call: String? = "save()", _ context: PluginContext
  ) -> [Finding] {
    instance.hosted.lateStateCalls.sorted().map { function in
      finding(
        .lateCall, .error, about: function,
        "The plug-in called \(function) after the call to which it belongs returned; expected no later use.",
        call: call.map { Call($0) }, seed: context.seed)
    }
  }

  /// The text of an atom:Path; nil for other values.
  private static func path(_ property: StateSnapshot.Property) -> String? {
    property.type == URI.Atom.path ? String(decoding: property.bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
  }

  /// Restores a state into a fresh instance, and continues to use the instance.
  private static func restoreFindings(
    _ state: StateSnapshot, _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> [Finding] {
    guard let instance = try context.statefulInstance(folder) else { return [] }
    let memory = GuardedStateMemory()
    WatchedEvent.reset()
    instance.watch = .buffers
    instance.hosted.features.worker.workWatch = .buffers
    CrashRecord.note(activity: "restore() with the saved state")
    let status = instance.restore(state, in: memory)
    let pastEnd = findings(
      of: GuardedStateMemory.accesses(), in: "restore()", context, message: { _ in .readPastEnd },
      expected: "expected it to respect the size", remedy: copyRemedy,
      action: { _ in "read past the end of a value that retrieve() returned" })
    let resolved = instance.hosted.features.paths.resolvedPaths
    let abstract = instance.hosted.retrievedKeys.sorted().compactMap { key -> Finding? in
      guard status == 0, let path = state.properties[key].flatMap(path), !path.isEmpty, !path.hasPrefix("/"),
        !resolved.contains(path)
      else { return nil }
      return finding(
        .abstractPath, .error, about: key,
        "restore() retrieved the abstract path '\(path)' from <\(key)>; expected a call of absolute_path() for it.",
        remedy: pathRemedy, call: "restore()", seed: context.seed)
    }
    WatchedEvent.reset()
    CrashRecord.note(activity: "after restore(), with inaccessible values")
    instance.activate()
    instance.settle()
    instance.randomizeState(context, for: id, file: file)
    _ = instance.save()
    instance.deactivate()
    instance.cleanup()
    let afterRestore = findings(
      of: GuardedStateMemory.accesses(), in: "a later call", context, message: { _ in .readAfterRestore },
      expected: "expected a copy of the value", remedy: copyRemedy,
      action: { _ in "read a value of restore() after its return" })
    return withExtendedLifetime(memory) { pastEnd + abstract + afterRestore + lateCalls(instance, call: nil, context) }
  }
}
