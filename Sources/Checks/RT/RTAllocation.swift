import CProbe
import TestHost
import ValidationModel

enum RTAllocation: PluginCheck {
  static let id: CheckID = "rt.allocation"
  static let text = CheckText(
    asserts: "run() neither allocates nor frees heap memory once it is under way.",
    rule: "A hard real-time capable plug-in does nothing in run() whose time has no bound, allocation included",
    source: "lv2core: lv2:hardRTCapable",
    method: """
      Interposes malloc, calloc, realloc, free and the aligned functions for the audio thread while run() is on: \
      noise in blocks of the run's length and of odd ones, every control at its ends and at each choice of an \
      enumeration or a small integer, random settings, noise of twice full scale in blocks of 1024 and 8192 frames where \
      no length is fixed, silence. The first block is left to rt.first-block.
      """,
    remedy: "Allocate in instantiate() or activate(), or hand the work to worker:schedule.",
    severities: [.error, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try SteadyRun(context, watching: .heap, for: id).outcome(of: Self.self, context)
  }
}
