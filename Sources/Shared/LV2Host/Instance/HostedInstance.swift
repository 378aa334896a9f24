import CLV2
import CProbe
import Synchronization

/// An instance of a plug-in with its features.
///
/// The methods correspond to the LV2 functions and follow their threading rules: call them from one thread at a time.
/// If the worker has a thread, activate(), deactivate() and restore() first let it process all requests. Deinitialization
/// deactivates and cleans up the instance. The host does not allocate between `activate` and `deactivate`.
public final class HostedInstance {
  public let plugin: PluginDescription
  public let features: HostFeatures
  public let library: PluginLibrary
  public let descriptor: UnsafePointer<LV2_Descriptor>
  /// The LV2_Handle, which is also the data of the instance-access feature; nil after `cleanup`.
  public private(set) var handle: LV2_Handle?
  public private(set) var isActive = false
  /// All save() and restore() calls so far, because a plug-in may keep their handles.
  let stateCalls = Mutex<[StateCall]>([])
  /// The detectors that are armed while the calling thread is in the plug-in.
  public var watch: probe_watch { didSet { features.worker.watch = watch } }

  /// The byte that fills the stack below run() before each call; nil for no change.
  public var stackContent: UInt8?

  /// Loads the library, unless `library` is given, and instantiates the plug-in.
  ///
  /// - Parameter watch: the armed detectors, from instantiate() on.
  /// - Throws: the errors of `PluginLibrary`; `unsupportedFeatures` if the configuration offers all features and a
  ///   required one is missing; `bufferTooLarge`; `notInstantiated`; `memory`.
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
      configuration, map: map, log: log, declared: plugin.features, required: plugin.requiredFeatures)
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
    handle = callPlugin(watch) {
      descriptor.pointee.instantiate?(descriptor, configuration.sampleRate, plugin.bundlePath, array)
    }
    guard let handle else { throw .notInstantiated(uri: plugin.uri, rate: configuration.sampleRate) }
    // Only if the description mentions the worker: some plug-ins return a pointer for any URI.
    let hasWorker = plugin.extensionData.contains(URI.Worker.interface) || plugin.features.contains(URI.Worker.schedule)
    if hasWorker, let interface = extensionData(URI.Worker.interface) {
      features.worker.attach(handle, interface: interface.assumingMemoryBound(to: LV2_Worker_Interface.self))
    }
  }

  deinit { cleanup() }

  /// Connects a port to memory of the caller, which must be valid during the next run(). nil means NULL.
  public func connect(_ port: Int, to memory: UnsafeMutableRawPointer?) {
    callPlugin(watch) { descriptor.pointee.connect_port?(handle, UInt32(port), memory) }
  }

  public func activate() {
    precondition(!isActive)
    features.worker.settle()
    callPlugin(watch) { descriptor.pointee.activate?(handle) }
    isActive = true
  }

  /// Activates the instance with a call of activate() that may fail.
  ///
  /// - Parameter call: receives the function, which is NULL if there is nothing to call; returns whether it returned.
  public func activate(by call: (LV2_Handle?, (@convention(c) (LV2_Handle?) -> Void)?) -> Bool) -> Bool {
    precondition(!isActive)
    isActive = callPlugin(watch) { call(handle, descriptor.pointee.activate) }
    return isActive
  }

  /// Runs one block, then delivers the worker's responses.
  ///
  /// - Parameter frames: at most the configuration's `maximumBlockLength`.
  public func run(_ frames: Int) {
    features.worker.beginRun()
    // Loaded before the fill: no other code may use the stack between the fill and the call.
    let (run, handle, content) = (descriptor.pointee.run, handle, stackContent)
    callPlugin(watch) {
      if let content { probe_stack_fill(content) }
      run?(handle, UInt32(frames))
    }
    features.worker.endRun()
  }

  public func deactivate() {
    precondition(isActive)
    features.worker.settle()
    callPlugin(watch) { descriptor.pointee.deactivate?(handle) }
    isActive = false
  }

  /// Deactivates an active instance, ends the worker and calls cleanup(). Further calls have no effect.
  public func cleanup() {
    guard let handle else { return }
    if isActive { deactivate() }
    features.worker.detach()
    callPlugin(watch) { descriptor.pointee.cleanup?(handle) }
    self.handle = nil
  }

  public func extensionData(_ uri: String) -> UnsafeRawPointer? {
    callPlugin(watch) { descriptor.pointee.extension_data.flatMap { UnsafeRawPointer($0(uri)) } }
  }
}
