import LV2Checks

/// Where a plug-in's controls stand for a measurement.
public struct Setting: Codable, Sendable, Equatable {
  /// As a legend calls it.
  public var label: String
  /// The control inputs that are not at their defaults, or at those of the preset.
  public var controls: [Finding.ControlValue]
  /// The URI of a preset to start from; the defaults where nil.
  public var preset: String?

  public init(label: String, controls: [Finding.ControlValue] = [], preset: String? = nil) {
    self.label = label
    self.controls = controls
    self.preset = preset
  }

  public static let defaults = Setting(label: "default")
}
