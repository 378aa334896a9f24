import FoundationEssentials
import Glibc
import Model
import Support
import TestHost

enum MemResources: PluginCheck {
  enum Message: MessageKind {
    case descriptors, threads, mappings, files, processes, sharedMemory, repetition

    var text: MessageText {
      let rule = Rule(
        "\"Once an instance of a plugin has been finished with it must be deleted using this function\", which "
          + "releases what the instance acquired",
        source: "lv2/core/lv2.h: cleanup()")
      return switch self {
      case .descriptors:
        MessageText(
          .warning, rule: rule,
          remedy: "Close in cleanup() every file descriptor, socket and directory that the instance opened.")
      case .threads:
        MessageText(
          .warning, rule: rule,
          remedy: "End every thread of the instance in cleanup(): set a flag that its loop tests, wake it, and join it."
        )
      case .mappings:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Unmap in cleanup() with munmap() what the instance mapped. Join every thread that ended, because its "
            + "stack remains mapped until then.")
      case .files:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Remove the instance's temporary files in cleanup(), or create them with O_TMPFILE. Use names for cache files "
            + "that are the same in every instance.")
      case .processes:
        MessageText(
          .warning, rule: rule,
          remedy: "End in cleanup() every process that the instance started, and call waitpid() for it.")
      case .sharedMemory:
        MessageText(
          .warning,
          rule: Rule(
            "\"A shared memory object will exist until the system is shut down, or until all processes have unmapped the "
              + "object and it has been deleted with shm_unlink(3)\"; the same holds for named semaphores and sem_unlink(3)",
            source: "shm_overview(7), sem_overview(7)"),
          remedy:
            "Remove the object with {shm_unlink()} in cleanup(), or directly after every process has opened it. For "
            + "memory that only one process uses, call mmap() with MAP_ANONYMOUS or memfd_create().")
      case .repetition:
        MessageText(
          .warning,
          rule: Rule(
            "\"The host can use the contained function pointers to save and restore the state of a plugin instance at any "
              + "time\", and send messages, any number of times", source: "lv2/state/state.h: LV2_State_Interface"),
          remedy: "Close in {restore()} every file that it opens, and join the threads that it starts.")
      }
    }
  }

  static let id: CheckID = "mem.resources"
  static let provocation = Provocation(incidental: (.controls, .inRun))
  static let text = CheckText(
    asserts: "An instance closes its file descriptors, unmaps its memory, joins its threads and processes, and removes "
      + "its temporary files and shared memory objects.",
    method:
      "Counts open file descriptors, threads, mapped bytes, temporary files and child processes after each of eight cycles from "
      + "instantiate() to cleanup(), after four cycles for warm-up. A number that grows in every cycle is a leak. So is a "
      + "shared memory object or a named semaphore that exists after the last cycle.",
    details: "\(InstanceCycle.summary) Threads have 0.3 s to end after cleanup(). Memory that the C library's heap "
      + "maps is not counted. Files are counted in the folder that is TMPDIR, the home directory and the working directory "
      + "of the process. Shared objects count if this process created them with shm_open() or sem_open(). "
      + SessionGrowth.summary,
    level: CheckLevel(6, "A long session uses up threads, descriptors or files."))

  private static let warmUp = 4
  private static let counted = 8
  /// The time that a thread may take to end after cleanup(), in milliseconds.
  private static let patience = 300

  private static let kinds: [(Message, noun: String, suffix: String, KeyPath<ProcessResources, Int> & Sendable)] = [
    (.descriptors, "file descriptor", "", \.descriptors), (.threads, "thread", "", \.threads),
    (.mappings, "byte", " of mapped memory", \.mapped), (.files, "file", " in the temporary folder", \.files),
    (.processes, "child process", "", \.processes),
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    for _ in 0..<warmUp { try InstanceCycle.run(context, for: id) }
    var uses = try countedUses(context)
    // A thread of an earlier check that ends late hides the growth in one cycle.
    for _ in 0..<2 where uses[counted].threads > uses[0].threads && !grows(uses.map(\.threads)) {
      uses = try countedUses(context)
    }
    let growing = growing(uses, context)
    return try .findings {
      growing
      leftObjects(context)
      if growing.isEmpty { try sessionFinding(context) }
    }
  }

  /// The finding about resources that a running instance acquires more and more of.
  private static func sessionFinding(_ context: PluginContext) throws -> Finding? {
    guard
      let (action, growth) = try SessionGrowth.first(
        context, for: id, where: { $0.descriptors > 0 || $0.threads > 0 || $0.processes > 0 })
    else { return nil }
    let resource =
      growth.descriptors > 0
      ? growth.descriptors.counted("file descriptor")
      : growth.threads > 0 ? growth.threads.counted("thread") : growth.processes.counted("process")
    return finding(
      .repetition, about: action.call,
      "A running instance holds \(resource) more after each \(action.name); expected no growth.",
      naming: [action.call], count: Growth.counted, call: Call(action.call), seed: context.seed)
  }

  /// The findings about resources whose number grew in every cycle.
  private static func growing(_ uses: [ProcessResources], _ context: PluginContext) -> [Finding] {
    kinds.compactMap { message, noun, suffix, use in
      let counts = uses.map { $0[keyPath: use] }
      guard grows(counts) else { return nil }
      // The stack of a thread is a mapping too.
      if message == .mappings, uses[counted].threads > uses[0].threads { return nil }
      return finding(
        message,
        "\(counted) cycles from instantiate() to cleanup() leaked "
          + "\((counts[counted] - counts[0]).counted(noun))\(suffix): the process had \(counts[0]) before them and "
          + "\(counts[counted]) after them; expected no growth.", count: counted,
        call: "cleanup()", seed: context.seed)
    }
  }

  /// The finding about objects in shared memory that exist after all instances have ended; nil if there are none.
  private static func leftObjects(_ context: PluginContext) -> Finding? {
    let paths = CrashRecord.sharedObjects
    guard let first = paths.first else { return nil }
    let name = first.split(separator: "/").last.map(String.init) ?? first
    let isSemaphore = name.hasPrefix("sem.")
    let object = isSemaphore ? "named semaphore '/\(name.dropFirst(4))'" : "shared memory object '/\(name)'"
    let others = paths.count > 1 ? " and \((paths.count - 1).counted("other object"))" : ""
    return finding(
      .sharedMemory,
      "The plug-in left the \(object)\(others) in the system after cleanup() of all instances; expected none.",
      naming: [isSemaphore ? "sem_unlink()" : "shm_unlink()"], count: paths.count, call: "cleanup()", seed: context.seed
    )
  }

  /// The resources before the counted cycles and after each of them.
  private static func countedUses(_ context: PluginContext) throws -> [ProcessResources] {
    var uses = [ProcessResources()]
    for _ in 0..<counted {
      try InstanceCycle.run(context, for: id)
      ForeignThread.wait(until: uses[uses.count - 1].threads, milliseconds: patience)
      uses.append(ProcessResources())
    }
    return uses
  }

  private static func grows(_ counts: [Int]) -> Bool { zip(counts, counts.dropFirst()).allSatisfy(<) }
}

