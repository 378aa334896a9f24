import CProcess
import FoundationEssentials
import Glibc

/// The main function of the child process: reads the plan, loads the plug-ins, and processes slots until the parent
/// closes the pipe.
public enum ChainChild {
  private static let memory: Int32 = 3
  private static let requests: Int32 = 4
  private static let answers: Int32 = 5

  /// Whether this process is the child.
  public static var isWanted: Bool { CommandLine.arguments.dropFirst().first == ChainProcess.argument }

  /// Runs until the process exits.
  public static func main() -> Never {
    _ = cprocess_die_with_parent()
    // Plug-ins must not inherit the input files of the parent.
    _ = cprocess_close_from(6)
    guard let plan = readPlan(), let blocks = try? SharedBlocks(descriptor: memory, plan) else { _exit(4) }
    // Keeps the low numbers free for plug-ins.
    let (requests, answers) = (fcntl(requests, F_DUPFD_CLOEXEC, 200), fcntl(answers, F_DUPFD_CLOEXEC, 200))
    close(Self.requests)
    close(Self.answers)
    do {
      let chain = try Chain(plan, blocks)
      reply(0, on: answers)
      var slot: UInt8 = 0
      while read(requests, &slot, 1) == 1 {
        chain.process(slot: Int(slot))
        reply(slot, on: answers)
      }
      chain.finish()
      _exit(0)
    } catch {
      reply(.max, on: answers)
      let text = [UInt8]("\(error)".utf8)
      _ = write(answers, text, text.count)
      _exit(3)
    }
  }

  private static func reply(_ byte: UInt8, on answers: Int32) {
    var byte = byte
    if write(answers, &byte, 1) != 1 { _exit(4) }
  }

  private static func readPlan() -> ChainPlan? {
    guard let prefix = readExactly(4) else { return nil }
    let size = prefix.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
    return readExactly(size).flatMap { try? ChainPlan(json: Data($0)) }
  }

  private static func readExactly(_ size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = bytes.withUnsafeMutableBytes { read(requests, $0.baseAddress! + filled, size - filled) }
      if count <= 0 { return nil }
      filled += count
    }
    return bytes
  }
}
