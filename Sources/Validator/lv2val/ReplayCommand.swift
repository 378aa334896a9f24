import CommandLine
import Engine
import Glibc
import Model
import Support

extension Options {
  /// `lv2val replay REPORT ID [URI]`: runs the check of a finding again, at the settings of the finding.
  func replay() throws -> ExitStatus {
    guard (2...3).contains(arguments.count) else {
      throw UsageError("replay requires a JSON report and the id of a message in it, such as audio.nonfinite/output")
    }
    let (path, id, uri) = (arguments[0], arguments[1], arguments.count > 2 ? arguments[2] : nil)
    let report = try Report(file: path)
    guard let (bundle, plugin, finding) = report.place(of: id, uri: uri) else {
      let place = uri.map { " about <\($0)>" } ?? ""
      throw UsageError("\(path) has no finding \(id)\(place); 'lv2val merge \(path)' lists its findings")
    }
    if has(.gdb) { try debug(path, id, uri) }
    var settings = report.settings
    (settings.jobs, settings.repetitions, settings.rates, settings.blocks, settings.shard) = (1, nil, nil, nil, nil)
    settings.seed = finding.seed ?? settings.seed
    if let run = finding.run { (settings.rate, settings.block) = (run.rate, run.block) }
    settings.display = self.settings.display ?? settings.display
    var targets = try Discovery(settings: settings).resolve([bundle], all: false)
    for index in targets.indices { targets[index].plugins.removeAll { $0.uri != plugin } }
    var selection = Selection()
    selection.only = [finding.check.rawValue]
    let controls = (finding.controls ?? []).filter { $0.value.isFinite }
    let run = ValidationRun(
      settings: settings, selection: selection, progress: RunProgress(isShown: false),
      replayed: controls.isEmpty ? nil : controls,
      steps: ReplayedSteps(finding, isShown: settings.display != nil))
    let again = try has(.inProcess) ? run.runInProcess(targets) : run.runAll(targets)
    try console.write(ReplayText.text(of: finding, in: again))
    if again.findings.contains(where: finding.isSameKind) { return .findings }
    return [.fault, .nothing].contains(ExitStatus(again)) ? ExitStatus(again) : .clean
  }

  /// Replaces this process by gdb, which runs the same command with `--in-process`.
  private func debug(_ path: String, _ id: String, _ uri: String?) throws -> Never {
    guard let program = resolvedPath("/proc/self/exe") else { throw UsageError("/proc/self/exe cannot be read") }
    let command =
      ["gdb", "-q", "--args", program, "replay", "--in-process"] + (settings.display.map { ["--display", $0] } ?? [])
      + [path, id] + (uri.map { [$0] } ?? [])
    var pointers = command.map { strdup($0) } + [nil]
    execvp("gdb", &pointers)
    throw UsageError("gdb cannot be started: \(String(cString: strerror(errno))); install it, or use --in-process")
  }
}

extension Report {
  var findings: [Finding] { subjects.flatMap(\.checks).flatMap(\.findings) }

  /// The first finding with an id, its bundle and the URI of its plug-in; the URI is nil for the files of a bundle.
  fileprivate func place(of id: String, uri: String?) -> (bundle: String, plugin: String?, finding: Finding)? {
    for (bundle, plugin, checks) in subjects where uri == nil || uri == plugin?.uri {
      let finding = checks.flatMap(\.findings).first { $0.id?.rawValue == id }
      if let finding { return (bundle.path, plugin?.uri, finding) }
    }
    return nil
  }
}
