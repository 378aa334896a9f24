import Foundation
import TestSupport
import Testing

/// The sandbox command lines of the security page confine a plug-in.
@Suite(.enabled(if: Bubblewrap.isUsable, "bubblewrap cannot create namespaces here"))
struct SecurityTests {
  /// A bundle whose plug-in, when its library is loaded, writes the file `reached` and opens a socket.
  private final class Suspect {
    let folder: URL
    var reached: String { folder.appending(path: "reached").path }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "suspect-\(UUID().uuidString)")
      let bundle = folder.appending(path: "suspect.lv2")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(at: folder.appending(path: "out"), withIntermediateDirectories: true)
      try """
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix lv2:  <http://lv2plug.in/ns/lv2core#> .
      <urn:the:suspect> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Suspect" ; lv2:port
        [ a lv2:InputPort , lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
        [ a lv2:OutputPort , lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] .
      """.write(to: bundle.appending(path: "manifest.ttl"), atomically: true, encoding: .utf8)
      // The gain reports the result of socket(): 1 if it succeeded, 0.5 otherwise.
      try """
      #include <lv2/core/lv2.h>
      #include <fcntl.h>
      #include <stdlib.h>
      #include <sys/socket.h>
      #include <unistd.h>
      static const float *in;
      static float *out, gain;
      static LV2_Handle make(const LV2_Descriptor *d, double r, const char *b, const LV2_Feature *const *f) {
        return &gain;
      }
      static void connect_port(LV2_Handle h, uint32_t port, void *data) {
        if (port == 0) in = data; else out = data;
      }
      static void run(LV2_Handle h, uint32_t n) { for (uint32_t i = 0; i < n; i++) out[i] = gain * in[i]; }
      static void cleanup(LV2_Handle h) {}
      static const LV2_Descriptor it = {"urn:the:suspect", make, connect_port, 0, run, 0, cleanup, 0};
      const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index == 0 ? &it : 0; }
      __attribute__((constructor)) static void reach(void) {
        int file = open(REACHED, O_WRONLY | O_CREAT, 0600), connection = socket(AF_UNIX, SOCK_STREAM, 0);
        gain = connection >= 0 ? 1 : 0.5f;
        close(file);
        close(connection);
      }
      """.write(to: folder.appending(path: "plugin.c"), atomically: true, encoding: .utf8)
      let compilation = try Program.run(
        "cc", "-shared", "-fPIC", "-DREACHED=\"\(folder.path)/reached\"", "-o",
        bundle.appending(path: "plugin.so").path,
        folder.appending(path: "plugin.c").path)
      try #require(compilation.status == 0, "\(compilation.output)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a script in the folder. The sandbox can read what the built tools require.
    func run(_ script: String) throws -> Program.Result {
      let build = Validator.executable.deletingLastPathComponent().path
      let libraries = try Program.run("ldd", Validator.executable.path).output
      let runtime = try #require(libraries.firstMatch(of: #/=> (\S+)/libswiftCore\.so/#)).output.1
      let readable = "--ro-bind \(build) \(build) --ro-bind-try \(runtime) \(runtime)"
      let inside = script.replacing(#/\n  (lv2val|lv2render) /#) {
        "\n  \(readable) \(build)/\($0.output.1) "
      }
      return try Program.run(["sh", "-c", "cd '\(folder.path)' && \(inside)"])
    }
  }

  /// The code blocks of the page in this language.
  private func codeBlocks(_ language: String) throws -> [String] {
    try Repository.text("docs/guide/security.md").components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  @Test func withoutASandboxThePlugInSucceeds() throws {
    let suspect = try Suspect()
    let bundle = suspect.folder.appending(path: "suspect.lv2").path
    _ = try Validator.run("validate", "--only", "binary.load", bundle)
    #expect(FileManager.default.fileExists(atPath: suspect.reached))
  }

  @Test func theSandboxConfinesLv2val() throws {
    let suspect = try Suspect()
    let command = try #require(try codeBlocks("sh").first { $0.contains("lv2val validate") })
    let result = try suspect.run(command.replacing("lv2val validate", with: "lv2val validate --only binary.load,rt.*"))
    #expect(result.status == 0 && result.output.contains("PASS"), "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: suspect.reached))
  }

  @Test(arguments: [false, true]) func theSandboxConfinesLv2render(_ hasFilter: Bool) throws {
    let suspect = try Suspect()
    let render = Validator.executable.deletingLastPathComponent().appending(path: "lv2render").path
    let input = try Program.run(
      render, "--tone", "440", "--level", "0dB", "--seconds", "1", "-e", "float",
      suspect.folder.appending(path: "in.wav").path)
    try #require(input.status == 0, "\(input.output)")
    var command = try #require(try codeBlocks("sh").first { $0.contains("lv2render") })
    if hasFilter {
      let script = suspect.folder.appending(path: "filter.py")
      try #require(codeBlocks("python").first).write(to: script, atomically: true, encoding: .utf8)
      command = command.replacing("bwrap ", with: "bwrap --seccomp 9 ").trimmingCharacters(in: .newlines)
      command = "/usr/bin/python3 filter.py > filter.bpf && \(command) 9< filter.bpf"
    }
    let result = try suspect.run(command.replacing("-p urn:the:suspect", with: "-v -p urn:the:suspect"))
    #expect(result.status == 0, "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: suspect.reached))
    #expect(FileManager.default.fileExists(atPath: suspect.folder.appending(path: "out/out.wav").path))
    // A sample is at most half a sample away from the peak of the sine: cos(pi 440 / 48000) is -0.004 dB. The summary
    // prints hundredths.
    let peak = try #require(result.output.firstMatch(of: /peak (-?[0-9.]+) dBFS/).flatMap { Double($0.output.1) })
    #expect(abs(peak - (hasFilter ? -6.02 : 0)) < 0.01, "\(result.output)")
  }
}
