import ValidationModel

/// The job of a child, passed as JSON on the command line.
enum JobSpecification: Codable {
  /// Find the bundles on `LV2_PATH` that have these plug-ins; all bundles with plug-ins if nil.
  case locate(uris: [String]?)
  /// List the plug-ins of a bundle.
  case discover(bundle: String)
  /// Run checks of a bundle's files.
  case bundle(path: String, checks: [CheckID])
  /// Run checks of a plug-in one after the other, and then, if `attempting`, try to instantiate and run it.
  case plugin(uri: String, bundle: String, checks: [CheckID], attempting: Bool, settings: PluginSettings)
  /// Run one check with guarded heap blocks, because its process crashed as if the heap was damaged.
  case guarded(uri: String, bundle: String, check: CheckID, settings: PluginSettings)
  /// Make all measurements of a plug-in that reports show, in this number of seconds.
  case measure(uri: String, bundle: String, settings: PluginSettings, seconds: Double)
  /// Measure the requested frequency responses of a plug-in.
  case respond(uri: String, bundle: String, request: PlotRequest, settings: PluginSettings)
}

/// The settings that checks of a plug-in use.
struct PluginSettings: Codable {
  /// The sample rate, in hertz.
  var rate: Double
  /// The block length, in frames.
  var block: Int
  var seed: UInt32
  /// The directory of an older version of the bundle.
  var baseline: String?

  init(_ settings: Report.Settings) {
    rate = settings.rate
    block = settings.block
    seed = settings.seed
    baseline = settings.baseline
  }
}
