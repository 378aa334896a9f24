import LV2Host
import Model
import Scenarios
import Support
import TestHost

extension LoadedFile {
  /// The least difference of two recordings with and without the file, relative to the peak.
  private static let difference: Float = 0.01
  /// In seconds.
  private static let duration = 0.25
  /// The block in which notes begin: restored files are installed after the first one.
  private static let noteBlock = 4
  private static let notes: [UInt8] = [36, 48, 60, 72]

  /// The file that instances of a plug-in have loaded when checks begin: the one that the user named, otherwise the first that
  /// changes the sound. Nil if no parameter and no value of the state is a path, or if no file of lv2val changes the sound.
  package static func search(in context: PluginContext, named: Report.File? = nil) throws -> LoadedFile? {
    let parameters = FileRoute.parameters(of: context)
    guard !parameters.isEmpty || context.plugin.extensionData.contains(URI.State.interface) else { return nil }
    CrashRecord.note(activity: "search for a file that changes the sound")
    let folder = try TemporaryFolder()
    if let named, let route = try self.route(to: named, parameters, context, folder) {
      return LoadedFile(route, of: context, given: named.path)
    }
    guard context.plugin.hasAudioOutput else { return nil }
    let routes = try FileRoute.all(of: context, folder, file: folder.writeFile(for: context))
    guard !routes.isEmpty else { return nil }
    let plain = try sound(context)
    guard plain.isIdentical(to: try sound(context)) else { return nil }
    // A restored state needs no block in which the plug-in runs.
    for route in routes.filter({ !parameters.contains($0) }) + parameters {
      var loading = context
      loading.file = LoadedFile(route, of: context)
      let loaded = try sound(loading)
      if loaded.firstNonfinite != nil { return loading.file }
      if loaded.largestDifference(from: plain) > difference * max(loaded.peak, plain.peak) { return loading.file }
    }
    return nil
  }

  /// The parameter, or the key that restore() requests, with the name that the user gave; nil if the plug-in has neither.
  private static func route(
    to named: Report.File, _ parameters: [FileRoute], _ context: PluginContext, _ folder: TemporaryFolder
  ) throws -> FileRoute? {
    if let parameter = parameters.first(where: { named.isFile(of: $0.uri) }) { return parameter }
    guard let instance = try context.statefulInstance(folder) else { return nil }
    instance.activate()
    instance.restore(StateSnapshot())
    return instance.hosted.requestedKeys.sorted().first(where: named.isFile).map(FileRoute.key)
  }

  /// What a new instance plays for noise and a chord at its defaults.
  private static func sound(_ context: PluginContext) throws -> Recording {
    let instance = try context.activeInstance()
    let block = instance.configuration.maximumBlockLength
    let chord = notes.map { Scenario.Event(noteBlock * block, .midi([0x90, $0, 100])) }
    let frames = max(Int(duration * context.rate), 4 * noteBlock * block)
    return instance.perform(Scenario.Passage(context.noise, frames: frames, score: chord)).audio
  }
}
