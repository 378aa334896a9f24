#if !hasFeature(Embedded)
  import CLV2

  /// The first block of a plug-in: it shows whether the code of the effect fits the layout. A channel that the layout lacks ends
  /// the program with the line that uses it, because libraries with declarations are debug builds.
  struct Trial {
    private static let frames = 256

    private let descriptor: LV2_Descriptor
    private let handle: LV2_Handle
    private let plugin: PluginDocument

    /// Creates an instance, or nil if the effect cannot run without features of the host.
    init?(_ descriptor: UnsafePointer<LV2_Descriptor>, _ plugin: PluginDocument) {
      var none: UnsafePointer<LV2_Feature>?
      guard let handle = descriptor.pointee.instantiate(descriptor, 48_000, "/", &none) else { return nil }
      self.descriptor = descriptor.pointee
      self.handle = handle
      self.plugin = plugin
    }

    /// Processes one block of silence with the initial values of all controls.
    func run() {
      let first = plugin.controls.count + (plugin.reportsLatency ? 2 : 1)
      let count = plugin.layout.inputs + plugin.layout.sidechains + plugin.layout.outputs
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count * Self.frames))
      samples.initialize(repeating: 0, count: count * Self.frames)
      for index in 0..<count {
        descriptor.connect_port(handle, UInt32(first + index), samples + index * Self.frames)
      }
      descriptor.activate?(handle)
      descriptor.run(handle, UInt32(Self.frames))
      descriptor.cleanup(handle)
      samples.deallocate()
    }
  }

  extension Layout {
    /// "1 input, 2 sidechains and 1 output".
    var description: String {
      func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }
      let sidechain = sidechains > 0 ? ", " + count(sidechains, "sidechain") : ""
      return "\(count(inputs, "input"))\(sidechain) and \(count(outputs, "output"))"
    }
  }
#endif
