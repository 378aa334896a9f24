import Foundation

@testable import LV2Host

/// An instance of the plug-in Fixtures/host.c, which is compiled once for all tests of the process.
final class HostFixture {
  enum Command: Float { case none, work, log, map, resize }

  let map = URIDMap()
  let instance: HostedInstance
  let buffers: PortBuffers

  /// - Parameter change: changes the configuration of the host.
  init(_ change: (inout HostConfiguration) -> Void = { _ in }) throws {
    let plugin = try World(bundles: [Self.bundle]).description(of: "urn:martlet:test:host", presets: true)
    var configuration = HostConfiguration(for: plugin, sampleRate: 48_000, maximumBlockLength: 64)
    change(&configuration)
    instance = try HostedInstance(plugin, configuration: configuration, map: map)
    buffers = PortBuffers(plugin, configuration: configuration, map: map)
    buffers.connect(to: instance)
    instance.activate()
  }

  /// Runs one block of 64 frames with a command.
  func run(_ command: Command = .none) {
    buffers[control: 0] = command.rawValue
    buffers.prepareAtoms()
    instance.run(64)
  }

  /// The path of the bundle, with a trailing slash.
  static let bundle: String = {
    let bundle = FileManager.default.temporaryDirectory.appending(path: "martlet-host-\(getpid()).lv2")
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/host.c")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-shared", "-fPIC", "-O1", "-w", "-o", bundle.appending(path: "host.so").path(), source.path(),
    ]
    do {
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try manifest.write(to: bundle.appending(path: "manifest.ttl"), atomically: true, encoding: .utf8)
      try compiler.run()
    } catch { fatalError("\(error)") }
    compiler.waitUntilExit()
    precondition(compiler.terminationStatus == 0, "the compilation of the fixture failed")
    atexit { try? FileManager.default.removeItem(atPath: HostFixture.bundle) }
    return bundle.path() + "/"
  }()

  private static let manifest = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

    <urn:martlet:test:host> a lv2:Plugin ; doap:name "Host test" ; lv2:binary <host.so> ;
      lv2:requiredFeature <http://lv2plug.in/ns/ext/urid#map> ;
      lv2:optionalFeature <http://lv2plug.in/ns/ext/worker#schedule> ;
      lv2:extensionData <http://lv2plug.in/ns/ext/worker#interface> , state:interface ;
      lv2:port [ a lv2:InputPort , lv2:ControlPort ; lv2:index 0 ; lv2:symbol "command" ; lv2:name "Command" ;
        lv2:default 0 ; lv2:minimum -1 ; lv2:maximum 4 ] ,
      [ a lv2:OutputPort , lv2:ControlPort ; lv2:index 1 ; lv2:symbol "responses" ; lv2:name "Responses" ] ,
      [ a lv2:OutputPort , lv2:ControlPort ; lv2:index 2 ; lv2:symbol "kept" ; lv2:name "Kept" ] ,
      [ a lv2:OutputPort , atom:AtomPort ; lv2:index 3 ; lv2:symbol "events" ; lv2:name "Events" ;
        atom:bufferType atom:Sequence ; <http://lv2plug.in/ns/ext/resize-port#minimumSize> 40000 ] .

    <urn:martlet:test:preset> a pset:Preset ; lv2:appliesTo <urn:martlet:test:host> ; rdfs:label "Seven" ;
      rdfs:seeAlso <manifest.ttl> ; lv2:port [ lv2:symbol "command" ; pset:value 2.0 ] ;
      state:state [ <urn:martlet:kept> "7"^^xsd:int ] .
    """
}
