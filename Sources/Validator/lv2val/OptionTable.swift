import CommandLine
import Engine
import Model

enum ValidatorCommand: String, CaseIterable {
  case validate, replay, plot, list, merge, compare, checks, explain
}

enum ValidatorOption: String, CaseIterable {
  case all, shard, only, skip, strictness, profile, jobs, timeout, seed, rate, block, rates, blocks
  case repetitions = "repeat"
  case randomize, baseline, file, display, pictures, measure
  case inProcess = "in-process"
  case gdb, format, output
  case failOn = "fail-on"
  case verbose, quiet, color, preset, markdown, version, help
}

/// The command line of lv2val, for the parser, `--help`, the manual page and the completions.
let tool = Tool<ValidatorOption>(
  name: Report.Tool.lv2val.name, version: Report.Tool.lv2val.version, usage: ["COMMAND [OPTIONS] [ARGUMENTS]"],
  summary:
    "Validates LV2 plug-ins offline. Plug-ins run in child processes, so that a crash or hang becomes a finding.",
  commands: [
    ToolCommand(
      "validate", "TARGET...", "run the checks on bundles (directories) and plug-ins (URIs)",
      operands: [.directories, .plugins]),
    ToolCommand(
      "replay", "REPORT ID [URI]", "play again what led to a finding of a JSON report",
      details: "Runs the check of the finding with the seed, the rate, the block length and the control values of the "
        + "finding. A user interface performs the steps of the finding if it has some; with `--display`, slowly enough to "
        + "watch. The exit status is 1 if it is found again. With `--gdb`, the plug-in runs in a debugger.",
      operands: [.files, messages, .plugins]),
    ToolCommand(
      "plot", "URI -o FILE [SYMBOL=VALUE...]", "plot the frequency response of a plug-in into a .png or .svg file",
      operands: [.plugins]),
    ToolCommand(
      "list", "[TARGET...]", "list the plug-ins of the targets, or all installed plug-ins",
      details:
        "Each line contains URI, name and bundle, separated by tabs. In names, spaces replace tabs and line ends, "
        + "and U+FFFD replaces other control characters.",
      operands: [.directories, .plugins]),
    ToolCommand(
      "merge", "REPORT...", "merge the JSON reports of all shards of a run, or convert one report to another format",
      details: "The reports of all shards are required.", operands: [.files]),
    ToolCommand(
      "compare", "OLD NEW", "list the new, fixed and unchanged findings between two JSON reports",
      details: "The exit status is 1 if a finding at the failing level is new or became more severe.",
      operands: [.files]),
    ToolCommand(
      "checks", "", "list all checks",
      details: "Each line contains the id, the severities of its findings (E for error, W for warning, N for note) and "
        + "the assertion."),
    ToolCommand(
      "explain", "ID...", "print the assertion, rule, method, fix and message ids of checks",
      details:
        "An ID is the id of a check, such as `audio.nonfinite`, or of a message, such as `audio.nonfinite/output`.",
      operands: [checks(), messages]),
  ],
  sections: [
    ToolSection(
      "Options of validate", commands: ["validate"],
      [
        ToolOption(.all, nil, .none, "select all plug-ins on LV2_PATH", commands: ["validate", "list"]),
        ToolOption(
          .shard, nil, .required("K/N"), "validate the K-th of N parts of the plug-ins",
          details: "This divides a run among several machines, whose reports `merge` combines.", .words(["1/2", "2/2"])),
        ToolOption(
          .only, nil, .required("PATTERN"), "run only these checks: ids and globs, separated by commas",
          details: "An example is `'rt.*'`.", isRepeatable: true, checks(isList: true)),
        ToolOption(
          .skip, nil, .required("PATTERN"), "skip these checks: ids and globs, separated by commas", isRepeatable: true,
          checks(isList: true)),
        ToolOption(
          .strictness, nil, .required("LEVEL"), "run the checks up to this level, from 1 to 10; see below",
          default: "10",
          details: "Only the checks up to level 5 can report errors. "
            + zip(CheckLevel.all, CheckLevel.additions).map { "Level \($0) adds \($1)." }.joined(separator: " "),
          .words(CheckLevel.all.map(String.init))),
        ToolOption(
          .profile, nil, .required("NAME"), "options for a purpose: release, debian or mod",
          details: Profile.allCases.map { profile in
            let options = profile.options.map { "`--\($0.0.rawValue) \($0.1)`" }.joined(separator: ", ")
            return "`\(profile.rawValue)` means \(options)."
          }.joined(separator: " ") + " Options that are given otherwise override it.",
          .words(Profile.allCases.map(\.rawValue))),
        ToolOption(
          .jobs, "j", .required("N"), "number of concurrent child processes", default: "one per core",
          details: "Interfaces wait half of the time: unless N is 1, twice as many of their processes run.",
          commands: ["validate", "list"]),
        ToolOption(
          .timeout, nil, .required("SECONDS"), "time limit of one check", default: "60",
          details: "A check without progress for a third of this time is reported as a hang.",
          commands: ["validate", "plot", "list"]),
        ToolOption(
          .seed, nil, .required("N"), "seed of all random numbers", default: "1",
          details: "The same seed reproduces the same run.", commands: ["validate", "plot"]),
        ToolOption(
          .rate, nil, .required("HZ"), "sample rate of checks that do not require a particular one", default: "48000",
          details: "The range is 8000 to 384000.", commands: ["validate", "plot"], .rates),
        ToolOption(
          .block, nil, .required("FRAMES"), "block length of checks that do not require a particular one",
          default: "256", details: "The range is 1 to 8192.", commands: ["validate", "plot"],
          .words(["64", "256", "1024"])),
        ToolOption(
          .rates, nil, .required("LIST"), "repeat the run at each of these sample rates, separated by commas"),
        ToolOption(
          .blocks, nil, .required("LIST"), "repeat the run with each of these block lengths, separated by commas"),
        ToolOption(
          .repetitions, nil, .required("N"), "repeat the run N times; a finding of any run counts", default: "1"),
        ToolOption(
          .randomize, nil, .none, "run the checks in random order, and with another seed in each repetition",
          formerName: "randomise"),
        ToolOption(
          .baseline, nil, .required("BUNDLE"), "older version of the bundle, for manifest.compat", .directories),
        ToolOption(
          .file, nil, .required("KEY=PATH"), "load this file into plug-ins with this parameter or key of the state",
          details:
            "The KEY is the URI of a parameter that is a path, or of a key of the state, or its end behind the last `#`, "
            + "`/` or `:`. Checks also examine instances that have loaded the file. Without this option, lv2val loads a "
            + "WAV file, an SFZ file or a SoundFont if that changes the sound.", .files),
        ToolOption(
          .display, nil, .required("NAME"), "open user interfaces on this X server, such as `:0`",
          default: "a new Xvfb",
          details: "The windows of the interfaces are then visible. The checks move the pointer of this server.",
          commands: ["validate", "replay"]),
        ToolOption(
          .pictures, nil, .required("FOLDER"), "write pictures of user interfaces to this folder",
          details:
            "The folder is made if it does not exist. Each interface is shown after it opened, after clicks and "
            + "drags, and at twice the size. HTML reports contain the pictures also without this option; the other formats "
            + "name the files.", .directories),
        ToolOption(.measure, nil, .none, "add the measurements of the HTML plots to JSON reports"),
        ToolOption(
          .inProcess, nil, .none, "run the checks in the lv2val process, for a debugger",
          details: "A crash of a plug-in then ends lv2val.", commands: ["validate", "replay"]),
      ]),
    ToolSection(
      "Options of replay", commands: ["replay"],
      [ToolOption(.gdb, nil, .none, "run in gdb, with `--in-process`", commands: ["replay"])]),
    ToolSection(
      "Options of validate, merge and compare", commands: ["validate", "merge", "compare"],
      [
        ToolOption(
          .format, "f", .required("FORMAT[=FILE]"), "format of the report: text, json, junit, sarif or html",
          default: "text",
          details: "A format with a FILE is written to that file, in addition to the report on standard output. "
            + "For `html`, lv2val also measures each plug-in and plots its responses, spectrum, block times and steps. "
            + "The command `compare` writes text only.",
          isRepeatable: true, .words(ReportFormat.allCases.map(\.rawValue))),
        ToolOption(
          .output, "o", .required("FILE"), "write the report or plot to FILE, not to standard output",
          details: "An existing file stays unchanged until the new report is complete. "
            + "A device, a descriptor such as `/dev/stdout`, and a file in a directory without write permission are "
            + "written directly. Two reports cannot be written to the same place.",
          commands: ["validate", "plot", "merge", "compare"], .files),
        ToolOption(
          .failOn, nil, .required("LEVEL"), "lowest severity that makes the exit status 1: error, warning or note",
          default: "error; for compare, note", .words(Severity.allCases.reversed().map(\.rawValue))),
        ToolOption(.verbose, "v", .none, "report passed and skipped checks too"),
        ToolOption(.quiet, "q", .none, "print only the verdict, and no progress line"),
        ToolOption(
          .color, nil, .required("WHEN"), "color the text: auto, always or never", default: "auto",
          .words(Options.Color.allCases.map(\.rawValue))),
      ]),
    ToolSection(
      "Options of plot", commands: ["plot"],
      [
        .operand("SYMBOL=VALUE[,VALUE...]", "set a control to a number or scale point; each value gives a curve"),
        ToolOption(
          .preset, nil, .required("NAME"), "load a preset by label or URI; each preset gives a curve",
          details: "Controls are set after the preset is loaded.", isRepeatable: true),
      ]),
    ToolSection(
      "Options of checks", commands: ["checks"],
      [ToolOption(.markdown, nil, .none, "print the complete catalogue as a Markdown page")]),
    ToolSection(
      "Other options",
      [ToolOption(.version, nil, .none, "print the version"), ToolOption(.help, "h", .none, "print this help")]),
  ],
  notes: """
    Levels of --strictness, and what each adds
    \(zip(CheckLevel.all, CheckLevel.additions).map { "\($0 < 10 ? "   " : "  ")\($0)  \($1)" }.joined(separator: "\n"))

    A project can skip checks, with a reason for each, in a file lv2val.json in the
    bundle or a directory above it.

    An option that is not given is read from the environment (LV2VAL_FAIL_ON for
    --fail-on, 1 or 0 for an option without a value), and then from "options" in the
    lv2val.json of the working directory or a directory above it.

    Exit status
      0  no findings at the failing level
      1  findings at the failing level (compare: new or more severe ones)
      2  wrong usage
      3  the validator failed
      4  nothing was validated
    """)

let console = Console(program: tool.name)

/// The ids of the checks, with their assertions as descriptions.
private func checks(isList: Bool = false) -> Completion {
  .lines(name: "checks", pipeline: "lv2val checks 2>/dev/null | sed -E 's/^([^ ]+) +[^ ]+ +/\\1\\t/'", isList: isList)
}

/// The ids of the messages of a check, offered after the slash. The x is the name of a message if there is none yet.
private let messages = Completion.lines(
  name: "messages",
  pipeline: "lv2val explain \"$(dirname -- \"$current\"x)\" 2>/dev/null | grep -oE '^  [a-z]+[.][a-z-]+/[a-z0-9-]+' | "
    + "tr -d ' '")
