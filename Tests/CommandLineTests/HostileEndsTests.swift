import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// A plug-in that interferes with the validator's own resources causes findings, not faults of the validator.
@Suite struct HostileEndsTests {
  private func run(
    _ name: String, _ code: String, _ options: String...
  ) throws -> (status: Int32, report: Report) {
    let bundle = try Bundle.compiled(name, code)
    defer { bundle.remove() }
    let result = try Validator(["validate", "--jobs", "1", "-f", "json"] + options + [bundle.path]).wait()
    return (result.status, try JSONReport.decode(Array(result.output.utf8)))
  }

  /// The status is the one with which a child reports a fault of its own.
  @Test func anExitWithTheStatusOfAFaultIsAFinding() throws {
    let code = """
      static void run(LV2_Handle handle, uint32_t frames) { exit(70); }
      PLUGIN(.run = run)
      """
    let (status, report) = try run("exit", code, "--only", "life.instantiate")
    #expect(status == ExitStatus.findings.rawValue && report.faults.isEmpty)
    #expect(report.bundles[0].plugins[0].checks[0].findings[0].message.contains("exited with status 70"))
  }

  /// If the library is a link out of the bundle, the system reports it under another path.
  @Test func codeBehindALinkBelongsToThePlugIn() throws {
    let code = """
      static void run(LV2_Handle handle, uint32_t frames) { raise(SIGSEGV); }
      PLUGIN(.run = run)
      """
    let bundle = try Bundle.compiled("link", "#include <signal.h>\n\(code)")
    let library = bundle.path + ".so"
    defer {
      bundle.remove()
      try? FileManager.default.removeItem(atPath: library)
    }
    try FileManager.default.moveItem(atPath: bundle.path("plugin.so"), toPath: library)
    try FileManager.default.createSymbolicLink(atPath: bundle.path("plugin.so"), withDestinationPath: library)
    let report = try Validator.run("validate", "-f", "json", "--only", "life.instantiate", bundle.path).output
    #expect(try JSONReport.decode(Array(report.utf8)).bundles[0].plugins[0].binary == library)
    let sarif = try Validator.run("validate", "-f", "sarif", "--only", "life.instantiate", bundle.path).output
    let place = #/"physicalLocation" : {\s+"artifactLocation" : {\s+"uri" : "[^"]+/plugin.c"\s+},\s+"region"/#
    #expect(sarif.firstMatch(of: place) != nil, "\(sarif)")
  }

  /// The descriptors are those of the result channel and of the crash record.
  @Test(arguments: [3, 4]) func aPlugInThatWritesToTheValidatorsDescriptorsCausesFindings(_ descriptor: Int) throws {
    let code = """
      #include <unistd.h>
      static void run(LV2_Handle handle, uint32_t frames) {
        static char bytes[20000];
        memset(bytes, 0xff, sizeof bytes);
        free(malloc(100));
        good_run(handle, frames);
        if (write(\(descriptor), bytes, sizeof bytes) < 0) return;
      }
      PLUGIN(.run = run)
      """
    let (status, report) = try run("descriptor", code, "--only", "rt.allocation,rt.syscall")
    #expect(status == ExitStatus.findings.rawValue && report.faults.isEmpty)
    #expect(report.bundles[0].plugins[0].checks.allSatisfy { !$0.findings.isEmpty })
  }

  @Test(arguments: [
    ("if (getcwd(path, sizeof path)) rmdir(path);", "No such file or directory"),
    ("while (open(\"/dev/null\", O_RDONLY) >= 0);", "Too many open files"),
  ])
  func missingResourcesAreReportedAsReasons(_ act: String, _ reason: String) throws {
    let code = """
      #include <fcntl.h>
      #include <unistd.h>
      static LV2_Handle instantiate(
        const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
        char path[4096];
        (void)path;
        \(act)
        return good_instantiate(descriptor, rate, bundle, features);
      }
      PLUGIN(.instantiate = instantiate)
      """
    let (_, report) = try run("means", code, "--only", "life.instantiate,life.process-state,rt.*,mem.leak,state.empty")
    #expect(report.faults.isEmpty, "\(report.faults)")
    let reasons = report.bundles[0].plugins[0].checks.compactMap(\.reason)
    #expect(reasons.contains { $0.hasSuffix("could not be created: \(reason)") }, "\(reasons)")
  }

  /// A change to a value that the caller of lv2val already chose is found nevertheless.
  @Test(arguments: [
    ("umask 0", "umask(0);", "umask"),
    ("trap '' USR2", "sigaction(SIGUSR2, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);", "signal-handler"),
  ])
  func theStateOfTheCallerHidesNoChange(_ choice: String, _ act: String, _ kind: String) throws {
    let code = """
      #include <signal.h>
      #include <sys/stat.h>
      static void activate(LV2_Handle handle) {
        \(act)
        good_activate(handle);
      }
      PLUGIN(.activate = activate)
      """
    let bundle = try Bundle.compiled("state", code)
    defer { bundle.remove() }
    let command = "'\(Validator.executable.path)' validate --format json --only life.process-state '\(bundle.path)'"
    let result = try Program.run("sh", "-c", "\(choice); \(command)")
    let report = try JSONReport.decode(Array(result.output.utf8))
    let ids = report.bundles[0].plugins[0].checks.flatMap(\.findings).map(\.id)
    #expect(ids == [MessageID("life.process-state", kind)])
  }
}
