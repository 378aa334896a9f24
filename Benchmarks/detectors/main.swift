import CProbe
import Glibc
import LV2Host
import TestHost

// Measures what each detector of lv2val adds to a call of run() without a finding: `make bench-detectors`.
//
//     detector-bench BUNDLE URI
//
// The detectors take turns; the result is the minimum of all rounds.

/// An instance that runs with one detector.
struct Candidate {
  let name: String
  let instance: InstanceUnderTest
  var best = Double.infinity

  init(_ name: String, _ context: PluginContext, memory: InstanceSetup.Memory = .plain, watch: probe_watch = []) throws
  {
    self.name = name
    var setup = InstanceSetup(context)
    setup.memory = memory
    instance = try InstanceUnderTest(context, setup)
    instance.activate()
    instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 4 * blockLength)
    instance.watch = watch
  }

  /// Updates `best`, nanoseconds a block, with the mean of several blocks: one block may be as short as a clock tick.
  mutating func measure() {
    let start = ContinuousClock.now
    for _ in 0..<blocks { instance.run(blockLength) }
    let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(1)
    best = min(best, nanoseconds / Double(blocks))
  }
}

let blockLength = 64
let rounds = 200
let blocks = 200

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: detector-bench BUNDLE URI")
  exit(2)
}
probe_watch_prepare()
let world = try World(bundles: [arguments[1]])
let context = PluginContext(
  plugin: try world.description(of: arguments[2]), world: world, rate: 48000, blockLength: blockLength, seed: 1)

var candidates = [
  try Candidate("none", context),
  try Candidate("heap calls", context, watch: .heap),
  try Candidate("locks", context, watch: .locks),
  try Candidate("system calls", context, watch: .syscalls),
  try Candidate("host callbacks", context, watch: .hostCalls),
  try Candidate("guard pages, inputs read-only", context, memory: .guarded(.end, readOnlyInputs: true)),
  try Candidate(
    "guard pages, accesses recorded", context, memory: .guarded(.end, readOnlyInputs: true), watch: .buffers),
]
_ = probe_heap_guard_begin()
candidates.append(try Candidate("heap blocks at inaccessible pages", context))
probe_heap_guard_end()
for _ in 0..<rounds {
  for index in candidates.indices { candidates[index].measure() }
}
print("| detector | run() of \(blockLength) frames, ns | more than without, ns |")
print("|---|--:|--:|")
for candidate in candidates {
  let more = candidate.best - candidates[0].best
  print("| \(candidate.name) | \(Int(candidate.best.rounded())) | \(Int(more.rounded())) |")
}
