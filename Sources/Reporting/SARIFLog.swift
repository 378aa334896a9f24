/// The parts of a SARIF 2.1.0 document that `SARIFReport` writes, with the names of the standard.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, section 3.
struct SARIFLog: Encodable {
  let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// Section 3.14.
  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    /// The base directories of relative addresses, by name.
    var originalUriBaseIds: [String: ArtifactLocation]
    var results: [Result]
    let columnKind = "unicodeCodePoints"
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  /// Section 3.19.
  struct Driver: Encodable {
    var name: String
    var version: String
    var semanticVersion: String
    var rules: [Rule]
  }

  /// Section 3.49, a `reportingDescriptor`.
  struct Rule: Encodable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Message
    var defaultConfiguration: Configuration
  }

  struct Configuration: Encodable {
    var level: String
  }

  /// Section 3.20.
  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  /// Section 3.58.
  struct Notification: Encodable {
    var level: String
    var message: Message
    var associatedRule: RuleReference?
  }

  struct RuleReference: Encodable {
    var id: String
  }

  /// Section 3.27.
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var stacks: [Stack]?
    var occurrenceCount: Int
    var partialFingerprints: [String: String]
    var properties: Properties?
  }

  /// Section 3.8, a property bag.
  struct Properties: Encodable {
    /// The kind of finding, such as `audio.nonfinite/output`.
    var messageId: String
    /// The part of the plug-in concerned.
    var subject: String?
  }

  /// Sections 3.11 and 3.12.
  struct Message: Encodable {
    var text: String
    var markdown: String?
  }

  /// Section 3.28.
  struct Location: Encodable {
    var physicalLocation: PhysicalLocation?
    var logicalLocations: [LogicalLocation]?
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region?
  }

  struct ArtifactLocation: Encodable {
    var uri: String
    var uriBaseId: String?
  }

  struct Region: Encodable {
    /// Counted from 1.
    var startLine: Int
  }

  /// Section 3.33.
  struct LogicalLocation: Encodable {
    var name: String
    var fullyQualifiedName: String
    var kind: String
  }

  /// Section 3.44.
  struct Stack: Encodable {
    var message: Message
    var frames: [Frame]
  }

  /// Section 3.45.
  struct Frame: Encodable {
    var location: Location
    /// The library.
    var module: String?
  }
}
