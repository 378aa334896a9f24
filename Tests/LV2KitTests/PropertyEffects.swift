import LV2Kit
import Synchronization

/// Outputs the value of the resource that it last received, times its gain: a text counts its bytes, and a job squares.
struct Recorder: ~Copyable, Effect {
  enum Property: Int, PropertySet {
    case gain, count, invert, title, file
    var declaration: LV2Kit.Property {
      switch self {
      case .gain: .control(.input("gain", "Gain", 0...4, initial: 1, comment: "The gain."))
      case .count: .control(.integer("count", "Count", 1...9, initial: 3, comment: "The number of cycles for a job."))
      case .invert: .control(.toggle("invert", "Invert", initial: false, comment: "Inverts the output."))
      case .title: .text("title", "Title", comment: "A text.")
      case .file: .file("file", "File", comment: "A file.")
      }
    }
  }

  struct Job: BitwiseCopyable { let number: Int }

  /// A value in memory of its own.
  struct Resource: BitwiseCopyable {
    /// The number of resources that exist.
    static let count = Mutex(0)

    let value: UnsafeMutablePointer<Float>

    init(_ value: Float) {
      Self.count.withLock { $0 += 1 }
      self.value = .allocate(capacity: 1)
      self.value.pointee = value
    }
  }

  static var followsOptions: Bool { true }

  private let rate: Double
  private var resource: Resource?
  private var gain: Float = .nan
  private var invert: Float = .nan
  private var cycles = 0

  init(_ setup: Setup) { rate = setup.rate }
  deinit { if let resource { Self.free(resource) } }

  mutating func reset() {}

  mutating func set(_ property: Property, to value: Float) {
    switch property {
    case .gain: gain = value
    case .invert: invert = value
    case .count, .title, .file: break
    }
  }

  static func load(_ property: Property, _ text: UnsafePointer<CChar>, _ setup: Setup) -> Resource? {
    let text = String(cString: text)
    return text == "missing" ? nil : Resource(Float(text.utf8.count + (property == .file ? 1000 : 0)))
  }

  mutating func nextJob() -> Job? {
    cycles += 1
    return cycles == 10 ? Job(number: 7) : nil
  }

  static func perform(_ job: Job, _ setup: Setup) -> Resource? { Resource(Float(job.number * job.number)) }

  mutating func exchange(_ new: Resource) -> Resource? {
    let old = resource
    resource = new
    return old
  }

  static func free(_ resource: Resource) {
    resource.value.deallocate()
    Resource.count.withLock { $0 -= 1 }
  }

  mutating func run(_ block: Block<NoControls>) {
    let value = (invert > 0 ? -1 : 1) * gain * (resource?.value.pointee ?? Float(rate))
    for frame in 0..<block.frames { block.output(0)[frame] = value }
  }
}

extension Recorder { static var document: EffectDocument { .test } }
