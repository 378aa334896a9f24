import CLV2
import Foundation
import Glibc
import Testing

@testable import LV2Host

/// The features of the host, used by a plug-in.
@Suite struct HostServicesTests {
  @Test func immediateWorkIsDoneInScheduleWork() throws {
    let fixture = try HostFixture { $0.workerMode = .immediate }
    fixture.run(.work)
    #expect(fixture.buffers[control: 1] == 10)
    fixture.run(.work)
    #expect(fixture.buffers[control: 1] == 30)
    #expect(fixture.instance.features.worker.outOfRunCount == 0)
  }

  @Test func deferredWorkIsDoneInPerformDeferred() throws {
    let fixture = try HostFixture { $0.workerMode = .deferred }
    fixture.run(.work)
    fixture.run()
    #expect(fixture.buffers[control: 1] == 0)
    #expect(fixture.instance.features.worker.hasPendingWork)
    fixture.instance.features.worker.performDeferred()
    #expect(!fixture.instance.features.worker.hasPendingWork)
    fixture.run()  // The response is delivered after this run(),
    fixture.run()  // and this run() outputs it.
    #expect(fixture.buffers[control: 1] == 10)
    #expect(fixture.instance.features.worker.scheduleCount == 1)
  }

  @Test(.timeLimit(.minutes(1))) func workIsDoneInAThread() throws {
    let fixture = try HostFixture { $0.workerMode = .thread }
    let worker = fixture.instance.features.worker
    for _ in 0..<4 { fixture.run(.work) }
    #expect(worker.startWork(pausing: true))
    // The response is there although work() did not return.
    for _ in 0..<2 { fixture.run() }
    #expect(fixture.buffers[control: 1] == 10)
    worker.finishWork()
    for _ in 0..<3 { #expect(!worker.startWork(pausing: false)) }
    for _ in 0..<2 { fixture.run() }
    // 10 + 20 + 30 + 40.
    #expect(fixture.buffers[control: 1] == 100)
    fixture.instance.cleanup()
  }

  @Test func messagesAreStoredWithTheirLevel() throws {
    let fixture = try HostFixture()
    #expect(fixture.instance.features.log.entries.isEmpty)
    fixture.run(.log)
    #expect(fixture.instance.features.log.entries == [.init(level: .warning, text: "64 frames of sound")])
    #expect(fixture.instance.features.log.count(.warning) == 1)
    #expect(fixture.instance.features.log.nonTraceCount == 1)
  }

  @Test func theLogKeepsTheNewestMessagesAndTruncatesLongOnes() {
    let log = LogCapture(map: URIDMap(), capacity: 2)
    for number in 0..<3 {
      withVaList([Int32(number)]) { _ = log.log.pointee.vprintf(log.log.pointee.handle, 0, "number %d\n", $0) }
    }
    #expect(log.entries.map(\.text) == ["number 1", "number 2"])
    #expect(log.count(.other) == 3)
    let long = String(repeating: "x", count: 5000)
    withVaList([]) { _ = log.log.pointee.vprintf(log.log.pointee.handle, 0, long, $0) }
    #expect(log.entries.last?.text.count == LogCapture.entryCapacity)
  }

  @Test func messagesAreEchoedToADescriptor() throws {
    let pipe = Pipe()
    let log = LogCapture(map: URIDMap(), echo: pipe.fileHandleForWriting.fileDescriptor)
    for text in ["one\n", "two"] {
      withVaList([]) { _ = log.log.pointee.vprintf(log.log.pointee.handle, 0, text, $0) }
    }
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("one\ntwo\n".utf8))
    #expect(log.entries.map(\.text) == ["one", "two"])
  }

  @Test func mapCallsAreCounted() throws {
    let fixture = try HostFixture()
    let before = fixture.map.callCount
    fixture.run()
    #expect(fixture.map.callCount == before)
    fixture.run(.map)
    #expect(fixture.map.callCount == before + 1)
    #expect(fixture.map.uri(of: fixture.map.id(of: "urn:martlet:new")) == "urn:martlet:new")
  }

  @Test func aPluginCanResizeItsAtomPort() throws {
    let fixture = try HostFixture()
    let before = fixture.buffers.atom(3)?.sequence.capacity
    #expect(before == 40_000)
    fixture.run(.resize)
    let after = fixture.buffers.atom(3)?.sequence.capacity
    #expect(after == 100_000)
    fixture.run()
  }

