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
    var property: UInt32 = 0
    /// The number of bytes after the header.
    var length: UInt32 = 0
  }

  var setup: Setup
  let incoming: AtomicList
  let outgoing: AtomicList
  /// Serializes the threads that set texts or save them; the audio thread never locks it.
  let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?
  /// The message with the last job. Those with the last text for each property follow it.
  private let messages: UnsafeMutableRawPointer
  private let textCount: Int
  /// The place of the first text in `messages`.
  private let firstText: Int
  /// Whether the host has yet to accept the job.
  private var isJobWaiting = false
  /// The bits of the properties with a text that the host has yet to accept.
  private var waitingTexts: UInt32 = 0
  /// Whether the host has yet to accept the request to free the outgoing deliveries.
  private var isCollectionWaiting = false

  static var headerSize: Int { MemoryLayout<Header>.size }
  /// The size of a message with a text, in bytes.
  private static var textSize: Int { headerSize + Limits.textLength + 1 }

  /// - Parameters:
  ///   - jobSize: the size of a job in bytes.
  ///   - textCount: the number of properties up to the last one with a text.
  init(_ setup: Setup, _ features: Features, jobSize: Int, textCount: Int) {
    self.setup = setup
    schedule = features.schedule
    let heads = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 2)
    heads.initialize(repeating: nil, count: 2)
    incoming = AtomicList(head: heads)
    outgoing = AtomicList(head: heads + 1)
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    self.textCount = textCount
    firstText = Self.headerSize + jobSize
    messages = .allocate(byteCount: firstText + textCount * Self.textSize, alignment: 16)
  }

  /// Frees the memory except that of deliveries.
  func deallocate() {
    incoming.head.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
    messages.deallocate()
  }

  // MARK: Messages of the audio thread

  /// Sends what the host has refused before, except for a job: texts, and the request to free the outgoing deliveries.
  @inline(__always)
  mutating func sendWaiting() {
    if waitingTexts != 0 { sendTexts() }
    if isCollectionWaiting { sendCollection() }
  }

  /// Adds a delivery to the outgoing ones. The worker takes all of them at once, so that only the first one needs a message.
  mutating func collect(_ node: UnsafeMutableRawPointer) {
    if outgoing.push(node) { isCollectionWaiting = true }
  }

  @inline(never)
  private mutating func sendCollection() {
    let header = Header(kind: .collect)
    isCollectionWaiting = !withUnsafeBytes(of: header) { send($0.baseAddress.unsafelyUnwrapped) }
  }

  /// Sends a text to the worker. It replaces a text for the same property that the host has yet to accept.
  ///
  /// - Parameter text: at most `Limits.textLength` bytes.
  mutating func schedule(_ text: UnsafeRawBufferPointer, for property: Int) {
    guard schedule != nil, property < textCount else { return }
    let message = messages + firstText + property * Self.textSize
    let header = Header(kind: .text, property: UInt32(property), length: UInt32(text.count + 1))
    message.storeBytes(of: header, as: Header.self)
    for index in 0..<text.count {
      message.storeBytes(of: text[index], toByteOffset: Self.headerSize + index, as: UInt8.self)
    }
    message.storeBytes(of: 0, toByteOffset: Self.headerSize + text.count, as: UInt8.self)
    waitingTexts |= 1 << UInt32(property)
    sendTexts()
  }

  @inline(never)
  private mutating func sendTexts() {
    for property in 0..<textCount where waitingTexts & 1 << UInt32(property) != 0 {
      if send(messages + firstText + property * Self.textSize) { waitingTexts &= ~(1 << UInt32(property)) }
    }
  }

  /// Whether the next job can be sent. A job that the host has refused is sent again first.
  mutating func isReady() -> Bool {
    if isJobWaiting { isJobWaiting = !send(messages) }
    return !isJobWaiting && schedule != nil
  }

  /// Sends a job to the worker.
  mutating func schedule<Job: BitwiseCopyable>(_ job: Job) {
    let header = Header(kind: .job, length: UInt32(MemoryLayout<Job>.size))
    messages.storeBytes(of: header, as: Header.self)
    messages.storeBytes(of: job, toByteOffset: Self.headerSize, as: Job.self)
    isJobWaiting = !send(messages)
  }

  /// Sends a message to the worker. Returns false if the host refuses it.
  private func send(_ message: UnsafeRawPointer) -> Bool {
    guard let schedule else { return false }
    return schedule.send(message, size: Self.headerSize + Int(message.loadUnaligned(as: Header.self).length))
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
