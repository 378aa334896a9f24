import CLV2
import Glibc

/// Memory pages that can be made read-only. The methods throw `HostError.memory`.
private struct Pages: ~Copyable {
  let start: UnsafeMutableRawPointer
  private let size: Int

  init(size: Int) throws(HostError) {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    self.size = (size + pageSize - 1) / pageSize * pageSize
    guard let memory = mmap(nil, self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { throw .memory(errno: errno) }
    start = memory
  }

  deinit { munmap(start, size) }

  func protect() throws(HostError) {
    if mprotect(start, size, PROT_READ) != 0 { throw .memory(errno: errno) }
  }
}

/// The NULL-terminated array of `LV2_Feature` pointers, with the structs and their strings.
struct FeatureArray: ~Copyable {
  private let pages: Pages

  /// The argument of instantiate().
  let pointers: HostFeatures.Array

  /// - Parameter readOnly: whether the array, the structs and the strings are read-only.
  init(_ features: [(uri: String, data: UnsafeMutableRawPointer?)], readOnly: Bool) throws(HostError) {
    let pointersSize = (features.count + 1) * MemoryLayout<UnsafePointer<LV2_Feature>?>.stride
    let structsSize = features.count * MemoryLayout<LV2_Feature>.stride
    let stringsSize = features.reduce(0) { $0 + $1.uri.utf8.count + 1 }
    let pages = try Pages(size: pointersSize + structsSize + stringsSize)
    let memory = pages.start
    let pointers = memory.bindMemory(to: UnsafePointer<LV2_Feature>?.self, capacity: features.count + 1)
    let structs = (memory + pointersSize).bindMemory(to: LV2_Feature.self, capacity: features.count)
    var string = (memory + pointersSize + structsSize).bindMemory(to: CChar.self, capacity: stringsSize)
    for (index, feature) in features.enumerated() {
      strcpy(string, feature.uri)
      structs[index] = LV2_Feature(URI: string, data: feature.data)
      pointers[index] = UnsafePointer(structs + index)
      string += feature.uri.utf8.count + 1
    }
    pointers[features.count] = nil
    if readOnly { try pages.protect() }
    self.pages = pages
    self.pointers = UnsafePointer(pointers)
  }
}

/// The array of the `opts:options` feature, with the values of the options.
struct OptionsArray: ~Copyable {
  private let pages: Pages

  /// Zero-terminated.
  let pointer: UnsafeMutablePointer<LV2_Options_Option>

  init(_ configuration: HostConfiguration, map: URIDMap) throws(HostError) {
    func integer(_ key: String, _ value: Int) -> (key: String, type: String, bits: UInt32) {
      (key, URI.Atom.int, UInt32(bitPattern: Int32(value)))
    }
    let usual = [
      integer(URI.BufSize.minBlockLength, configuration.minimumBlockLength),
      integer(URI.BufSize.maxBlockLength, configuration.maximumBlockLength),
      integer(URI.BufSize.nominalBlockLength, configuration.nominalBlockLength),
      integer(URI.BufSize.sequenceSize, configuration.sequenceSize),
      (URI.Parameters.sampleRate, URI.Atom.float, Float(configuration.sampleRate).bitPattern),
    ]
    let unknown = [integer("urn:lv2val:no-such-option", 1), integer("urn:lv2val:another-unknown-option", 2)]
    let options: [(key: String, type: String, bits: UInt32)] =
      switch configuration.optionOrder {
      case .usual: usual
      case .reversed: Array(usual.reversed())
      case .beforeUnknown: usual + unknown
      case .afterUnknown: unknown + usual.reversed()
      }
    let arraySize = (options.count + 1) * MemoryLayout<LV2_Options_Option>.stride
    let pages = try Pages(size: arraySize + 4 * options.count)
    let array = pages.start.bindMemory(to: LV2_Options_Option.self, capacity: options.count + 1)
    for (index, option) in options.enumerated() {
      let value = pages.start + arraySize + 4 * index
      value.storeBytes(of: option.bits, as: UInt32.self)
      array[index] = LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: map.id(of: option.key), size: 4, type: map.id(of: option.type),
        value: value)
    }
    array[options.count] = LV2_Options_Option()
    if configuration.readOnlyOptions { try pages.protect() }
    self.pages = pages
    pointer = array
  }
}