  @Test func stateIsSavedAndRestored() throws {
    let fixture = try HostFixture()
    fixture.buffers[control: 0] = 3
    let snapshot = try #require(fixture.instance.saveState())
    #expect(snapshot.violations.isEmpty)
    #expect(
      snapshot.properties == ["urn:martlet:kept": .init(type: URI.Atom.int, flags: 3, bytes: [3, 0, 0, 0])])
    #expect(fixture.instance.restoreState(snapshot) == 0)
    fixture.run()
    #expect(fixture.buffers[control: 2] == 3)
    #expect(fixture.instance.restoreState(StateSnapshot()) == 0)
  }

  @Test func violationsDuringSaveAreReported() throws {
    let fixture = try HostFixture()
    fixture.buffers[control: 0] = -1
    #expect(try #require(fixture.instance.saveState()).violations.count == 1)
  }

  @Test func presetsContainPortValuesAndState() throws {
    let fixture = try HostFixture()
    let world = try World(bundles: [HostFixture.bundle])
    #expect(fixture.instance.plugin.presets.map(\.label) == ["Seven"])
    let preset = try world.preset("urn:martlet:test:preset", map: fixture.map)
    #expect(preset.label == "Seven")
    #expect(preset.portValues == ["command": 2])
    #expect(preset.propertyCount == 1)
    preset.restore(into: fixture.instance)
    fixture.run()
    #expect(fixture.buffers[control: 2] == 7)
    #expect(throws: HostError.unknownPreset(uri: "no uri")) { try world.preset("no uri", map: fixture.map) }
  }

  @Test func featuresCanBeWithheld() throws {
    let without = { (choice: HostConfiguration.FeatureChoice) -> Void in
      #expect(throws: HostError.notInstantiated(uri: "urn:martlet:test:host", rate: 48_000)) {
        try HostFixture { $0.features = choice }
      }
    }
    without(.none)
    without(.null)
    without(.except([URI.URID.map]))
    let fixture = try HostFixture { $0.features = .only([URI.URID.map]) }
    #expect(fixture.instance.features.offered == [URI.URID.map])
  }

  @Test func blockLengthFeaturesFollowTheConfiguration() throws {
    let variable = try HostFixture()
    #expect(!variable.instance.features.offered.contains(URI.BufSize.fixedBlockLength))
    let fixed = try HostFixture { $0.minimumBlockLength = 64 }
    #expect(fixed.instance.features.offered.contains(URI.BufSize.fixedBlockLength))
    #expect(fixed.instance.features.offered.contains(URI.BufSize.powerOf2BlockLength))
    let odd = try HostFixture { ($0.minimumBlockLength, $0.maximumBlockLength) = (65, 65) }
    #expect(!odd.instance.features.offered.contains(URI.BufSize.powerOf2BlockLength))
  }

  @Test func optionsFollowTheConfiguration() throws {
    let fixture = try HostFixture { $0.readOnlyOptions = true }
    var values: [String: Int32] = [:]
    var rate: Float = 0
    var option = fixture.instance.features.optionsArray
    while option.pointee.key != 0 {
      let key = try #require(fixture.map.uri(of: option.pointee.key))
      #expect(option.pointee.size == 4)
      if key == URI.Parameters.sampleRate {
        rate = option.pointee.value.load(as: Float.self)
      } else {
        #expect(fixture.map.uri(of: option.pointee.type) == URI.Atom.int)
        values[key] = option.pointee.value.load(as: Int32.self)
      }
      option += 1
    }
    #expect(rate == 48_000)
    #expect(
      values == [
        URI.BufSize.minBlockLength: 1, URI.BufSize.maxBlockLength: 64, URI.BufSize.nominalBlockLength: 64,
        URI.BufSize.sequenceSize: 40_000,
      ])
  }

  @Test func aWriteToReadOnlyOptionsIsACrash() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let fixture = try HostFixture { $0.readOnlyOptions = true }
      // A crashing process does not run its exit handlers, which would remove the bundle.
      try FileManager.default.removeItem(atPath: HostFixture.bundle)
      UnsafeMutablePointer(mutating: fixture.instance.features.optionsArray).pointee.key = 1
    }
    await #expect(processExitsWith: .success) {
      let fixture = try HostFixture()
      UnsafeMutablePointer(mutating: fixture.instance.features.optionsArray).pointee.key = 1
    }
  }

  @Test func invalidLibrariesAreErrors() {
    #expect(throws: HostError.self) { try PluginLibrary(path: "/nonexistent.so", bundlePath: "/") }
    #expect(throws: HostError.noEntryPoint(path: "libm.so.6")) {
      try PluginLibrary(path: "libm.so.6", bundlePath: "/")
    }
    #expect(throws: HostError.noDescriptor(uri: "urn:other", path: HostFixture.bundle + "host.so")) {
      try PluginLibrary(path: HostFixture.bundle + "host.so", bundlePath: HostFixture.bundle).descriptor(
        uri: "urn:other")
    }
  }

  /// The composed and the decomposed form of "ü" are equal strings, but different paths.
  @Test func abstractPathsAreComputedInBytes() throws {
    let paths = PathFeatures(directory: "/tmp/tu\u{308}")
    let (handle, call) = (paths.mapPath.pointee.handle, try #require(paths.mapPath.pointee.abstract_path))
    for (path, abstract) in [("/tmp/tu\u{308}/sound.wav", "sound.wav"), ("/tmp/tü/sound.wav", "/tmp/tü/sound.wav")] {
      let mapped = try #require(call(handle, path))
      defer { free(mapped) }
      #expect(Array(String(cString: mapped).utf8) == Array(abstract.utf8))
    }
  }

  @Test func filesAreCreatedInTheDirectory() throws {
    var template = Array("/tmp/martlet-paths-XXXXXX".utf8CString)
    let directory = String(cString: try #require(mkdtemp(&template)))
    defer {
      for folder in ["/1/a", "/1", ""] { rmdir(directory + folder) }
    }
    let paths = PathFeatures(directory: directory)
    let made = try #require(paths.makePath.pointee.path(paths.makePath.pointee.handle, "a/b.bin"))
    defer { free(made) }
    #expect(String(cString: made) == directory + "/1/a/b.bin")
    let abstract = try #require(paths.mapPath.pointee.abstract_path(paths.mapPath.pointee.handle, made))
    defer { free(abstract) }
    #expect(String(cString: abstract) == "1/a/b.bin")
    let absolute = try #require(paths.mapPath.pointee.absolute_path(paths.mapPath.pointee.handle, abstract))
    defer { free(absolute) }
    #expect(String(cString: absolute) == directory + "/1/a/b.bin")
    #expect(paths.mappedPaths == [directory + "/1/a/b.bin"])
    #expect(PathFeatures(directory: nil).directory == nil)
  }
}
