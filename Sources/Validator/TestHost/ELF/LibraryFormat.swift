import CProbe
import FoundationEssentials
import Support

/// The format of a file that a bundle names as a shared library, by its first bytes.
///
/// Source of the layout: "Tool Interface Standard (TIS), Executable and Linking Format (ELF)" and elf(5).
package enum LibraryFormat: Equatable {
  /// An ELF file for this machine.
  case native
  /// An ELF file for another machine, with the name of that machine.
  case otherMachine(String)
  /// A library of Windows or macOS.
  case otherSystem
  /// Anything else, or a file that cannot be read.
  case unknown

  package init(path: String) {
    let contents = isRegularFile(path) ? try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) : nil
    let header = contents.map { Array($0.prefix(20)) } ?? []
    if header.count == 20, header.starts(with: [0x7f, 0x45, 0x4c, 0x46]) {
      let isLittle = header[5] == 1
      let machine = isLittle ? header[18...19].reversed() : Array(header[18...19])
      let number = machine.reduce(0) { $0 << 8 | Int($1) }
      let isNative = isLittle && header[4] == 2 && number == Self.machine
      self = isNative ? .native : .otherMachine(Self.names[number] ?? "the ELF machine \(number)")
    } else {
      self = Self.foreign.contains { header.starts(with: $0) } ? .otherSystem : .unknown
    }
  }

  /// Whether dlclose() unloads the library at `path`; false also if the attempt, in a forked child process, fails.
  package static func isUnloaded(byClosing path: String) -> Bool { probe_library_unloads(path) }

  package static let thisMachine = names[machine] ?? ""

  #if arch(x86_64)
    private static let machine = 62
  #else
    private static let machine = 183
  #endif
  /// From elf.h.
  private static let names = [
    3: "i386", 8: "MIPS", 20: "PowerPC", 21: "PowerPC64", 22: "S/390", 40: "ARM", 62: "x86-64", 183: "AArch64",
    243: "RISC-V", 258: "LoongArch",
  ]
  /// The first bytes of PE files, and of Mach-O files for one or several machines in both byte orders.
  private static let foreign: [[UInt8]] = [
    [0x4d, 0x5a], [0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf], [0xce, 0xfa, 0xed, 0xfe],
    [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe],
  ]
}
