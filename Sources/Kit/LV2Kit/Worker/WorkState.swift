import CLV2

/// What the worker thread made for the audio thread: a resource, and the text from which it was made.
///
/// The first member links the deliveries of a list.
struct Delivery<Resource: BitwiseCopyable> {
  var next: UnsafeMutableRawPointer?
  /// The index of the property with this text, or nil for the result of a job.
  let property: Int?
  var text: OwnedText?
  var resource: Resource?
}

/// The exchange between the audio thread of an instance and its other threads: the worker, and restore().
///
/// Other threads add deliveries to the list `incoming`. The audio thread takes all of them, and returns what it replaced
/// in the list `outgoing`, which the worker frees. Neither waits for the other.
///
/// SAFETY: the memory exists until `deallocate()`. The host keeps its feature valid until cleanup().
struct WorkState {
  /// A message to the worker thread. A job or a text follows it.
  struct Header {
    enum Kind: UInt32 {
      /// Free the outgoing deliveries.
      case collect
      /// A text for a property follows.
      case text
      case job
    }

    let kind: Kind
    let property: UInt32
  }

  var setup: Setup
  let incoming: AtomicList
  let outgoing: AtomicList
  /// Serializes the threads that set texts or save them; the audio thread never locks it.
  let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?
  private let message: UnsafeMutableRawPointer
  /// The size of a job in `message` that the host has refused, or 0.
  private var refusedSize = 0

  static var headerSize: Int { MemoryLayout<Header>.size }

  /// - Parameter jobSize: the size of a job in bytes.
  init(_ setup: Setup, _ features: Features, jobSize: Int) {
    self.setup = setup
    schedule = features.schedule
    let heads = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 2)
    heads.initialize(repeating: nil, count: 2)
    incoming = AtomicList(head: heads)
    outgoing = AtomicList(head: heads + 1)
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    message = .allocate(byteCount: Self.headerSize + max(jobSize, Limits.textLength + 1), alignment: 16)
  }

  /// Frees the memory except that of deliveries.
  func deallocate() {
    incoming.head.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
    message.deallocate()
  }

  // MARK: Messages of the audio thread

  /// Asks the worker to free the outgoing deliveries, if there are any.
  mutating func scheduleCollection() {
    guard refusedSize == 0, outgoing.hasNodes() else { return }
    write(.collect)
    _ = send(Self.headerSize)
  }

  /// Sends a text to the worker.
  ///
  /// - Parameter text: at most `Limits.textLength` bytes.
  mutating func schedule(_ text: UnsafeRawBufferPointer, for property: Int) {
    guard refusedSize == 0 else { return }
    write(.text, property: property)
    for index in 0..<text.count {
      message.storeBytes(of: text[index], toByteOffset: Self.headerSize + index, as: UInt8.self)
    }
    message.storeBytes(of: 0, toByteOffset: Self.headerSize + text.count, as: UInt8.self)
    _ = send(Self.headerSize + text.count + 1)
  }

  /// Whether the next job can be sent. A job that the host has refused is sent again first.
  mutating func isReady() -> Bool {
    if refusedSize > 0, send(refusedSize) { refusedSize = 0 }
    return refusedSize == 0 && schedule != nil
  }

  /// Sends a job to the worker.
  mutating func schedule<Job: BitwiseCopyable>(_ job: Job) {
    write(.job)
    message.storeBytes(of: job, toByteOffset: Self.headerSize, as: Job.self)
    let size = Self.headerSize + MemoryLayout<Job>.size
    refusedSize = send(size) ? 0 : size
  }

  private func write(_ kind: Header.Kind, property: Int = 0) {
    message.storeBytes(of: Header(kind: kind, property: UInt32(property)), as: Header.self)
  }

  private func send(_ size: Int) -> Bool {
    guard let schedule else { return false }
    return schedule.send(message, size: size)
  }
}

/// A C string in memory of its own, which is created and freed outside the audio thread.
struct OwnedText: BitwiseCopyable {
  let characters: UnsafeMutablePointer<CChar>
  /// The number of bytes with the 0 at the end.
  let size: Int

  init(copying text: UnsafePointer<CChar>) {
    size = strlen(text) + 1
    characters = .allocate(capacity: size)
    characters.initialize(from: text, count: size)
  }

  func deallocate() { characters.deallocate() }
}
