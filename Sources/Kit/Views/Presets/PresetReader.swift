#if !arch(wasm32)
  import CDrawing
  import LV2Kit

  /// Reads the presets of a plug-in from the Turtle files of its bundle, for the menu of its window.
  public struct PresetReader {
    /// The URI of the plug-in.
    private let plugin: UnsafePointer<CChar>
    private let ports: [ControlPort]
    private var presets: [PanelPreset] = []
    /// The names of the files that the manifest names for presets.
    private var files: [[UInt8]] = []

    /// The largest file that is read, in bytes.
    private static var largest: Int { 1 << 22 }

    /// Returns the presets in the order of the files; none without a bundle.
    ///
    /// - Parameters:
    ///   - plugin: the URI of the plug-in.
    ///   - bundle: the path of the bundle.
    ///   - ports: the ports of the view.
    public static func presets(
      of plugin: UnsafePointer<CChar>?, in bundle: UnsafePointer<CChar>?, _ ports: [ControlPort]
    ) -> [PanelPreset] {
      guard let plugin, let bundle else { return [] }
      var reader = PresetReader(plugin: plugin, ports: ports)
      let manifest: StaticString = "manifest.ttl"
      reader.read(bundle, (0..<manifest.utf8CodeUnitCount).map { manifest.utf8Start[$0] })
      for file in reader.files { reader.read(bundle, file) }
      return reader.presets
    }

    private init(plugin: UnsafePointer<CChar>, ports: [ControlPort]) {
      self.plugin = plugin
      self.ports = ports
    }

    // MARK: Files

    private static func content(_ bundle: UnsafePointer<CChar>, _ name: [UInt8]) -> [UInt8] {
      var path: [CChar] = []
      var index = 0
      while bundle[index] != 0 {
        path.append(bundle[index])
        index += 1
      }
      path.append(47)
      for byte in name { path.append(CChar(bitPattern: byte)) }
      path.append(0)
      guard let file = fopen(path, "rb") else { return [] }
      defer { fclose(file) }
      var (content, block): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
      while content.count < largest {
        let count = fread(&block, 1, block.count, file)
        if count == 0 { break }
        content += block[0..<count]
      }
      return content
    }

    // MARK: Statements

    /// What the statements about a subject say.
    private struct Subject {
      var isPreset = false
      var applies = false
      var name = Text()
      var file: [UInt8] = []
      var values: [(port: Int, value: Float)] = []
      /// The port and the value of the node that is being read.
      var port: Int?
      var value = Text()
    }

    private mutating func read(_ bundle: UnsafePointer<CChar>, _ name: [UInt8]) {
      var tokens = TurtleTokens(Self.content(bundle, name))
      var subject = Subject()
      var predicate: Range<Int>?
      var (expectsSubject, depth) = (true, 0)
      while let (kind, range) = tokens.next() {
        if kind == .sign {
          switch tokens.bytes[range.lowerBound] {
          case 91: (depth, predicate) = (depth + 1, nil)
          case 93:
            depth -= 1
            endNode(&subject)
          case 59: predicate = nil
          case 46 where depth == 0:
            add(subject)
            (subject, predicate, expectsSubject) = (Subject(), nil, true)
          default: break
          }
        } else if expectsSubject {
          expectsSubject = false
        } else if let predicate {
          state(predicate, range, tokens, &subject)
        } else {
          predicate = range
        }
      }
    }

    /// A statement about the subject or a node of it.
    private func state(_ predicate: Range<Int>, _ object: Range<Int>, _ tokens: TurtleTokens, _ subject: inout Subject)
    {
      if tokens.isEqual(predicate, "a") {
        if tokens.isEqual(object, "pset:Preset") { subject.isPreset = true }
      } else if tokens.isEqual(predicate, "lv2:appliesTo") {
        if tokens.isEqual(object, plugin) { subject.applies = true }
      } else if tokens.isEqual(predicate, "rdfs:label") {
        subject.name = tokens.text(object)
      } else if tokens.isEqual(predicate, "rdfs:seeAlso") {
        subject.file = Array(tokens.bytes[object])
      } else if tokens.isEqual(predicate, "lv2:symbol") {
        subject.port = ports.indices.first { tokens.isEqual(object, ports[$0].symbol) }
      } else if tokens.isEqual(predicate, "pset:value") {
        subject.value = tokens.text(object)
      }
    }

    private func endNode(_ subject: inout Subject) {
      var reader = TypedValue(subject.value)
      if let port = subject.port, let value = reader.number(for: ports[port]) { subject.values.append((port, value)) }
      subject.port = nil
      subject.value = Text()
    }

    private mutating func add(_ subject: Subject) {
      guard subject.isPreset && subject.applies else { return }
      if !subject.values.isEmpty { return presets.append(PanelPreset(name: subject.name, values: subject.values)) }
      guard !subject.file.isEmpty, !files.contains(where: { $0.elementsEqual(subject.file) }) else { return }
      files.append(subject.file)
    }
  }
#endif
