import Glibc
import Support
import Testing

/// Temporary folders and output files.
@Suite struct FileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(prefix: "support-test") }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func text(_ name: String) -> String? {
    guard let file = fopen(path(name), "r") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1000)
    return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, file)], as: UTF8.self)
  }

  private var names: [String] {
    guard let directory = opendir(folder.path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func aTemporaryFolderIsRemovedWithAllItsContents() throws {
    let path: String
    do {
      let folder = try TemporaryFolder(prefix: "support-test")
      path = folder.path
      #expect(path.hasPrefix("/"))
      var place = path
      for _ in 0..<50 {
        place += "/directory"
        mkdir(place, 0o700)
      }
      try OutputFile("\(place)/file").write([])
      symlink("/", "\(path)/link")
      chmod("\(path)/directory", 0)
      #expect(exists(path))
      withExtendedLifetime(folder) {}
    }
    #expect(!exists(path) && exists("/"))
  }

  @Test func anOutputFileReplacesTheOldOneAndKeepsItsPermissions() throws {
    try OutputFile(path("file")).write(Array("old".utf8))
    chmod(path("file"), 0o640)
    symlink("file", path("link"))
    try OutputFile(path("link")).write(Array("new".utf8))
    var status = stat()
    #expect(text("file") == "new" && lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path("file"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(names == ["file", "link"])
  }

  @Test func aFailureKeepsTheOldFile() throws {
    struct Failure: Error {}
    try OutputFile(path("file")).write(Array("old".utf8))
    #expect(throws: Failure.self) { try OutputFile(path("file")).replace { _ in throw Failure() } }
    #expect(text("file") == "old" && names == ["file"])
  }

  @Test func aReplacementFileThatIsNotCommittedIsRemoved() throws {
    do {
      let file = try ReplacementFile(for: OutputPlace(path("file")))
      #expect(file.descriptor >= 0 && exists(file.path))
    }
    #expect(names.isEmpty)
    let file = try ReplacementFile(for: OutputPlace(path("file")))
    #expect(writeAll(Array("new".utf8), to: file.descriptor) == nil)
    try file.commit()
    #expect(text("file") == "new" && names == ["file"])
  }

  @Test func impossiblePlacesAreReportedBeforehand() throws {
    #expect(throws: OutputError(path: folder.path, errno: EISDIR)) { try OutputFile(folder.path).check() }
    #expect(throws: OutputError(path: path("none/file"), errno: ENOENT)) { try OutputFile(path("none/file")).check() }
    #expect(throws: OutputError(path: "", errno: ENOENT)) { try OutputFile("").check() }
    symlink("loop", path("loop"))
    #expect(throws: OutputError(path: path("loop"), errno: ELOOP)) { try OutputFile(path("loop")).check() }
    try OutputFile("/dev/null").check()
    try OutputFile(path("file")).check()
    #expect(names == ["loop"])
    #expect(throws: OutputError(path: "/dev/full", errno: ENOSPC)) { try OutputFile("/dev/full").write([0]) }
    #expect("\(OutputError(path: "x", errno: ENOSPC))" == "x cannot be written: No space left on device")
  }

  @Test func onePlaceHasOneIdentity() throws {
    #expect(OutputPlace(path("a")).identity == OutputPlace(path("./a")).identity)
    #expect(OutputPlace(path("a")).identity != OutputPlace(path("b")).identity)
    try OutputFile(path("a")).write([])
    symlink("a", path("link"))
    #expect(OutputPlace(path("a")).identity == OutputPlace(path("link")).identity)
    #expect(OutputPlace("/dev/null").identity == nil)
  }
}
