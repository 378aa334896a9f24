import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Files without read permission, and directories in place of files. As root, the tests drop the capability that bypasses
/// permissions.
@Suite struct UnreadableFileTests {
  private func bundle(unreadable name: String) throws -> Bundle {
    let seeAlso = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n<urn:test:plugin> rdfs:seeAlso <more.ttl> ."
    let bundle = try Bundle.temporary(manifest: Bundle.good + "\n" + seeAlso)
    try "".write(toFile: bundle.path("more.ttl"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: bundle.path(name))
    return bundle
  }

  @Test func anUnreadableManifestIsWrongUsage() throws {
    let bundle = try bundle(unreadable: "manifest.ttl")
    defer { bundle.remove() }
    let result = try Validator(["validate", bundle.path], isPrivileged: false).wait()
    #expect(result.status == ExitStatus.usage.rawValue)
    #expect(result.errors.contains("manifest.ttl: Permission denied"))
  }

  @Test func anUnreadableFileOfTheBundleIsOneFinding() throws {
    let bundle = try bundle(unreadable: "more.ttl")
    defer { bundle.remove() }
    let result = try Validator(["validate", "--only", "manifest.syntax", bundle.path], isPrivileged: false).wait()
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("more.ttl, which cannot be read; expected a file."))
    #expect(result.output.hasPrefix("FAIL  1 error,"), "\(result.output)")
  }

  @Test func anUnreadableLibraryCannotBeLoaded() throws {
    let bundle = try bundle(unreadable: "plugin.so")
    defer { bundle.remove() }
    let result = try Validator(["validate", "--only", "binary.load", bundle.path], isPrivileged: false).wait()
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("Permission denied"))
  }

  @Test func aDirectoryInPlaceOfAFileIsAFinding() throws {
    let bundle = try bundle(unreadable: "more.ttl")
    defer { bundle.remove() }
    try FileManager.default.removeItem(atPath: bundle.path("more.ttl"))
    try FileManager.default.createDirectory(atPath: bundle.path("more.ttl"), withIntermediateDirectories: false)
    let result = try Validator(["validate", "--only", "manifest.syntax", bundle.path]).wait()
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("more.ttl does not parse: read error: Is a directory"), "\(result.output)")
  }
}
