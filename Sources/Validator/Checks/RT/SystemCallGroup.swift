/// What a system call is for, as far as the ways to avoid it differ.
enum SystemCallGroup {
  case time, file, memory, wait, thread, signal, identity, random, other

  /// - Parameter name: such as `clock_gettime`.
  init(_ name: String) {
    self =
      Self.names.first { $0.names.contains(name) }?.group
      ?? Self.prefixes.first { $0.prefixes.contains(where: name.hasPrefix) }?.group ?? .other
  }

  /// How run() does without it, as a clause.
  var advice: String {
    switch self {
    case .time: "count frames to measure time, or read a clock that does not enter the kernel, such as CLOCK_MONOTONIC"
    case .file: "let work(), which work:schedule calls in another thread, access files, pipes and sockets, and print"
    case .memory: "map and unmap memory in instantiate(), activate() or cleanup()"
    case .wait: "return from run() at once, and test an atomic variable in a later block"
    case .thread: "start threads and set their properties in instantiate() or activate()"
    case .signal: "send and handle signals in another thread"
    case .identity: "store the number in instantiate()"
    case .random: "use a random number generator in the instance, with a seed from instantiate()"
    case .other: "let work(), which work:schedule calls in another thread, make it"
    }
  }

  private static let names: [(group: SystemCallGroup, names: Set<String>)] = [
    (.time, ["gettimeofday", "settimeofday", "time", "times", "getrusage"]),
    (
      .wait,
      [
        "clock_nanosleep", "nanosleep", "pause", "poll", "ppoll", "select", "pselect6", "sched_yield", "futex",
        "futex_waitv", "wait4", "waitid", "semop", "semtimedop", "restart_syscall",
      ]
    ),
    (
      .memory,
      [
        "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "mlock", "mlock2", "mlockall", "munlock",
        "munlockall", "msync", "mbind", "membarrier", "memfd_create", "shmat", "shmctl", "shmdt", "shmget",
      ]
    ),
    (
      .thread,
      [
        "clone", "clone3", "fork", "vfork", "execve", "exit", "exit_group", "set_robust_list", "set_tid_address",
        "setpriority", "prctl", "arch_prctl", "rseq", "unshare",
      ]
    ),
    (.signal, ["kill", "tkill", "tgkill", "sigaltstack", "alarm", "setitimer", "getitimer"]),
    (
      .identity,
      [
        "getcpu", "getegid", "geteuid", "getgid", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getsid",
        "gettid", "getuid", "uname", "sysinfo", "getrlimit", "prlimit64",
      ]
    ),
    (.random, ["getrandom"]),
    (
      .file,
      [
        "read", "readv", "write", "writev", "open", "openat", "openat2", "creat", "close", "close_range", "lseek",
        "stat",
        "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "fcntl", "ioctl", "flock",
        "fsync",
        "fdatasync", "ftruncate", "truncate", "getdents", "getdents64", "getcwd", "rename", "unlink", "unlinkat",
        "mkdir",
        "mkdirat", "rmdir", "readlink", "readlinkat", "sendfile", "splice", "tee", "dup", "dup2", "dup3", "sync",
        "socket", "socketpair", "connect", "accept", "accept4", "bind", "listen", "shutdown", "syslog",
      ]
    ),
  ]

  private static let prefixes: [(group: SystemCallGroup, prefixes: [String])] = [
    (.time, ["clock_", "timer_", "timerfd_"]), (.wait, ["epoll_"]), (.thread, ["sched_"]),
    (.signal, ["rt_", "signalfd", "pidfd_"]),
    (
      .file,
      [
        "pread", "pwrite", "send", "recv", "getsock", "setsock", "pipe", "eventfd", "inotify_", "io_", "mq_", "msg",
        "rename",
      ]
    ),
  ]
}
