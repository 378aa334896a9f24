import Model

/// The kinds of process state that neither a plug-in nor its interface may change.
enum ProcessStateMessage: MessageKind {
  case signalHandler, signalMask, locale, workingDirectory, umask, resourceLimit, environment, fileDescriptor,
    priority

  var text: MessageText {
    switch self {
    case .signalHandler:
      MessageText(
        .warning, rule: rule,
        remedy:
          "Do not call sigaction() or signal() for {the signal}, or restore the previous handler before the call "
          + "returns.")
    case .signalMask:
      MessageText(
        .warning, rule: rule,
        remedy: "Call pthread_sigmask() only in threads of the plug-in, or restore the mask before the call returns.")
    case .locale:
      MessageText(
        .warning, rule: rule,
        remedy:
          "Replace setlocale() for {the category} by newlocale() and uselocale(), and restore the locale of the "
          + "thread before the call returns.")
    case .workingDirectory:
      MessageText(.warning, rule: rule, remedy: "Replace chdir() by openat() or by absolute paths.")
    case .umask:
      MessageText(
        .warning, rule: rule, remedy: "Do not call umask(). Set the permissions of a file with fchmod() instead.")
    case .resourceLimit:
      MessageText(
        .warning, rule: rule,
        remedy: "Do not call setrlimit() for {the limit}, or restore the limit before the call returns.")
    case .environment:
      MessageText(
        .warning, rule: rule,
        remedy:
          "Do not call setenv() or putenv() for {the variable}. For a program that the plug-in starts, pass it with "
          + "execve().")
    case .fileDescriptor:
      MessageText(
        .warning, rule: rule,
        remedy: "Do not close or change {the file descriptor}, which the plug-in did not open.")
    case .priority:
      MessageText(
        .warning, rule: rule,
        remedy: "Call setpriority() or nice() only in threads that the plug-in starts.")
    }
  }

  private var rule: Rule {
    Rule(
      "Plug-in functions in any class MUST NOT manipulate any state which might affect other plug-ins or the host, for example "
        + "by using non-reentrant global functions", source: "lv2core.meta.ttl: Threading Rules")
  }
}
