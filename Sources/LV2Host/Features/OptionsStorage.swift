import CLV2
import Glibc

/// The `opts:options` array and the values it points to, on one page of its own.
struct OptionsStorage: ~Copyable {
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
  private let page: UnsafeMutableRawPointer

  /// The zero-terminated array.
  let array: UnsafeMutablePointer<LV2_Options_Option>

  /// - Throws: `HostError.memory`.
  init(_ configuration: HostConfiguration, map: URIDMap) throws(HostError) {
    let size = Self.pageSize
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { throw .memory(errno: errno) }
    let integers: [(String, Int)] = [
      (URI.BufSize.minBlockLength, configuration.minimumBlockLength),
      (URI.BufSize.maxBlockLength, configuration.maximumBlockLength),
      (URI.BufSize.nominalBlockLength, configuration.nominalBlockLength),
      (URI.BufSize.sequenceSize, configuration.sequenceSize),
    ]
    let array = memory.bindMemory(to: LV2_Options_Option.self, capacity: integers.count + 2)
    let values = memory + (integers.count + 2) * MemoryLayout<LV2_Options_Option>.stride
    func option(_ key: String, _ type: String, _ value: UnsafeMutableRawPointer) -> LV2_Options_Option {
      LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: map.id(of: key), size: 4, type: map.id(of: type), value: value)
    }
    for (index, (key, value)) in integers.enumerated() {
      let place = values + 4 * index
      place.storeBytes(of: Int32(value), as: Int32.self)
      array[index] = option(key, URI.Atom.int, place)
    }
    let place = values + 4 * integers.count
    place.storeBytes(of: Float(configuration.sampleRate), as: Float.self)
    array[integers.count] = option(URI.Parameters.sampleRate, URI.Atom.float, place)
    array[integers.count + 1] = LV2_Options_Option()
    if configuration.readOnlyOptions, mprotect(memory, size, PROT_READ) != 0 { throw .memory(errno: errno) }
    page = memory
    self.array = array
  }

  deinit { munmap(page, Self.pageSize) }
}
