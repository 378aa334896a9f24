import Foundation

/// The bundle with the plug-ins of Fixtures/fixture.c, compiled once per process.
enum FixtureBundle {
  static let prefix = "urn:martlet:test:"
  static let mono = [
    "gain", "delay", "echo", "crash", "crash-instantiate", "crash-cleanup", "null", "refuse", "exit", "hang", "slow",
    "nan", "talk", "hum", "state", "fork", "fork-crash",
  ]

  /// The directory for LV2_PATH.
  static let path: String = {
    let root = FileManager.default.temporaryDirectory.appending(path: "martlet-render-\(getpid())")
    let bundle = root.appending(path: "fixture.lv2")
    do {
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try manifest.write(to: bundle.appending(path: "manifest.ttl"), atomically: true, encoding: .utf8)
      try presets.write(to: bundle.appending(path: "presets.ttl"), atomically: true, encoding: .utf8)
    } catch { fatalError("\(error)") }
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/fixture.c")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-shared", "-fPIC", "-O1", "-w", "-o", bundle.appending(path: "fixture.so").path(), source.path(), "-lm",
    ]
    do { try compiler.run() } catch { fatalError("\(error)") }
    compiler.waitUntilExit()
    precondition(compiler.terminationStatus == 0, "Fixtures/fixture.c cannot be compiled")
    atexit { try? FileManager.default.removeItem(atPath: FixtureBundle.path) }
    return root.path()
  }()

  private static let prefixes = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix time: <http://lv2plug.in/ns/ext/time#> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    """

  private static let manifest: String = {
    var text = prefixes
    for name in mono {
      text += plugin(
        name,
        ports: [
          ("Input", "Audio", "in", ""), ("Output", "Audio", "out", ""),
          (
            "Input", "Control", "amount",
            "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 10 ; lv2:scalePoint [ rdfs:label \"Half\" ; rdf:value 0.5 ] ;"
          ), ("Output", "Control", "latency", "lv2:designation lv2:latency ;"),
        ])
    }
    text += plugin(
      "side",
      ports: [
        ("Input", "Audio", "in", ""), ("Output", "Audio", "out", ""), ("Input", "Control", "amount", "lv2:default 1 ;"),
        ("Output", "Control", "latency", ""), ("Input", "Audio", "key", "pg:group <\(prefix)key> ;"),
      ])
    text += "<\(prefix)key> pg:sideChainOf <\(prefix)main> .\n"
    text += plugin(
      "duck",
      ports: [
        ("Input", "Audio", "key", "lv2:portProperty lv2:isSideChain ;"), ("Input", "Audio", "in_left", ""),
        ("Input", "Audio", "in_right", ""), ("Output", "Audio", "out_left", ""), ("Output", "Audio", "out_right", ""),
      ])
    let optional = "lv2:portProperty lv2:connectionOptional ;"
    text += plugin(
      "pairs",
      ports: [
        ("Input", "Audio", "in_left", ""), ("Input", "Audio", "in_right", optional),
        ("Input", "Audio", "more_left", optional),
        ("Input", "Audio", "more_right", optional), ("Output", "Audio", "out_left", ""),
        ("Output", "Audio", "out_right", ""),
      ])
    text += plugin(
      "keys",
      ports: [
        (
          "Input", "Atom", "events",
          "atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent , time:Position ; lv2:designation lv2:control ;"
        ), ("Output", "Audio", "messages", ""), ("Output", "Audio", "tempo", ""), ("Output", "Audio", "meter", ""),
        ("Input", "Audio", "in", ""),
      ])
    text += plugin("generator", ports: [("Output", "Audio", "out", "")])
    text += plugin(
      "swap",
      ports: [
        ("Input", "Audio", "in_left", ""), ("Input", "Audio", "in_right", ""), ("Output", "Audio", "out_left", ""),
        ("Output", "Audio", "out_right", ""),
      ])
    text += "<\(prefix)eighth> a pset:Preset ; lv2:appliesTo <\(prefix)state> ; rdfs:seeAlso <presets.ttl> .\n"
    text += "<\(prefix)quarter> a pset:Preset ; lv2:appliesTo <\(prefix)gain> ; rdfs:seeAlso <presets.ttl> .\n"
    return "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n" + text
  }()

  private static let presets =
    prefixes + """
      <\(prefix)quarter> a pset:Preset ; lv2:appliesTo <\(prefix)gain> ; rdfs:label "Quarter" ;
        lv2:port [ lv2:symbol "amount" ; pset:value 0.25 ] .
      <\(prefix)eighth> a pset:Preset ; lv2:appliesTo <\(prefix)state> ; rdfs:label "Eighth" ;
        state:state [ <\(prefix)factor> "0.125"^^xsd:float ] .
      """

  private static func plugin(
    _ name: String, ports: [(direction: String, kind: String, symbol: String, rest: String)]
  ) -> String {
    let ports = ports.enumerated().map { index, port in
      "[ a lv2:\(port.direction)Port , \(port.kind == "Atom" ? "atom" : "lv2"):\(port.kind)Port ; lv2:index \(index) ; lv2:symbol \"\(port.symbol)\" ; "
        + "\(port.rest) lv2:name \"\(port.symbol)\" ]"
    }
    return """
      <\(prefix)\(name)> a lv2:Plugin ; doap:name "Test \(name)" ; lv2:binary <fixture.so> ;
        lv2:port \(ports.joined(separator: " ,\n    ")) .

      """
  }
}
