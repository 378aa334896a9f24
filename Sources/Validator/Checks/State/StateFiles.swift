import LV2Host
import Model
import Support
import TestHost

enum StateFiles: PluginCheck {
  enum Message: MessageKind {
    case nonfiniteOutput, memoryGrowth, descriptorGrowth
  }

  static let id: CheckID = "state.files"
  /// For the same reason as MemHeapAccess.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts:
      "The plug-in loads files of any length, rate and number of channels, also during sound, and survives files "
      + "that it cannot load.",
    method: "Gives files to each parameter and state value that is a path, while a note or noise plays: shorter and "
      + "longer sounds of other rates and channels, files that do not exist, are empty or are not audio, and two files "
      + "in one block. Heap blocks end at inaccessible pages. Repeats loads and counts heap memory and file descriptors.",
    details:
      "The files are WAV files of one frame to half a second with 1, 2 and 4 channels. They are SFZ files with such sounds, "
      + "or SoundFonts, if the words about the plug-in and its parameters name these formats. Sounds have the rate of the "
      + "run, 44.1, 48 or 96 kHz. Before each, a sound of half a second is loaded and played. Work is done between "
      + "blocks. Keys of the state count as paths if save() stores an atom:Path for them, or if restore() requests them "
      + "and their name or their rdfs:range suggests a path. A sound is loaded \(Growth.warmUp + Growth.counted) times in "
      + "turn with another one; growth in each of the last \(Growth.counted) loads is reported.",
    level: CheckLevel(4, "Users load files of every kind, also by mistake."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: .anyFile,
      remedy:
        "Test the result of opening and reading a file. When a new sound replaces another one, limit the position in it, "
        + "and stop every voice that plays the old one before that is freed."),
    exercise: .stimulus)

  private static let noPath = "no parameter and no value of the state is a path"

  static func inapplicability(in context: PluginContext) -> String? {
    context.plugin.extensionData.contains(URI.State.interface) || !FileRoute.parameters(of: context).isEmpty
      ? nil : noPath
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let folder = try TemporaryFolder()
    let files = try TestFiles(folder, as: FileFormat(of: context), rate: Int(context.rate))
    CrashRecord.note(activity: "search for paths in parameters and in the state")
    let routes = try FileRoute.all(of: context, folder, file: files.long)
    guard !routes.isEmpty else { return .skipped(noPath) }
    var findings: [Finding] = []
    let canJudge = try context.isFiniteAtDefaults()
    for route in routes where findings.isEmpty {
      let (place, _) = try GuardedHeap.run { try play(files, by: route, context, folder) }
      if let (place, name) = place, canJudge {
        findings.append(
          outputFinding(
            .nonfiniteOutput, place.port, context,
            "is \(place.value.text) after \(route.name) named \(name); expected finite samples.",
            naming: [name]))
      }
    }
    AllocationLedger.begin()
    for route in routes where findings.isEmpty { findings += try growthFindings(files, route, context, folder) }
    return .findings(findings)
  }

  /// Plays each file after the long one. The first sample that is NaN or infinite, and the name of its file.
  private static func play(
    _ files: TestFiles, by route: FileRoute, _ context: PluginContext, _ folder: TemporaryFolder
  ) throws -> (Recording.Place, String)? {
    let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
    var player = FilePlayer(instance, context, route)
    instance.activate()
    for file in files.all where !instance.isWorkSlow {
      CrashRecord.note(activity: "\(route.name) names \(file.name) while a sound of half a second plays")
      player.load(files.long, thenPlay: 7)
      player.load(file.path, thenPlay: 9)
      if let place = player.place { return (place, file.name) }
      if instance.hosted.hasState { _ = instance.save() }
    }
    CrashRecord.note(activity: "\(route.name) names two files in one block")
    if !instance.isWorkSlow {
      player.load(files.long, files.short, thenPlay: 9)
      player.load(files.long, files.long, thenPlay: 6)
    }
    instance.deactivate()
    instance.cleanup()
    return player.place.map { ($0, "two files") }
  }

  /// Loads files in turn with the short one.
  private static func growthFindings(
    _ files: TestFiles, _ route: FileRoute, _ context: PluginContext, _ folder: TemporaryFolder
  ) throws -> [Finding] {
    for file in files.repeated {
      CrashRecord.note(activity: "\(route.name) names \(file.name) again and again")
      let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
      var player = FilePlayer(instance, context, route)
      instance.activate()
      let growth = Growth {
        player.load(files.short, thenPlay: 2)
        player.load(file.path, thenPlay: 2)
        instance.finishWork()
        return !instance.isWorkSlow
      }
      let findings: [Finding] = self.findings(about: growth, file.name, route, context)
      if !findings.isEmpty { return findings }
    }
    return []
  }

  @FindingsBuilder
  private static func findings(
    about growth: Growth, _ file: String, _ route: FileRoute, _ context: PluginContext
  ) -> [Finding] {
    let occasion = "each time that \(route.name) names \(file)"
    let turn = "A sound of 32 frames was loaded in between."
    if growth.bytes > 0 {
      finding(
        .memoryGrowth, about: route.uri,
        "The heap memory of the instance grows by \(growth.bytes.counted("byte")) \(occasion); expected no growth. \(turn)",
        naming: [file], count: Growth.counted, seed: context.seed)
    }
    if growth.descriptors > 0 {
      finding(
        .descriptorGrowth, about: route.uri,
        "\(growth.descriptors.counted("file descriptor")) \(growth.descriptors == 1 ? "stays" : "stay") open "
          + "\(occasion); expected none. \(turn)",
        naming: [file], count: Growth.counted, seed: context.seed)
    }
  }
}

