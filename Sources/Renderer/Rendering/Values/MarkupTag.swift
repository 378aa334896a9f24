import CExpat

/// A start tag of an XML document.
struct MarkupTag {
  let name: String
  let attributes: [String: String]
}

extension MarkupTag {
  /// The start tags of a document in order; nil if it is not well-formed.
  static func all(in document: [UInt8]) -> [MarkupTag]? {
    guard let parser = XML_ParserCreate(nil) else { return nil }
    defer { XML_ParserFree(parser) }
    let tags = Tags()
    return withExtendedLifetime(tags) {
      // SAFETY: the parser calls the function only in XML_Parse(), while `tags` lives.
      XML_SetUserData(parser, Unmanaged.passUnretained(tags).toOpaque())
      XML_SetStartElementHandler(parser) { tags, name, attributes in
        guard let tags, let name, let attributes else { return }
        Unmanaged<Tags>.fromOpaque(tags).takeUnretainedValue().append(name, attributes)
      }
      let status = document.withUnsafeBytes {
        XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
      }
      return status == XML_STATUS_OK ? tags.all : nil
    }
  }

  private final class Tags {
    private(set) var all: [MarkupTag] = []

    /// - Parameter attributes: names and values in turn, then NULL.
    func append(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
      var values: [String: String] = [:]
      var next = attributes
      while let key = next[0], let value = next[1] {
        values[String(cString: key)] = String(cString: value)
        next += 2
      }
      all.append(MarkupTag(name: String(cString: name), attributes: values))
    }
  }
}
