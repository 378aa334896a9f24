import CLV2

/// All that a host hands to one instance: the features array and the structs behind it.
///
/// An instance keeps its features alive; one object serves one instance at a time (the worker and the resizing of
/// ports belong to it). The URI map is shared by the whole process.
public final class HostFeatures {
  /// What `instantiate` receives.
  public typealias Array = UnsafePointer<UnsafePointer<LV2_Feature>?>

  /// Every feature that this host can offer to some plug-in.
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
  /// Called when the plug-in asks for a larger buffer: port index and bytes; says whether the port has it now.
  public var onResize: ((_ port: Int, _ size: Int) -> Bool)?
  /// The URIs in the array, in its order.
  public let offered: [String]

  private let options: OptionsStorage
  private let resize: UnsafeMutablePointer<LV2_Resize_Port_Resize>
  private let instantiation: FeatureArray
  private let restoring: FeatureArray

  /// - Parameters:
  ///   - askedFor: the features of the plug-in's description; those that say nothing to a plug-in that does not ask
  ///     (`instance-access`, `inPlaceBroken` ...) are listed only where they are in it.
  ///   - required: those that it requires: `supportsStrictBounds` is a promise that is made to no other.
  /// - Throws: `HostError.memory`.
  public init(
    _ configuration: HostConfiguration, map: URIDMap, log: LogCapture? = nil, askedFor: Set<String> = [],
    required: Set<String> = []
  ) throws(HostError) {
    self.configuration = configuration
    self.map = map
    self.log = log ?? LogCapture(map: map)
    worker = Worker(mode: configuration.workerMode)
    paths = PathFeatures(directory: configuration.stateDirectory)
    options = try OptionsStorage(configuration, map: map)
    resize = .allocate(capacity: 1)
    resize.initialize(to: LV2_Resize_Port_Resize())

    var state: [(uri: String, data: UnsafeMutableRawPointer?)] = [
      (URI.State.mapPath, UnsafeMutableRawPointer(paths.mapPath)),
      (URI.State.freePath, UnsafeMutableRawPointer(paths.freePath)),
    ]
    if paths.directory != nil { state.append((URI.State.makePath, UnsafeMutableRawPointer(paths.makePath))) }
    typealias Feature = (uri: String, data: UnsafeMutableRawPointer?)
    let schedule: Feature = (URI.Worker.schedule, UnsafeMutableRawPointer(worker.schedule))
    let restoreSchedule: Feature = (URI.Worker.schedule, UnsafeMutableRawPointer(worker.restoreSchedule))
    var all: [(uri: String, data: UnsafeMutableRawPointer?)] = [
      (URI.URID.map, UnsafeMutableRawPointer(map.map)),
      (URI.URID.unmap, UnsafeMutableRawPointer(map.unmap)),
      (URI.Options.options, UnsafeMutableRawPointer(options.array)),
      (URI.BufSize.boundedBlockLength, nil),
    ]
    if configuration.isFixedBlockLength { all.append((URI.BufSize.fixedBlockLength, nil)) }
    if configuration.isPowerOf2BlockLength { all.append((URI.BufSize.powerOf2BlockLength, nil)) }
    all += [
      (URI.Log.log, UnsafeMutableRawPointer(self.log.log)),
      schedule,
      (URI.ResizePort.resize, UnsafeMutableRawPointer(resize)),
      (URI.State.loadDefaultState, nil),
      (URI.State.threadSafeRestore, nil),
    ]
    all += state
    if configuration.isLive { all.append((URI.Core.isLive, nil)) }
    let silent = [
      URI.instanceAccess, URI.BufSize.coarseBlockLength, URI.Core.inPlaceBroken, URI.Core.hardRTCapable,
      URI.Core.isLive,
    ]
    if required.contains(URI.PortProps.supportsStrictBounds) { all.append((URI.PortProps.supportsStrictBounds, nil)) }
    all += silent.filter { uri in askedFor.contains(uri) && !all.contains { $0.uri == uri } }.map { ($0, nil) }

    let chosen = all.filter { configuration.features.contains($0.uri) }
    offered = chosen.map(\.uri)
    instantiation = try FeatureArray(chosen, readOnly: configuration.readOnlyOptions)
    restoring = try FeatureArray(state + [restoreSchedule], readOnly: configuration.readOnlyOptions)
    // SAFETY: the struct goes with this object, which outlives the instance that it is given to.
    resize.pointee = LV2_Resize_Port_Resize(data: Unmanaged.passUnretained(self).toOpaque()) { data, port, size in
      let crossing = Crossing(.resizePort)
      defer { crossing.end() }
      guard let data else { return LV2_RESIZE_PORT_ERR_UNKNOWN }
      let features = Unmanaged<HostFeatures>.fromOpaque(data).takeUnretainedValue()
      return features.onResize?(Int(port), size) == true ? LV2_RESIZE_PORT_SUCCESS : LV2_RESIZE_PORT_ERR_NO_SPACE
    }
  }

  deinit { resize.deallocate() }

  /// The array for `instantiate`: NULL where the configuration says so.
  public var array: Array? { configuration.features == .null ? nil : instantiation.pointers }

  /// The array for saving and restoring state: paths, and the worker's schedule for thread-safe restoring.
  public var stateArray: Array { restoring.pointers }

  /// The zero-terminated options, which a check may compare before and after.
  public var optionsArray: UnsafePointer<LV2_Options_Option> { UnsafePointer(options.array) }

  /// The features that the plug-in requires and this host does not have at all.
  public static func missing(for plugin: PluginDescription) -> [String] {
    plugin.requiredFeatures.subtracting(supported).sorted()
  }
}
