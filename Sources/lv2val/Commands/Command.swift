/// What lv2val can be told to do.
enum Command: String {
  case validate, plot, list, merge, compare, checks, explain

  /// The options that it knows; `--help` and `--version` go with every command and with none.
  var options: Set<OptionTable.Option> {
    switch self {
    case .validate: Set(OptionTable.Option.allCases).subtracting([.preset, .markdown])
    case .plot: [.output, .preset, .rate, .block, .seed, .timeout]
    case .list: [.all, .jobs, .timeout]
    case .merge, .compare: [.format, .output, .failOn, .verbose, .quiet, .color]
    case .checks: [.markdown]
    case .explain: []
    }
  }
}
