import CDisplay
import LV2Host
import Model
import Support
import TestHost

/// The input of a check of one interface: the interface, its plug-in and the X server.
package struct InterfaceContext {
  package let plugin: PluginContext
  package let interface: InterfaceDescription
  package let desktop: Desktop
  package let server: DisplayServer
  package let library: InterfaceLibrary
  /// Whether this process performs one check only, as it does to confirm a finding.
  package var isAlone = false
  /// The toolkit of the interface's widget; nil if it has a window of X11, or opens its own.
  let toolkit: cdisplay_toolkit?

  /// Starts the X server, unless there is one to use, and loads the library of the interface.
  ///
  /// - Parameters:
  ///   - folder: for temporary files of the server.
  ///   - display: the name of an X server that runs already; nil to start one.
  /// - Throws: `InterfaceObstacle` if the interface cannot be opened.
  package init(
    _ plugin: PluginContext, _ interface: InterfaceDescription, folder: String, display: String?
  ) throws(InterfaceObstacle) {
    if let reason = Self.unsupported(interface) { throw InterfaceObstacle(reason, .interface) }
    self.plugin = plugin
    self.interface = interface
    server =
      if let display { DisplayServer(existing: display, folder: folder) } else { try DisplayServer(folder: folder) }
    do throws(InterfaceObstacle) {
      desktop = try Desktop(of: server)
      toolkit = try Self.loadToolkit(of: interface)
      library = try InterfaceLibrary(interface)
      XErrors.watch(server: server)
      Attendant.begin()
    } catch {
      server.end()
      throw error
    }
  }

  /// The interface of another plug-in, beside this one.
  init(_ plugin: PluginContext, _ interface: InterfaceDescription, beside other: InterfaceContext)
    throws(InterfaceObstacle)
  {
    (self.plugin, self.interface) = (plugin, interface)
    (desktop, server, toolkit) = (other.desktop, other.server, other.toolkit)
    library = try InterfaceLibrary(interface)
  }

  /// The duration of calls in seconds, without the time in which other processes occupied the processors of this thread and of
  /// the X server.
  package func duration(of calls: () -> Void) -> Double {
    func delay() -> Double { ProcessSnapshot.runDelay + server.runDelay }
    let (start, earlier) = (ContinuousClock.now, delay())
    calls()
    return (ContinuousClock.now - start).seconds - (delay() - earlier)
  }

  private static func loadToolkit(of interface: InterfaceDescription) throws(InterfaceObstacle) -> cdisplay_toolkit? {
    let (name, toolkit): (String, UnsafePointer<cdisplay_toolkit>?)
    switch interface.toolkit {
    case .gtk(let version): (name, toolkit) = ("GTK \(version)", cdisplay_gtk(Int32(version)))
    case .qt5: (name, toolkit) = ("Qt 5", cdisplay_qt5())
    case .x11, .shown, .external, .other: return nil
    }
    guard let toolkit else { throw InterfaceObstacle("\(name) is not installed", .interface) }
    return toolkit.pointee
  }

  /// Why this host cannot open an interface, as a clause; nil if it can.
  private static func unsupported(_ interface: InterfaceDescription) -> String? {
    let missing = InterfaceFeatures.missing(for: interface)
    if !missing.isEmpty { return "the interface requires \(missing.listed(atMost: 3, "feature"))" }
    return switch interface.toolkit {
    case .x11, .shown, .gtk, .qt5, .external: nil
    case .other(let uri): "lv2val does not open interfaces of the class \(Vocabulary.short(uri))"
    }
  }

  /// The name of the interface in findings, relative to the bundle.
  package var name: String {
    let prefix = "file://" + interface.bundlePath
    return interface.uri.hasPrefix(prefix) ? String(interface.uri.dropFirst(prefix.count)) : interface.uri
  }

  /// Whether the host has a feature for this interface, and so can withhold it.
  package func offers(_ feature: String) -> Bool { InterfaceFeatures.isSupported(feature) }

  package var seed: UInt32 { plugin.seed }

  /// The control inputs of the plug-in.
  package var controls: [PortDescription] { plugin.plugin.ports(.control, .input) }

  /// The bounds of a control; 0 to 1 if its description has none.
  package func range(of port: PortDescription) -> ClosedRange<Float> { port.range(rate: plugin.rate) ?? 0...1 }

  package func initialValue(of port: PortDescription) -> Float { port.initialValue(rate: plugin.rate) }

  /// The random numbers of one check, which depend on the seed of the run and the ids of the check and the interface.
  package func generator(for check: CheckID) -> SplitMix64 {
    SplitMix64(seed: FNV1a.hash("\(check.rawValue) \(name)".utf8) ^ UInt64(seed))
  }
}

extension InterfaceContext {
  /// Whether the process draws with OpenGL, without a graphics card.
  package var drawsWithOpenGL: Bool {
    let drivers = ["swrast_dri.so", "libgallium", "libGLX_mesa"]
    return ProcessSnapshot.mappedFiles.contains { file in drivers.contains(where: file.contains) }
  }
}
