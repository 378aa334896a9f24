import CLV2
import Glibc

/// A NULL-terminated array of `LV2_Feature` pointers with the strings it needs, on pages of its own.
struct FeatureArray: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private let size: Int

  /// What `instantiate` receives.
  let pointers: HostFeatures.Array

  /// - Parameter readOnly: takes away the right to write to the array, the structs and the strings.
  /// - Throws: `HostError.memory`.
  init(_ features: [(uri: String, data: UnsafeMutableRawPointer?)], readOnly: Bool) throws(HostError) {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    let pointersSize = (features.count + 1) * MemoryLayout<UnsafePointer<LV2_Feature>?>.stride
    let structsSize = features.count * MemoryLayout<LV2_Feature>.stride
    let stringsSize = features.reduce(0) { $0 + $1.uri.utf8.count + 1 }
    let size = (pointersSize + structsSize + stringsSize + pageSize - 1) / pageSize * pageSize
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { throw .memory(errno: errno) }
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
    if readOnly, mprotect(memory, size, PROT_READ) != 0 { throw .memory(errno: errno) }
    self.memory = memory
    self.size = size
    self.pointers = UnsafePointer(pointers)
  }

  deinit { munmap(memory, size) }
}
