import CLV2

/// The features of the host for one instance: the array and the C structs.
///
/// An instance keeps its features alive. An object serves one instance at a time. All instances share the URID map.
public final class HostFeatures {
  /// The type of the features argument of instantiate().
  public typealias Array = UnsafePointer<UnsafePointer<LV2_Feature>?>

  private typealias Feature = (uri: String, data: UnsafeMutableRawPointer?)

  /// All features that this host can offer.
  public static let supported: Set<String> = [
    URI.URID.map, URI.URID.unmap, URI.Options.options, URI.BufSize.boundedBlockLength,
    URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength, URI.BufSize.coarseBlockLength, URI.Log.log,
    URI.State.loadDefaultState, URI.State.threadSafeRestore, URI.State.makePath, URI.State.mapPath,
    URI.State.freePath, URI.Worker.schedule, URI.ResizePort.resize, URI.instanceAccess, URI.Core.isLive,
    URI.Core.inPlaceBroken, URI.Core.hardRTCapable, URI.PortProps.supportsStrictBounds,
  ]

  public let configuration: HostConfiguration
  public let map: URIDMap
  public let log: LogCapture
  public let worker: Worker
  public let paths: PathFeatures
  /// Called if the plug-in requests a buffer size in bytes. Returns whether the port has at least this size afterwards.
  public var onResize: ((_ port: Int, _ size: Int) -> Bool)?
  /// The URIs in the order of the array.
  public let offered: [String]

  private let options: OptionsArray
  private let resize = UnsafeMutablePointer<LV2_Resize_Port_Resize>.allocate(capacity: 1)
  private let instantiation: FeatureArray
  private let restoring: FeatureArray

  /// - Parameters:
  ///   - declared: the features in the plug-in's description. Some features are only offered if they are declared,
  ///     such as `instance-access` and `inPlaceBroken`.
  ///   - required: the required features. `supportsStrictBounds` is only offered if it is required.
  /// - Throws: `HostError.memory`.
  public init(
    _ configuration: HostConfiguration, map: URIDMap, log: LogCapture? = nil, declared: Set<String> = [],
    required: Set<String> = []
  ) throws(HostError) {
    self.configuration = configuration
    self.map = map
    self.log = log ?? LogCapture(map: map)
    worker = Worker(mode: configuration.workerMode)
    paths = PathFeatures(directory: configuration.stateDirectory)
    options = try OptionsArray(configuration, map: map)

    var state: [Feature] = [
      (URI.State.mapPath, UnsafeMutableRawPointer(paths.mapPath)),
      (URI.State.freePath, UnsafeMutableRawPointer(paths.freePath)),
    ]
    if paths.directory != nil { state.append((URI.State.makePath, UnsafeMutableRawPointer(paths.makePath))) }
    let restoreSchedule: Feature = (URI.Worker.schedule, UnsafeMutableRawPointer(worker.restoreSchedule))
    var all: [Feature] = [
      (URI.URID.map, UnsafeMutableRawPointer(map.map)),
      (URI.URID.unmap, UnsafeMutableRawPointer(map.unmap)),
      (URI.Options.options, UnsafeMutableRawPointer(options.pointer)),
      (URI.BufSize.boundedBlockLength, nil),
    ]
    if configuration.isFixedBlockLength { all.append((URI.BufSize.fixedBlockLength, nil)) }
    if configuration.isPowerOf2BlockLength { all.append((URI.BufSize.powerOf2BlockLength, nil)) }
    all += [
      (URI.Log.log, UnsafeMutableRawPointer(self.log.log)),
      (URI.Worker.schedule, UnsafeMutableRawPointer(worker.schedule)),
      (URI.ResizePort.resize, UnsafeMutableRawPointer(resize)),
      (URI.State.loadDefaultState, nil),
      (URI.State.threadSafeRestore, nil),
    ]
    all += state
    if configuration.isLive { all.append((URI.Core.isLive, nil)) }
    let optional = [
      URI.instanceAccess, URI.BufSize.coarseBlockLength, URI.Core.inPlaceBroken, URI.Core.hardRTCapable,
      URI.Core.isLive,
    ]
    if required.contains(URI.PortProps.supportsStrictBounds) { all.append((URI.PortProps.supportsStrictBounds, nil)) }
    all += optional.filter { uri in declared.contains(uri) && !all.contains { $0.uri == uri } }.map { ($0, nil) }

    if configuration.reversesFeatures { all.reverse() }
    let chosen = all.filter { configuration.features.contains($0.uri) }
    offered = chosen.map(\.uri)
    instantiation = try FeatureArray(chosen, readOnly: configuration.readOnlyOptions)
    restoring = try FeatureArray(state + [restoreSchedule], readOnly: configuration.readOnlyOptions)
    // SAFETY: this object frees the struct, and it outlives the instance that uses it.
    resize.initialize(
      to: LV2_Resize_Port_Resize(data: Unmanaged.passUnretained(self).toOpaque()) { data, port, size in
        let scope = CallbackScope(.resizePort)
        defer { scope.end() }
        guard let data else { return LV2_RESIZE_PORT_ERR_UNKNOWN }
        let features = Unmanaged<HostFeatures>.fromOpaque(data).takeUnretainedValue()
        return features.onResize?(Int(port), size) == true ? LV2_RESIZE_PORT_SUCCESS : LV2_RESIZE_PORT_ERR_NO_SPACE
      })
  }

  deinit { resize.deallocate() }

  /// The array for instantiate(). nil if the configuration chooses `null`.
  public var array: Array? { configuration.features == .null ? nil : instantiation.pointers }

  /// The array for save() and restore(): paths, and the worker's schedule for thread-safe restore.
  public var stateArray: Array { restoring.pointers }

  /// The zero-terminated array of options.
  public var optionsArray: UnsafePointer<LV2_Options_Option> { UnsafePointer(options.pointer) }

  public static func missing(for plugin: PluginDescription) -> [String] {
    plugin.requiredFeatures.subtracting(supported).sorted()
  }
}
