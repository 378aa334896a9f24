import LV2Host
import Support

/// Positions of the transport with unusual, missing and mistyped properties. All are valid objects.
struct TransportFuzz {
  typealias Position = (name: String, properties: [(key: UInt32, type: UInt32, value: [UInt8])])

  private enum Number {
    case long(Int64)
    case int(Int32)
    case float(Float)

    var text: String {
      switch self {
      case .long(let value): "\(value)"
      case .int(let value): "\(value)"
      case .float(let value): value.text
      }
    }
  }

  private typealias Property = (name: String, key: UInt32, value: Number)

  private let types: SequenceURIDs
  /// All properties with usual values.
  private let usual: [Property]

  init(_ types: SequenceURIDs) {
    self.types = types
    usual = [
      ("frame", types.frame, .long(0)), ("speed", types.speed, .float(1)), ("bar", types.bar, .long(0)),
      ("barBeat", types.barBeat, .float(0)), ("beatUnit", types.beatUnit, .int(4)),
      ("beatsPerBar", types.beatsPerBar, .float(4)), ("beatsPerMinute", types.beatsPerMinute, .float(120)),
    ]
  }

  /// The positions in the order in which they are sent; the last one is usual.
  var positions: [Position] {
    let alone = usual.map { ("time:Position with only \($0.name)", [encoded($0)]) }
    let wrongTypes = usual.map { property in (property, types.float, EventFuzz.bytes(Float(2)), "a Float") }
    let texts = usual.map { property in (property, types.string, Array("x".utf8) + [0], "a String") }
    let missing = usual.map { missing in
      let present = missing.name == "frame" ? "speed" : "frame"
      let others = usual.filter { $0.key != missing.key }
      return ("time:Position with \(present) but no \(missing.name)", others.map(encoded))
    }
    // Positions that a host may well send come first: the first one that ends the process is reported.
    return Self.unusual.map(position) + missing + alone
      + (wrongTypes + texts).map { property, type, value, name in
        ("time:Position with only \(property.name), which is \(name)", [(property.key, type, value)])
      } + [("time:Position with usual values", usual.map(encoded))]
  }

  /// Values of some properties; the others are usual.
  private static let unusual: [KeyValuePairs<String, Number>] = [
    ["frame": .long(-48_000), "bar": .long(-2), "barBeat": .float(1.5)],
    ["speed": .float(0)], ["speed": .float(-1)], ["speed": .float(1e6)],
    ["beatUnit": .int(0)], ["beatUnit": .int(-4)], ["beatUnit": .int(3)],
    ["beatsPerBar": .float(0)], ["beatsPerBar": .float(-3)], ["beatsPerBar": .float(7.5)],
    ["beatsPerMinute": .float(0)], ["beatsPerMinute": .float(-120)], ["beatsPerMinute": .float(1e9)],
    ["beatsPerMinute": .float(1e-9)],
    ["frame": .long(.max), "bar": .long(.max), "barBeat": .float(.greatestFiniteMagnitude)],
    ["frame": .long(.min), "bar": .long(.min), "barBeat": .float(-1e30)],
    ["barBeat": .float(1000)],
  ]

  private func position(_ values: KeyValuePairs<String, Number>) -> Position {
    let list = values.map { "\($0.key) \($0.value.text)" }.listed()
    let properties = usual.map { property in
      encoded((property.name, property.key, values.first { $0.key == property.name }?.value ?? property.value))
    }
    return ("time:Position with \(list)", properties)
  }

  private func encoded(_ property: Property) -> (UInt32, UInt32, [UInt8]) {
    switch property.value {
    case .long(let value): (property.key, types.long, EventFuzz.bytes(value))
    case .int(let value): (property.key, types.int, EventFuzz.bytes(value))
    case .float(let value): (property.key, types.float, EventFuzz.bytes(value))
    }
  }
}
