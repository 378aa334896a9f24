import Ends
import Model
import TestHost

/// The job of a child, which receives it as JSON.
enum JobSpecification: Codable {
  /// Find the bundles on `LV2_PATH` that have these plug-ins.
  case locate(uris: [String])
  case discover(bundle: String)
  case bundle(path: String, checks: [CheckID])
  /// Run checks of a plug-in one after the other, and then, if `attempting`, try to instantiate and run it. Before, report
  /// which of the `candidates` have nothing to examine.
  case plugin(PluginSubject, checks: [CheckID], candidates: [CheckID] = [], attempting: Bool)
  /// Run checks of an interface of a plug-in one after the other.
  case interface(PluginSubject, uri: String, checks: [CheckID])
  /// Run one check with guarded heap blocks, because its process crashed as if the heap was damaged.
  case guarded(PluginSubject, check: CheckID)
  /// Find the settings that a crash or a hang needs.
  case reduce(PluginSubject, CrashReduction.End, code: PluginCode)
  /// Find the steps that a finding of a check about an interface needs.
  case reduceSteps(PluginSubject, interface: String, check: CheckID, InterfaceReduction.Target, code: PluginCode)
  /// Make all measurements of a plug-in that reports show, in this number of seconds.
  case measure(PluginSubject, seconds: Double)
  /// Take pictures of an interface.
  case takePictures(PluginSubject, interface: String)
  case respond(PluginSubject, PlotRequest)
}

/// A plug-in, and the settings for its instances.
struct PluginSubject: Codable {
  var uri: String
  var bundle: String
  var settings: Report.Settings
  /// The share of the usual durations that checks play; nil for the usual durations.
  var pace: Pace?
  /// The processor time of the plug-in, divided by the duration of the sound; nil if it is not known.
  var load: Double?
  /// The file that instances have loaded when a check begins; nil for none.
  var file: LoadedFile?
  /// The further share for the processor time that earlier checks used.
  var share: Double = 1
  /// The only setting that checks play besides the defaults; nil for all of them.
  var replayed: [Finding.ControlValue]?
  /// The symbols of control inputs that stay at their defaults.
  var fixed: [String] = []
  /// What is done in place of all that the checks do; nil for that.
  var steps: ReplayedSteps?
  /// Why the plug-in cannot be run, at least without a display; nil if it can.
  var obstacle: String?
}

/// The steps of a finding, which are performed again.
package struct ReplayedSteps: Codable, Sendable {
  /// The URI of the user interface; nil for the plug-in itself.
  let interface: String?
  let lines: [String]
  /// Whether some of the steps are none that a host takes on purpose.
  let isExtreme: Bool
  /// The time before each step in seconds, for a spectator.
  let pause: Double

  /// Nil if the finding has no steps.
  package init?(_ finding: Finding, isShown: Bool) {
    guard let steps = finding.steps else { return nil }
    interface = finding.interface
    lines = steps
    isExtreme = [EndMessage.extremeCrash, .extremeTimeout].contains { finding.id == MessageID(finding.check, $0) }
    pause = isShown ? 0.5 : 0
  }
}

/// A message from a child to its parent, one a line.
enum ChildMessage: Codable {
  case bundle(ResolvedTarget)
  /// The check has nothing to examine, and needs no process. Before the first check.
  case inapplicable(CheckID, reason: String)
  /// The plug-in was instantiated and run, or the reason why that is impossible.
  case attempted(obstacle: String?)
  /// The processor time of the plug-in, divided by the duration of the sound.
  case measuredLoad(Double)
  /// Instances have this file loaded when a check begins.
  case loads(LoadedFile)
  /// The work of the plug-in's worker took so long that a check played a part of its exercise only.
  case workIsSlow
  /// The request cannot be measured: a line for the user.
  case refused(String)
  case responses([Response])
  /// All measurements so far.
  case measured(Measurements)
  case picture(InterfacePictures.Picture)
  /// The child started an X server in this process.
  case display(name: String, process: Int32)
  case began(CheckID)
  /// What the running check found. Its result follows if the plug-in does not end the process before.
  case noted(FindingJournal.Entry)
  case reduced(CrashReduction)
  case reducedSteps(InterfaceReduction)
  case finished(CheckReport)
  case fault(String)
  /// The job is done. If a child ends without this message, the plug-in ended it.
  case done
}
