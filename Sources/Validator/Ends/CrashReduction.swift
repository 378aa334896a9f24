import Checks
import LV2Host
import Model
import Support
import TestHost

/// The settings that a crash or a hang needs, found by trying fewer and fewer of those at the end of the process.
package struct CrashReduction: Codable, Sendable {
  /// The end of a process by a crash or a hang.
  package struct End: Codable, Sendable {
    let call: Call
    /// The values of control inputs.
    let values: [PortValue]
    /// The check whose process ended.
    let check: CheckID
    /// The last value out of range that a control was set to; nil if none was.
    let valueOutOfRange: Finding.ControlValue?
    /// The length of the blocks, in frames.
    let frames: Int
    /// The sample rate, in hertz.
    let rate: Double
    /// The number of blocks after which the process ended.
    let blocks: Int
    /// The crash; nil for a call that does not return.
    let fault: Fault?
    /// Whether the crash is an access outside of a heap block: any instruction of the image can then make it.
    let isOfHeap: Bool
    /// Whether heap blocks were guarded.
    package let isGuarded: Bool
    /// Whether the file of the plug-in was loaded.
    package let hasLoadedFile: Bool

    /// The values out of range that the instance played, up to that of the end.
    fileprivate func valuesOutOfRange(_ context: PluginContext) -> [ValueOutOfRange] {
      valueOutOfRange.map { Catalogue.provocation(of: check).valuesOutOfRange?($0, context) ?? [] } ?? []
    }
  }

  /// Whether a fresh instance ends with all values, and by the same fault.
  package private(set) var isReproduced = false
  /// Whether a fresh instance crashes at another instruction with the value out of range.
  private var crashesOtherwise = false
  /// Whether `text` states what a fresh instance needs.
  package var isExplained: Bool { isReproduced || crashesOtherwise }
  /// The control inputs without which a fresh instance does not end, with their values; all that differ from their
  /// defaults if it does not end at all; none if it ends by another fault only.
  package private(set) var controls: [Finding.ControlValue] = []
  /// The defaults of `controls` if they have to change during the sound; empty if they may have these values from the start.
  private var defaults: [Float] = []
  /// The length of the blocks, in frames.
  private let frames: Int
  /// The length of blocks in which the instance does not end; nil if it ends in blocks of the usual length too.
  private var harmlessFrames: Int?
  /// The sample rate in hertz without which the instance does not end; nil if it ends at the usual one too.
  private var rate: Double?
  /// Whether the instance does not end without a note.
  private let needsNote: Bool
  /// The ranges of controls that are out of their range, by symbol.
  private var ranges: [String: String] = [:]
  /// The values out of range that an instance must have played before the end.
  private var past: [Finding.ControlValue] = []
  /// Whether the end is in a function that is called before or after run() and without regard to the controls.
  private let isOutsideOfRun: Bool

  /// - Parameter code: the plug-in's code.
  package init(_ context: PluginContext, _ end: End, code: PluginCode) {
    let past = end.valuesOutOfRange(context)
    frames = end.frames
    isOutsideOfRun = !Call.readingControls.contains(end.call)
    let ports = context.plugin.ports(.control, .input)
    let initial = Dictionary(uniqueKeysWithValues: ports.map { ($0.index, $0.initialValue(rate: end.rate)) })
    var changed = end.values.filter { initial[$0.port].map { [value = $0.value] in $0 != value } ?? false }
    var attempts = SettingAttempts(context, end, code)
    isReproduced =
      attempts.ends(changed, frames) || attempts.ends(changed, frames, after: end.blocks)
      || attempts.endsFromStart(changed, frames)
      || attempts.ends(changed, frames, after: past)
    needsNote = isReproduced && context.plugin.midiInput != nil && !attempts.endsWithoutNote(changed, frames)
    if isReproduced {
      if attempts.ends([], frames) { changed = [] }
      changed.reduce { attempts.ends($0, frames) }
      for index in changed.indices { limit(&changed, index, &attempts, context) }
      if !changed.isEmpty, !attempts.ends(changed, frames, fromStart: true) {
        defaults = changed.map { initial[$0.port] ?? 0 }
      }
      let needed = attempts.shortestPast(changed, frames)
      self.past = needed.map { .init(symbol: context.symbol($0.port), value: $0.value, isStated: true) }
      for value in needed {
        let port = ports.first { $0.index == value.port }
        ranges[context.symbol(value.port)] = port?.range(rate: end.rate).map(Self.text) ?? ""
      }
      if end.rate != context.rate, !attempts.ends(changed, frames, at: context.rate) { rate = end.rate }
      if frames > context.blockLength {
        harmlessFrames = attempts.harmlessLength(changed, from: frames, downTo: context.blockLength)
      } else if frames < context.blockLength, attempts.returns(changed, context.blockLength) {
        harmlessFrames = context.blockLength
      }
    } else if attempts.endedOtherwise {
      crashesOtherwise = end.valueOutOfRange != nil && changed.count == 1
      if crashesOtherwise { limit(&changed, 0, &attempts, context) } else { changed = [] }
    }
    controls = changed.map { .init(symbol: context.symbol($0.port), value: $0.value, isStated: isExplained) }
  }

  private static func text(of range: ClosedRange<Float>) -> String {
    " (range \(range.lowerBound) to \(range.upperBound))"
  }

  /// Replaces a value out of its range by the next one within it, if the instance ends with that too.
  private mutating func limit(
    _ values: inout [PortValue], _ index: Int, _ attempts: inout SettingAttempts, _ context: PluginContext
  ) {
    guard let port = context.plugin.ports.first(where: { $0.index == values[index].port }),
      let range = port.range(rate: attempts.rate), !range.contains(values[index].value)
    else { return }
    var limited = values
    // The comparison is false for NaN.
    limited[index].value = values[index].value > range.upperBound ? range.upperBound : range.lowerBound
    if attempts.ends(limited, frames) {
      values = limited
    } else {
      ranges[port.symbol] = Self.text(of: range)
    }
  }

  /// Whether the instance ends although all controls are within their ranges.
  package var isWithinRanges: Bool { isReproduced && ranges.isEmpty }

  /// The sentence about the cause; empty if it was not found, or if every instance ends.
  package var text: String {
    if crashesOtherwise { return " A fresh instance crashes at another instruction \(setting)." }
    guard isReproduced, !(isOutsideOfRun && controls.isEmpty && past.isEmpty) else { return "" }
    let length =
      harmlessFrames.map { ", in blocks of \(frames.counted("frame")) but not of \($0)" } ?? ""
    let rate = rate.map { " at \(Int($0)) Hz" } ?? ""
    let note = needsNote ? ", while it plays a note" : ""
    return " A fresh instance does the same\(rate) \(history)\(setting)\(length)\(note)."
  }

  /// The values of the past, as a clause; empty if there are none.
  private var history: String {
    guard !past.isEmpty else { return "" }
    return "after it played with \(past.map(withRange).joined(separator: ", then with ")) and was activated again, "
  }

  private var setting: String {
    if controls.isEmpty { return "with all controls at their defaults" }
    if !defaults.isEmpty {
      let changes = zip(controls, defaults).map { ControlChange(symbol: $0.symbol, from: $1, to: $0.value).text }
      return "\(changes.listed()), with other controls at their defaults"
    }
    return "with \(controls.map(withRange).listed()), and other controls at their defaults"
  }

  private func withRange(_ control: Finding.ControlValue) -> String { control.text + (ranges[control.symbol] ?? "") }
}
