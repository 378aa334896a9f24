import ValidationModel

/// What a child is asked to do: it crosses as JSON on the command line.
package enum JobSpecification: Codable {
  /// Tell the bundles that hold these plug-ins, out of all on `LV2_PATH`; all bundles with plug-ins where nil.
  case locate(uris: [String]?)
  /// Tell the plug-ins of one bundle.
  case discover(bundle: String)
  /// Run checks of the bundle's files.
  case bundle(path: String, checks: [CheckID])
  /// Run checks of one plug-in, one after the other, and then perhaps try whether it can be run at all.
  case plugin(uri: String, bundle: String, checks: [CheckID], attempting: Bool, settings: PluginSettings)
  /// Run one check with blocks of the heap that end at inaccessible pages: something had damaged the heap under it.
  case fenced(uri: String, bundle: String, check: CheckID, settings: PluginSettings)
  /// Take all measurements of one plug-in that a report shows, in so many seconds.
  case measure(uri: String, bundle: String, settings: PluginSettings, seconds: Double)
  /// Measure the frequency responses of one plug-in that a user asks for.
  case respond(uri: String, bundle: String, request: PlotRequest, settings: PluginSettings)
}

/// The settings that checks of a plug-in see.
package struct PluginSettings: Codable {
  /// In hertz.
  package var rate: Double
  /// In frames.
  package var block: Int
  package var seed: UInt32
  /// The directory of an older version of the bundle.
  package var baseline: String?

  package init(_ settings: Report.Settings) {
    rate = settings.rate
    block = settings.block
    seed = settings.seed
    baseline = settings.baseline
  }
}
