#if !hasFeature(Embedded)
  /// The project to which plug-ins belong, as their Turtle files describe it.
  public struct ProjectDocument: Sendable {
    /// The URI of the project, such as the address of its page. The URIs of presets begin with it. One without a scheme begins
    /// with the prefix of `lv2-bundle --url`.
    public internal(set) var uri: String
    public let name: String
    /// A description of one sentence.
    public let summary: String
    /// The URI of the license, such as `http://opensource.org/licenses/ISC`.
    public let license: String
    /// The name of the person or group that maintains the project.
    public let maintainer: String
    /// The version of all plug-ins. Raise the first number in a release that adds a port, and the second one in any other
    /// release. Both are even in a release.
    public let version: (minor: Int, micro: Int)
    /// Generates additional files of the bundle for all plug-ins of the project, such as the files of an interface.
    public let additionalFiles: @Sendable ([PluginDocument]) -> [BundleFile]
    let location: SourceLocation

    public init(
      uri: String, name: String, summary: String, license: String, maintainer: String,
      version: (minor: Int, micro: Int),
      additionalFiles: @escaping @Sendable ([PluginDocument]) -> [BundleFile] = { _ in [] },
      file: StaticString = #filePath, line: Int = #line
    ) {
      location = SourceLocation(file: file, line: line)
      self.uri = uri
      self.name = name
      self.summary = summary
      self.license = license
      self.maintainer = maintainer
      self.version = version
      self.additionalFiles = additionalFiles
    }
  }

  /// A generated text file of the bundle.
  public struct BundleFile: Sendable {
    /// The path in the bundle.
    public let name: String
    public let text: String
    /// Whether the manifest names the file by rdfs:seeAlso for each plug-in of the project, so that hosts read it.
    public let isDescription: Bool

    public init(name: String, text: String, isDescription: Bool = false) {
      self.name = name
      self.text = text
      self.isDescription = isDescription
    }
  }
#endif
