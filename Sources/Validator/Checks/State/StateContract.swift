import LV2Host
import Model
import Support
import TestHost

enum StateContract: PluginCheck {
  enum Message: MessageKind {
    case unmappedKey, unmappedType, missingValue, emptyValue, malformedValue,
      duplicateKey, absolutePath, lateCall, readPastEnd, abstractPath,
      readAfterRestore, unfreedPaths
  }

  static let id: CheckID = "state.contract"
  static let text = CheckText(
    asserts: "save() and restore() use valid keys, types, sizes and paths, and the plug-in does not use callbacks or "
      + "values after they returned.",
    method: "Saves before and after controls, parameters, MIDI and noise changed the instance. Restores into a fresh "
      + "instance from values that become inaccessible when restore() returns. Then runs, changes, saves and cleans "
      + "up. Examines keys, types, sizes, paths, late callbacks and freed paths.",
    details: "If nothing is saved, noise is played at each position of each switch until something is. "
      + "Parameters that are paths get a file in the folder of the state. Restored values end at an inaccessible "
      + "page. A saved value must not contain the absolute path of that folder, and an absolute atom:Path must come "
      + "from abstract_path(). A relative path that restore() retrieves must be passed to absolute_path(). For "
      + "restore(), for save() and for both, three instances are restored or saved, run and cleaned up; paths that each "
      + "of the last two does not free are a warning. So are a value of 0 bytes, a number of another size, and a text "
      + "without a terminating 0, most of which common hosts save and restore. A state is also restored before "
      + "connect_port() and activate(), with its scheduled work executed between blocks and inside schedule_work(), twice in "
      + "succession, without each of its keys in turn, and with paths of files that do not exist, after which a first file is "
      + "loaded. A key that one save() stores with different values is a warning, and with equal values a note. Calls of "
      + "store() that failed do not count.",
    level: CheckLevel(4, "Sessions lose values or the host crashes."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeFile(for: context)
    instance.activate()
    var findings = saveFindings(instance, folder, context)
    instance.randomizeState(context, for: id, file: file)
    instance.learn(context)
    findings += saveFindings(instance, folder, context)
    let state = instance.save() ?? StateSnapshot()
    let restored = try restoreFindings(state, folder, file, context)
    instance.deactivate()
    findings += lateCalls(instance, context)
    let unique = findings.reduce(into: [Finding]()) { unique, finding in
      if !unique.contains(where: finding.isRepetition) { unique.append(finding) }
    }
    let routes = try FileRoute.all(of: context, folder, file: file)
    try StateOrders.restoreUnusually(state, folder, context)
    try StateOrders.restoreImmediately(state, folder, context)
    try StateOrders.playWithoutFiles(state, routes, file: file, folder, context)
    return try .findings {
      unique
      restored
      try unfreedFinding(state, routes, folder, file, context)
    }
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
    return saved.violations.map { finding($0, saved, context) }
      + paths.keys.sorted().map { key in
        finding(
          .absolutePath, about: key,
          "save() stored an absolute path in <\(key)>; expected a path from abstract_path().", naming: [key],
          call: "save()", seed: context.seed)
      }
  }

  private static func finding(
    _ violation: StateSnapshot.Violation, _ saved: StateSnapshot, _ context: PluginContext
  ) -> Finding {
    func finding(
      _ message: Message, severity: Severity? = nil, about subject: String? = nil, _ text: String,
      naming names: [String]
    ) -> Finding {
      self.finding(
        message, severity: severity, about: subject, "save() stored \(text).", naming: names, call: "save()",
        seed: context.seed)
    }
    // lilv and other hosts save and restore values without bytes, and mostly texts without an end: these are warnings.
    switch violation {
    case .unmappedKey(let key):
      return finding(.unmappedKey, "the key \(key), which is not a mapped URID", naming: ["\(key)"])
    case .unmappedType(let type, let key):
      return finding(
        .unmappedType, about: key, "the type \(type) for <\(key)>, which is not a mapped URID",
        naming: [key, "\(type)"])
    case .missingValue(let key):
      return finding(
        .missingValue, about: key, "a NULL value for <\(key)>; expected a pointer to the value", naming: [key])
    case .malformedValue(let text, let key):
      let (value, size) = requiredValue(saved.properties[key]?.type ?? "")
      return finding(.malformedValue, about: key, "\(text) for <\(key)>", naming: [value, key, size])
    case .emptyValue(let key):
      return finding(
        .emptyValue, about: key,
        "a value of 0 bytes for <\(key)>; expected at least 1 byte, also for a type with an empty body", naming: [key])
    case .duplicateKey(let key, let isEqual):
      return finding(
        .duplicateKey, severity: isEqual ? .note : nil, about: key,
        "\(isEqual ? "the same value twice" : "several different values") under the key <\(key)>; expected one value",
        naming: [key])
    }
  }

  /// What store() requires for a value of a type, and its size.
  private static func requiredValue(_ type: String) -> (value: String, size: String) {
    switch type {
    case URI.Atom.int, URI.Atom.bool, URI.Atom.float, URI.Atom.urid: ("an \(Vocabulary.short(type))", "4 bytes")
    case URI.Atom.long, URI.Atom.double: ("an \(Vocabulary.short(type))", "8 bytes")
    case URI.Atom.string, URI.Atom.path, URI.Atom.uri:
      ("the text with its terminating 0", "its length with the terminating 0")
    default: ("the complete body of the \(Vocabulary.short(type))", "its length in bytes")
    }
  }

  /// The functions that the plug-in called after the call to which they belong returned.
  private static func lateCalls(
    _ instance: InstanceUnderTest, call: String? = "save()", _ context: PluginContext
  ) -> [Finding] {
    instance.hosted.lateStateCalls.sorted().map { function in
      let owner = function == "store()" ? "save()" : "restore()"
      return finding(
        .lateCall, about: function, "The plug-in called \(function) after \(owner) returned; expected no later use.",
        naming: [function, owner], call: call.map { Call($0) }, seed: context.seed)
    }
  }

  /// The text of an atom:Path; nil for other values.
  private static func path(_ property: StateSnapshot.Property) -> String? {
    property.type == URI.Atom.path ? String(decoding: property.bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
  }

  /// Paths that restore() retrieved but did not map.
  private static func unmappedPaths(
    _ state: StateSnapshot, restoredInto instance: InstanceUnderTest, _ context: PluginContext
  ) -> [Finding] {
    let resolved = instance.hosted.features.paths.resolvedPaths
    return instance.hosted.retrievedKeys.sorted().compactMap { key in
      guard let path = state.properties[key].flatMap(path), !path.isEmpty, !path.hasPrefix("/"),
        !resolved.contains(path)
      else { return nil }
      return finding(
        .abstractPath, about: key,
        "restore() retrieved the abstract path '\(path)' from <\(key)>; expected a call of absolute_path() for it.",
        naming: [key], call: "restore()", seed: context.seed)
    }
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
      expected: "expected no access beyond its size",
      action: { _ in "read past the end of a value that retrieve() returned" })
    let abstract = status == 0 ? unmappedPaths(state, restoredInto: instance, context) : []
    WatchedEvent.reset()
    CrashRecord.note(activity: "after restore(), with inaccessible values")
    instance.activate()
    instance.settle()
    instance.randomizeState(context, for: id, file: file)
    _ = instance.save()
    instance.deactivate()
    instance.cleanup()
    let later = laterReads(context)
    return withExtendedLifetime(memory) { pastEnd + abstract + later + lateCalls(instance, call: nil, context) }
  }

  /// The reads of restored values after the return of restore(), in any call.
  private static func laterReads(_ context: PluginContext) -> [Finding] {
    let subject = "The plug-in"
    return findings(
      of: GuardedStateMemory.accesses(), in: subject, context, message: { _ in .readAfterRestore },
      expected: "expected it to use a copy", action: { _ in "read a value from retrieve() after restore() returned" }
    ).map { finding in
      var finding = finding
      if finding.call == Call(subject) { finding.call = nil }
      return finding
    }
  }
}
