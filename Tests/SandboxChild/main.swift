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

let isJob = CommandLine.arguments.count == 1
let behavior = isJob ? String(decoding: JobProcess.serve(), as: UTF8.self) : CommandLine.arguments[1]
if behavior == "no-processes" {
  // The limit of processes (RLIMIT_NPROC, 6) does not apply to root.
  if getuid() == 0 { setuid(65534) }
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(6), &none)
}
if isJob {
  do {
    try JobProcess.enter(limits: JobLimits(deadline: .seconds(60), memory: 1 << 30, fileSize: 1 << 20))
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
  while true {
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
