/// A JSON object, written as a dictionary literal. Members whose value is nil are omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(String, (any Encodable)?)]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let name, let value?) in members { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}
