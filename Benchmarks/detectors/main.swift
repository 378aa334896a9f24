import CProbe
import Glibc
import Checks
import LV2Host

// What a detector of lv2val costs a call of run() when it has nothing to say: `make bench-detectors`.
//
//     detector-bench BUNDLE URI
//
// The ways take turns; the minimum of all rounds counts.

/// One way to run a block of a plug-in.
struct Way {
  let name: String
  let instance: InstanceUnderTest
  var best = Double.infinity

  init(_ name: String, _ context: PluginContext, memory: InstanceSetup.Memory = .plain, watch: probe_watch = []) throws {
    self.name = name
    var setup = InstanceSetup(context)
    setup.memory = memory
    instance = try InstanceUnderTest(context, setup)
    instance.activate()
    instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 4 * blockLength)
    instance.watch = watch
  }

  /// The mean of some blocks: a clock's step may be as long as one of them.
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

var ways = [
  try Way("none", context),
  try Way("calls of the heap", context, watch: .heap),
  try Way("locks", context, watch: .locks),
  try Way("system calls", context, watch: .syscalls),
  try Way("callbacks of the host", context, watch: .hostCalls),
  try Way("guard pages, inputs read-only", context, memory: .guarded(.end, readOnlyInputs: true)),
  try Way("guard pages, accesses recorded", context, memory: .guarded(.end, readOnlyInputs: true), watch: .buffers),
]
_ = probe_heap_guard_begin()
ways.append(try Way("heap blocks at inaccessible pages", context))
probe_heap_guard_end()
for _ in 0..<rounds {
  for index in ways.indices { ways[index].measure() }
}
print("| detector | run() of \(blockLength) frames, ns | more than with none, ns |")
print("|---|--:|--:|")
for way in ways {
  let more = way.best - ways[0].best
  print("| \(way.name) | \(Int(way.best.rounded())) | \(Int(more.rounded())) |")
}