extension StateFiles.Message {
  var text: MessageText {
    switch self {
    case .nonfiniteOutput:
      MessageText(
        .error, rule: .anyFile,
        remedy:
          "Keep the previous sound, or play silence, if {the file} cannot be used, and do not divide by its length.")
    case .memoryGrowth:
      MessageText(
        .warning, rule: .anyFile,
        remedy: "Free the memory of the previous file when another one replaces it, and the memory of {the file} if it "
          + "cannot be used.")
    case .descriptorGrowth:
      MessageText(
        .warning, rule: .anyFile,
        remedy: "Close {the file} after reading it, also if it cannot be used.")
    }
  }
}

extension Rule {
  fileprivate static let anyFile = Rule(
    "An atom:Path is \"a path to a file or directory\", which the user chooses and any program may have written; the "
      + "plug-in \"MAY assume a restored value was set by a previous call to save()\", but not that the file is the same",
    source: "atom: atom:Path; lv2/state/state.h: LV2_State_Interface.restore")
}

/// The files that the check gives to a plug-in.
private struct TestFiles {
  typealias File = (path: String, name: String)

  /// A mono sound of half a second.
  let long: String
  /// A mono sound of 32 frames.
  let short: String
  private let others: [File]
  /// Files with an own path through the loading code, each of which can leak.
  let repeated: [File]

  /// The files that follow the long one, with their names in messages.
  var all: [File] { [(short, "a mono sound of 32 frames"), (long, "the same sound again")] + others }

  init(_ folder: TemporaryFolder, as format: FileFormat, rate: Int) throws {
    let otherRate = rate == 44_100 ? 48_000 : 44_100
    func sound(_ name: String, _ sound: SoundFile) throws -> String {
      try folder.write(sound, as: format, named: name)
    }
    long = try sound("long", SoundFile(frames: rate / 2, rate: rate))
    short = try sound("short", SoundFile(frames: 32, rate: rate))
    let stereo = try sound("stereo", SoundFile(frames: rate / 4, channels: 2, rate: rate))
    let other = try sound("rate", SoundFile(frames: otherRate / 8, rate: otherRate))
    let missing = folder.path + "/missing.wav"
    let text = try folder.write(Array("This is not a sound.\n".utf8), to: "text.wav")
    others = [
      (stereo, "a stereo sound"),
      (other, "a sound of \(otherRate) Hz"),
      (
        try sound("high", SoundFile(frames: 9600, channels: 2, rate: 96_000, isFloat: true)),
        "a stereo sound of 96000 Hz"
      ),
      (try sound("four", SoundFile(frames: 4000, channels: 4, rate: rate)), "a sound of 4 channels"),
      (try sound("one", SoundFile(frames: 1, rate: rate)), "a sound of 1 frame"),
      (try sound("none", SoundFile(frames: 0, rate: rate)), "a sound of 0 frames"),
      (missing, "a file that does not exist"), (text, "a text file"),
      (try folder.write([], to: "empty.wav"), "an empty file"), (folder.path, "a folder"), ("", "an empty path"),
    ]
    repeated = [
      (long, "a mono sound of half a second"), (stereo, "a stereo sound"), (other, "a sound of \(otherRate) Hz"),
      (missing, "a file that does not exist"), (text, "a text file"),
    ]
  }
}

/// Plays noise and notes while it gives files to an instance.
private struct FilePlayer {
  private let instance: InstanceUnderTest
  private let context: PluginContext
  private let route: FileRoute
  private var frame = 0
  /// The response of the worker arrives after the first block.
  private static let noteBlock = 5
  /// The first sample that is NaN or infinite.
  private(set) var place: Recording.Place?

  init(_ instance: InstanceUnderTest, _ context: PluginContext, _ route: FileRoute) {
    self.instance = instance
    self.context = context
    self.route = route
  }

  /// Requests files in one block and plays further blocks. A note begins when the files were loaded and the sound before
  /// them continued to play for some time.
  mutating func load(_ files: String..., thenPlay blocks: Int) {
    play { instance, route in for file in files { route.request(file, of: instance) } }
    for block in 0..<blocks {
      play { instance, _ in
        if block == Self.noteBlock { instance.sendMIDI([0x90, 60, 100]) }
      }
    }
  }

  private mutating func play(_ send: (InstanceUnderTest, FileRoute) -> Void) {
    let length = instance.configuration.maximumBlockLength
    instance.fill(context.noise, from: frame, count: length)
    instance.prepareAtoms()
    send(instance, route)
    instance.run(length)
    place = place ?? instance.firstNonfinite(in: length)
    frame += length
  }
}
