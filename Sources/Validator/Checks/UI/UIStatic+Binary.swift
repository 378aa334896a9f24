import CLV2
import Glibc
import InterfaceHost
import LV2Host
import Model
import TestHost

extension UIStatic {
  /// Findings about the libraries of an interface.
  static func binaryFindings(_ interface: Interface) -> [Finding] {
    let binaries = Set(interface.objects(URI.Core.binary) + interface.objects(URI.UserInterface.prefix + "binary"))
    guard !binaries.isEmpty else {
      return [
        interface.finding(
          .binaryUndeclared, nil, " has no lv2:binary; expected one", naming: [interface.name, "ui.so"])
      ]
    }
    // An interface of a class outside LV2 can have a binary of any kind that its hosts support.
    let isLibrary = interface.turtle.types(interface.node).contains { interface.vocabulary.ontology(of: $0) != nil }
    return binaries.sorted { $0.text < $1.text }.flatMap { binary -> [Finding] in
      if let text = binary.literalText {
        return [
          interface.finding(
            .binaryLiteral, nil, about: text, of: "The binary of interface",
            " is the literal \"\(text)\"; expected a URI", naming: [text, text])
        ]
      }
      guard let name = interface.turtle.localPath(of: binary.text) else { return [] }
      return faults(of: interface, name, isLibrary).map { fault in
        interface.finding(
          fault.message, nil, about: name, of: "The binary of interface", ", \(name), \(fault.clause)",
          naming: fault.names)
      }
    }
  }

  private struct Fault {
    let message: Message
    /// A clause that follows the name of the binary.
    let clause: String
    /// What the remedy names.
    let names: [String]

    init(_ message: Message, _ clause: String, _ names: String...) {
      (self.message, self.clause, self.names) = (message, clause, names)
    }
  }

  private static func faults(of interface: Interface, _ name: String, _ isLibrary: Bool) -> [Fault] {
    let path = interface.turtle.path + name
    guard access(path, F_OK) == 0 else {
      return [Fault(.binaryNotFound, "is not in the bundle", name, interface.name)]
    }
    let machine = LibraryFormat.thisMachine
    switch LibraryFormat(path: path) {
    case .native: return libraryFaults(of: interface, name)
    case .otherMachine(let other):
      return [Fault(.binaryFormat, "is a library for \(other); expected \(machine)", "Build \(name) for \(machine)")]
    case .otherSystem: return []
    case .unknown:
      let remedy = "Name the shared library of <\(interface.name)> with lv2:binary instead of \(name)"
      return isLibrary ? [Fault(.binaryFormat, "is not a shared library; expected one", remedy)] : []
    }
  }

  /// The faults that a host observes when it loads the library; none if it cannot be loaded on this machine.
  private static func libraryFaults(of interface: Interface, _ name: String) -> [Fault] {
    let path = interface.turtle.path + name
    CrashRecord.note(activity: "loading \(path)")
    func open(_ mode: Int32) -> UnsafeMutableRawPointer? {
      InstanceUnderTest.noted("dlopen") { dlopen(path, mode | RTLD_LOCAL) }
    }
    var faults: [Fault] = []
    var library = open(RTLD_NOW)
    if library == nil {
      let undefined = undefinedSymbol(path, dlerror().map { String(cString: $0) } ?? "")
      if let undefined, !isForSharedToolkit(interface) {
        faults.append(
          Fault(.undefinedSymbol, "requires the symbol \(undefined), which no library defines", name, undefined))
      }
      library = open(RTLD_LAZY)
    }
    guard let library else { return faults }
    guard let symbol = dlsym(library, InterfaceLibrary.entryPoint) else {
      return faults + [Fault(.entryPoint, "does not export \(InterfaceLibrary.entryPoint)()", name)]
    }
    // SAFETY: the LV2 specification gives the symbol this type.
    let descriptor = unsafeBitCast(symbol, to: LV2UI_DescriptorFunction.self)
    guard InterfaceLibrary.descriptor(interface.node.text, of: descriptor) != nil else {
      return faults + [
        Fault(
          .descriptor, "offers no descriptor with this URI in \(InterfaceLibrary.entryPoint)()", interface.node.text,
          name)
      ]
    }
    return faults
  }

  /// The symbol of an error message of dlopen() about the library itself; nil for other errors.
  private static func undefinedSymbol(_ path: String, _ error: String) -> String? {
    let start = "\(path): undefined symbol: "
    return error.hasPrefix(start) ? String(error.dropFirst(start.count).prefix { $0 != " " && $0 != "," }) : nil
  }

  /// Whether the host may have loaded the toolkit of the interface, and so defines its symbols.
  private static func isForSharedToolkit(_ interface: Interface) -> Bool {
    interface.turtle.types(interface.node).contains { $0.contains("Gtk") || $0.contains("Qt") }
  }
}
