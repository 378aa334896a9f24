import CGetopt
import Glibc

/// The options as getopt_long wants them.
struct OptionTable: ~Copyable {
  /// The raw value is what getopt_long returns: the short name where there is one.
  enum Option: Int32, CaseIterable {
    case only = 256
    case skip, all, shard, timeout, seed, rate, block, failOn, measure, preset, inProcess, color, version, baseline,
      markdown
    case jobs = 106  // j
    case format = 102  // f
    case output = 111  // o
    case verbose = 118  // v
    case quiet = 113  // q
    case help = 104  // h

    var name: String {
      switch self {
      case .only: "only"
      case .skip: "skip"
      case .all: "all"
      case .shard: "shard"
      case .timeout: "timeout"
      case .seed: "seed"
      case .rate: "rate"
      case .block: "block"
      case .failOn: "fail-on"
      case .measure: "measure"
      case .preset: "preset"
      case .inProcess: "in-process"
      case .color: "color"
      case .version: "version"
      case .baseline: "baseline"
      case .markdown: "markdown"
      case .jobs: "jobs"
      case .format: "format"
      case .output: "output"
      case .verbose: "verbose"
      case .quiet: "quiet"
      case .help: "help"
      }
    }

    var takesValue: Bool {
      switch self {
      case .all, .measure, .inProcess, .verbose, .quiet, .help, .version, .markdown: false
      default: true
      }
    }
  }

  /// The colon makes a missing value tell itself from an unknown option.
  static let shortNames = ":j:f:o:vqh"

  let pointer: UnsafeMutablePointer<option>

  init() {
    let options = Option.allCases
    pointer = .allocate(capacity: options.count + 1)
    for (index, entry) in options.enumerated() {
      let argument = entry.takesValue ? required_argument : no_argument
      (pointer + index).initialize(
        to: option(name: strdup(entry.name), has_arg: argument, flag: nil, val: entry.rawValue))
    }
    (pointer + options.count).initialize(to: option(name: nil, has_arg: 0, flag: nil, val: 0))
  }

  deinit {
    for index in Option.allCases.indices { free(UnsafeMutablePointer(mutating: pointer[index].name)) }
    pointer.deallocate()
  }
}
