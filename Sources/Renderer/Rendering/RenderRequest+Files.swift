import Glibc

/// The files of a request, none of which may be read and written.
extension RenderRequest {
  private struct ReadFile {
    var path: String
    /// What it is, for messages.
    var role: String

    /// - Parameter path: `-` is standard input.
    static func sound(_ path: String, _ role: String) -> ReadFile {
      ReadFile(path: StandardStream.input.location(path), role: role)
    }

    var isStandardInput: Bool { path == StandardStream.input.path }

    /// Whether a second reader finds the same content.
    var canBeReadAgain: Bool {
      var status = stat()
      return !isStandardInput && (stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO)
    }
  }

  private var readFiles: [ReadFile] {
    var files = plugins.flatMap(\.settings).compactMap(\.file).map { ReadFile(path: $0, role: "a breakpoint file") }
    files += plugins.compactMap(\.state).map {
      ReadFile(path: ArdourSession.parts(of: $0)?.file ?? $0, role: "the state")
    }
    files += [midi].compactMap { $0 }.map { ReadFile(path: $0, role: "the MIDI file") }
    for case .file(let path) in inputs.map(\.source) { files.append(.sound(path, "the input")) }
    files += [sideChain].compactMap { $0 }.map { .sound($0, "the side chain") }
    if case .file(let path)? = comparison?.reference { files.append(.sound(path, "the reference")) }
    return files
  }

  /// The output, and the difference of a comparison.
  var writtenFiles: [String] { [output] + [comparison?.difference].compactMap { $0 } }

  /// Rejects written files that are also read, and pipes that would be read twice.
  ///
  /// - Throws: `RenderError.usage`.
  func checkFiles() throws(RenderError) {
    let read = readFiles
    for written in writtenFiles {
      let location = StandardStream.output.location(written)
      if let file = read.first(where: { OutputTarget.areSame($0.path, location) }) {
        throw .usage("\(written) is \(file.role); lv2render does not overwrite files that it reads.")
      }
    }
    guard read.count(where: \.isStandardInput) < 2 else {
      throw .usage("Standard input was given twice; it can be read only once.")
    }
    if case .bundle? = comparison?.reference, let pipe = read.first(where: { !$0.canBeReadAgain }) {
      let name = pipe.isStandardInput ? StandardStream.input.name : pipe.path
      throw .usage("--against renders twice, but \(pipe.role), \(name), can be read only once; store it in a file.")
    }
  }
}
