import CLV2
import CProbe
import Synchronization

/// One running instance of a plug-in, with the features it was given.
///
/// The calls are the LV2 life cycle's and follow its threading rules: one thread at a time, and where the worker has a
/// thread of its own, activate(), deactivate() and restore() wait until it has nothing to do. Going out of scope
/// deactivates and cleans up. Nothing here allocates between `activate` and `deactivate`.
public final class HostedInstance {
  public let plugin: PluginDescription
  public let features: HostFeatures
  public let library: PluginLibrary
  public let descriptor: UnsafePointer<LV2_Descriptor>
  /// The plug-in's own handle (what instance-access hands to an interface); nil after `cleanup`.
  public private(set) var handle: LV2_Handle?
  public private(set) var isActive = false
  /// Every save and restore so far, since a plug-in may hold on to their handles.
  let stateCalls = Mutex<[StateCall]>([])
  /// The detectors that listen to the calling thread whenever it is in the plug-in, and only then.
  public var watch: probe_watch {
    didSet { features.worker.watch = watch }
  }

  /// What the stack below run() is filled with before each call; left as it is where nil.
  public var stackContent: UInt8?

  /// Loads the library (or uses one that is loaded) and instantiates.
  ///
  /// - Parameter watch: what listens from `instantiate` on.
  /// - Throws: what `PluginLibrary` throws; `unsupportedFeatures` where the host lacks a required feature and the
  ///   configuration offers all it has; `bufferTooLarge`; `notInstantiated`; `memory`.
  public init(
    _ plugin: PluginDescription, configuration: HostConfiguration, map: URIDMap, log: LogCapture? = nil,
    library: PluginLibrary? = nil, watch: probe_watch = []
  ) throws(HostError) {
    if configuration.features == .all, case let missing = HostFeatures.missing(for: plugin), !missing.isEmpty {
      throw .unsupportedFeatures(missing)
    }
    if let port = plugin.ports.first(where: { $0.minimumSize ?? 0 > HostConfiguration.largestSequence }) {
      throw .bufferTooLarge(port: port.symbol, bytes: port.minimumSize ?? 0)
    }
    self.plugin = plugin
    features = try HostFeatures(
      configuration, map: map, log: log, askedFor: plugin.features, required: plugin.requiredFeatures)
    if let library {
      self.library = library
    } else {
      guard let path = plugin.binaryPath else { throw .libraryNotLoaded(path: "", reason: "no lv2:binary") }
      self.library = try PluginLibrary(path: path, bundlePath: plugin.bundlePath, features: features.array)
    }
    descriptor = try self.library.descriptor(uri: plugin.uri)
    self.watch = watch
    features.worker.watch = watch
    let (descriptor, array) = (self.descriptor, features.array)
    handle = inPlugin(watch) {
      descriptor.pointee.instantiate?(descriptor, configuration.sampleRate, plugin.bundlePath, array)
    }
    guard let handle else { throw .notInstantiated(uri: plugin.uri) }
    // Only asked for where the description knows of a worker: some plug-ins answer any URI.
    let hasWorker = plugin.extensionData.contains(URI.Worker.interface) || plugin.features.contains(URI.Worker.schedule)
    if hasWorker, let interface = extensionData(URI.Worker.interface) {
      features.worker.attach(handle, interface: interface.assumingMemoryBound(to: LV2_Worker_Interface.self))
    }
  }

  deinit { cleanup() }

  /// Connects a port to memory of the caller's, which must outlive the next `run`; nil disconnects.
  public func connect(_ port: Int, to memory: UnsafeMutableRawPointer?) {
    inPlugin(watch) { descriptor.pointee.connect_port?(handle, UInt32(port), memory) }
  }

  public func activate() {
    precondition(!isActive)
    features.worker.settle()
    inPlugin(watch) { descriptor.pointee.activate?(handle) }
    isActive = true
  }

  /// Runs one block, then delivers the worker's responses.
  ///
  /// - Parameter frames: at most the configuration's `maximumBlockLength`.
  public func run(_ frames: Int) {
    features.worker.willRun()
    // Fetched before: nothing is to use the stack between its filling and the call.
    let (run, handle, content) = (descriptor.pointee.run, handle, stackContent)
    inPlugin(watch) {
      if let content { probe_stack_fill(content) }
      run?(handle, UInt32(frames))
    }
    features.worker.didRun()
  }

  public func deactivate() {
    precondition(isActive)
    features.worker.settle()
    inPlugin(watch) { descriptor.pointee.deactivate?(handle) }
    isActive = false
  }

  /// Deactivates where that is due, ends the worker and frees the instance. Does nothing the second time.
  public func cleanup() {
    guard let handle else { return }
    if isActive { deactivate() }
    features.worker.detach()
    inPlugin(watch) { descriptor.pointee.cleanup?(handle) }
    self.handle = nil
  }

  /// What the plug-in offers for an extension's URI, or nil.
  public func extensionData(_ uri: String) -> UnsafeRawPointer? {
    inPlugin(watch) { descriptor.pointee.extension_data.flatMap { UnsafeRawPointer($0(uri)) } }
  }
}