private struct ProcessResources {
  private(set) var descriptors = 0
  private(set) var threads = 0
  /// Mapped bytes, without those that the C library's heap mapped.
  private(set) var mapped = 0
  /// Files and folders in the temporary folder of the process; 0 if it has none of its own.
  private(set) var files = 0
  /// Child processes that run, or that ended and for which nobody waited.
  private(set) var processes = 0

  init() {
    files = ProcessResources.filesOfProcess
    processes = ProcessSnapshot.childCount
    ProcessSnapshot.enumerate([.descriptor, .thread, .mapping]) { aspect, name, value in
      switch aspect {
      case .descriptor: descriptors += 1
      case .thread: threads += 1
      case .mapping: mapped += ProcessResources.bytes(range: name, rest: value)
      default: break
      }
    }
    mapped -= AllocationLedger.mappedBytes
  }

  /// The folder of a job is its home directory too. Outside of a job, the folder of temporary files is that of all programs.
  private static var filesOfProcess: Int {
    guard let home = getenv("HOME"), let folder = getenv("TMPDIR"), strcmp(home, folder) == 0 else { return 0 }
    return (try? FileManager.default.subpathsOfDirectory(atPath: String(cString: folder)).count) ?? 0
  }

  /// The size of one line of /proc/self/maps. Heap and stack count as 0 because they grow by themselves, and so does memory
  /// without access, which is only reserved.
  private static func bytes(range: String, rest: String) -> Int {
    if rest.hasPrefix("---") || rest.hasSuffix("[heap]") || rest.hasSuffix("[stack]") { return 0 }
    let ends = range.split(separator: "-").compactMap { Int($0, radix: 16) }
    return ends.count == 2 ? ends[1] - ends[0] : 0
  }
}
