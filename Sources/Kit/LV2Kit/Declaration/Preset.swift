#if !hasFeature(Embedded)
  /// A factory preset, which ``Effect/preset(_:_:file:line:)-(_,KeyValuePairs<Self.Port,Float>,_,_)`` creates.
  public struct Preset: Sendable {
    public let name: String
    /// A value for each control input except lv2:enabled, in the order of the ports.
    public let values: [Float]
    /// What is wrong with the values, as clauses.
    let errors: [String]
    let location: SourceLocation?

    init(_ name: String, values: [Float], errors: [String] = [], location: SourceLocation? = nil) {
      self.location = location
      self.name = name
      self.values = values
      self.errors = errors
    }

    @available(*, unavailable, message: "name the ports: preset(\"Bass Boost\", [.gain: 15])")
    public init(_ name: String, _ values: Float...) { self.init(name, values: values) }
  }

  extension Effect where Self: ~Copyable {
    /// A factory preset.
    ///
    /// - Parameters:
    ///   - name: the name that hosts show. Its letters and digits are unique in the effect: they form the URI.
    ///   - values: the values of control inputs, in the units of the ports. All other inputs have their initial values.
    ///     `swift package lv2-bundle` refuses a port with two values, and a value of another port than a control input.
    ///   - file: the file of a mistake that is reported.
    ///   - line: the line of the mistake.
    public static func preset(
      _ name: String, _ values: KeyValuePairs<Port, Float> = [:], file: StaticString = #filePath, line: Int = #line
    ) -> Preset {
      preset(name, values.map { ($0.key, $0.value) }, file: file, line: line)
    }

    /// The same for computed values.
    public static func preset(
      _ name: String, _ values: [(Port, Float)], file: StaticString = #filePath, line: Int = #line
    ) -> Preset {
      var all = (0..<Port.inputCount).compactMap { Port(rawValue: $0)?.declaration.initial }
      var errors: [String] = []
      var assigned: Set<Int> = []
      for (port, value) in values {
        let symbol = port.declaration.symbol
        if !assigned.insert(port.rawValue).inserted { errors.append("has two values of '\(symbol)'") }
        if all.indices.contains(port.rawValue) {
          all[port.rawValue] = value
        } else {
          errors.append("has a value of '\(symbol)', which is not a control input")
        }
      }
      return Preset(name, values: all, errors: errors, location: SourceLocation(file: file, line: line))
    }
  }
#endif
