import Glibc
import Sandbox
import Support

// Typical misbehavior of plug-ins towards their process. The input of the job selects the behavior, or outside of the
// sandbox the argument.

func sleepForever() -> Never {
  while true { sleep(1000) }
}

/// Starts this program outside of the sandbox with another behavior.
func start(_ behavior: String) {
  let words = CStrings(["sandbox-child", behavior])
  var child: pid_t = 0
  posix_spawn(&child, "/proc/self/exe", nil, nil, words.pointers, environ)
}

/// The parent of the reaper: the process from which all jobs are forked.
func server() -> pid_t {
  let stat = String(decoding: contents(of: "/proc/\(getppid())/stat"), as: UTF8.self)
  // The name in parentheses can contain any character.
  let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
  return fields.count > 2 ? pid_t(fields[2]) ?? getpid() : getpid()
}

func contents(of path: String) -> [UInt8] { (try? readFile(path)) ?? [] }

/// Forks processes until that fails, at most `limit`, and sends their number.
func sendNumberOfProcesses(atMost limit: Int, _ body: () -> Void) throws {
  var count = 0
  while count < limit {
    let process = fork()
    if process < 0 { break }
    if process == 0 {
      body()
      _exit(0)
    }
    count += 1
  }
  try ResultChannel().send(Array("\(count)".utf8))
}

/// Sends the line of /proc/self/cgroup about the group that the reaper created.
func sendGroup() throws {
  let groups = String(decoding: contents(of: "/proc/self/cgroup"), as: UTF8.self).split(separator: "\n")
  if let group = groups.first(where: { $0.hasSuffix("/lv2val-\(getppid())") }) {
    try ResultChannel().send(Array(group.utf8))
  }
}

let isJob = CommandLine.arguments.count == 1
let behavior = isJob ? String(decoding: JobProcess.serve(), as: UTF8.self) : CommandLine.arguments[1]
if behavior == "no-processes" {
  // The limit of processes (RLIMIT_NPROC, 6) does not apply to root.
  if getuid() == 0 { setuid(65534) }
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(6), &none)
}
// A user who may not create control groups.
if behavior == "processes-of-user", getuid() == 0 { setuid(65534) }
if isJob {
  do {
    let processes: UInt32 = behavior.hasPrefix("processes") ? 50 : 5000
    try JobProcess.enter(
      limits: JobLimits(deadline: .seconds(60), memory: 1 << 30, fileSize: 1 << 20, processes: processes))
  } catch {
    _exit(99)
  }
}

switch behavior {
case "lines":
  let channel = try ResultChannel()
  for number in 0..<3 { try channel.send(Array("line \(number)".utf8)) }
case "stray-bytes":
  let channel = try ResultChannel()
  write(3, "x", 1)
  for number in 0..<2 {
    try channel.send(Array("line \(number)".utf8))
    write(3, "x", 1)
  }
  write(3, "\n", 1)
case "addresses":
  // One address each of the stack, the heap and a library.
  var local = 0
  let places = withUnsafePointer(to: &local) {
    [UInt(bitPattern: $0), UInt(bitPattern: malloc(16)), UInt(bitPattern: dlsym(nil, "malloc"))]
  }
  let channel = try ResultChannel()
  for place in places { try channel.send(Array("\(place)".utf8)) }
case "exit": exit(3)
case "abort": abort()
case "kill-group": kill(0, SIGKILL)
case "kill-parent":
  kill(getppid(), SIGKILL)
  sleepForever()
case "kill-server":
  usleep(300_000)
  kill(server(), SIGKILL)
  sleepForever()
case "stop-server": kill(server(), SIGSTOP)
case "stop-reaper": kill(getppid(), SIGSTOP)
case "stop-both":
  kill(server(), SIGSTOP)
  kill(getppid(), SIGSTOP)
  sleepForever()
case "stop-forever":
  let (reaper, server) = (getppid(), server())
  while true {
    kill(server, SIGSTOP)
    kill(reaper, SIGSTOP)
  }
case "zombies": try sendNumberOfProcesses(atMost: 3000) {}
case "children": try sendNumberOfProcesses(atMost: 3000) { sleepForever() }
case "processes", "processes-of-user": try sendNumberOfProcesses(atMost: 2950) { sleepForever() }
case "group": try sendGroup()
case "group-without-reaper":
  try sendGroup()
  kill(getppid(), SIGKILL)
  sleepForever()
case "sleep": sleepForever()
case "spin": while true {}
case "daemon":
  start("new-session")
  start("sleep")
case "daemon-without-reaper":
  start("new-session")
  usleep(100_000)
  kill(getppid(), SIGKILL)
  sleepForever()
case "restless":
  signal(SIGABRT, SIG_IGN)
  // For at least a minute.
  for _ in 0..<6000 {
    start("nothing")
    usleep(10_000)
    while waitpid(-1, nil, WNOHANG) > 0 {}
  }
case "nothing": break
case "new-session":
  setsid()
  start("sleep")
case "chain":
  start("link")
case "link":
  setsid()
  start("link")
case "close-all":
  let channel = try ResultChannel()
  for descriptor in Int32(0)..<64 { close(descriptor) }
  _ = open("/dev/null", O_RDWR)
  try channel.send(Array("still here".utf8))
case "flood":
  let page = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
  for _ in 0..<1024 {
    write(STDOUT_FILENO, page, page.count)
    write(STDERR_FILENO, page, page.count)
  }
case "large-file":
  let file = open("large", O_WRONLY | O_CREAT, 0o644)
  let page = [UInt8](repeating: 0, count: 1 << 16)
  while true { write(file, page, page.count) }
case "memory":
  var blocks: [UnsafeMutableRawPointer] = []
  while let block = malloc(1 << 20) {
    memset(block, 1, 1 << 20)
    blocks.append(block)
  }
  exit(4)
case "files":
  mkdir("folder", 0o755)
  close(open("folder/file", O_WRONLY | O_CREAT, 0o644))
  try ResultChannel().send(Array((getenv("TMPDIR").map { String(cString: $0) } ?? "").utf8))
case "home":
  let names = ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XAUTHORITY"]
  print(names.map { getenv($0).map { String(cString: $0) } ?? "none" }.joined(separator: "\n"))
default: exit(98)
}
