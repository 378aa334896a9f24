import CLV2

extension Instance where E: ~Copyable {
  // MARK: Memory

  /// Initializes the memory for the extensions that the effect uses.
  func initializeExtensions(_ setup: Setup, _ features: Features) {
    header.options?.initialize(to: OptionChange(features, setup))
    header.work?.initialize(
      to: WorkState(setup, features, jobSize: MemoryLayout<E.Job>.size, textCount: Self.textCount))
    guard let properties = header.properties, let uri = header.plugin.pointee.descriptor.URI else { return }
    properties.initialize(to: PropertyState(features, plugin: uri))
    var index = 0
    while let property = E.Property(rawValue: index) {
      properties.pointee.append(property.declaration, features, plugin: uri)
      index += 1
    }
  }

  /// The number of properties up to the last one that is a text or a file.
  private static var textCount: Int {
    var (count, index) = (0, 0)
    while let property = E.Property(rawValue: index) {
      index += 1
      if property.declaration.kind != .control { count = index }
    }
    return count
  }

  /// Frees what waits for the audio thread or the worker.
  func deallocateWork() {
    guard let work = header.work else { return }
    Self.freeAll(work.pointee.incoming)
    Self.freeAll(work.pointee.outgoing)
    work.pointee.deallocate()
    work.deallocate()
    header.properties?.pointee.deallocate()
    header.properties?.deallocate()
  }

  // MARK: On the audio thread

  /// Takes the deliveries and the changed values of other threads, before a cycle.
  @inline(__always)
  mutating func takeDeliveries() {
    guard let work = header.work else { return }
    if work.pointee.incoming.hasNodes() { exchangeResources(work) }
    work.pointee.sendWaiting()
    if E.hasProperties { takeRestoredValues() }
  }

  @inline(never)
  private mutating func exchangeResources(_ work: UnsafeMutablePointer<WorkState>) {
    var last = work.pointee.incoming.takeAll()
    // The list begins with the newest delivery.
    var first: UnsafeMutableRawPointer?
    while let node = last {
      let delivery = node.assumingMemoryBound(to: Delivery<E.Resource>.self)
      last = delivery.pointee.next
      delivery.pointee.next = first
      first = node
    }
    while let node = first {
      let delivery = node.assumingMemoryBound(to: Delivery<E.Resource>.self)
      first = delivery.pointee.next
      if let resource = delivery.pointee.resource { delivery.pointee.resource = effect.exchange(resource) }
      if let property = delivery.pointee.property {
        delivery.pointee.text = header.properties?.pointee.exchange(delivery.pointee.text, of: property)
      }
      work.pointee.collect(node)
    }
  }

  /// Sends the next job of the effect to the worker, after a cycle.
  @inline(__always)
  mutating func scheduleJob() {
    guard let work = header.work, work.pointee.isReady(), let job = effect.nextJob() else { return }
    work.pointee.schedule(job)
  }

  // MARK: On other threads

  /// The work() of the worker interface.
  static func work(_ handle: UnsafeMutableRawPointer, _ size: UInt32, _ data: UnsafeRawPointer?) {
    guard let data, Int(size) >= WorkState.headerSize else { return }
    let header = data.loadUnaligned(as: WorkState.Header.self)
    let body = data + WorkState.headerSize
    let work = Self.work(of: handle)
    switch header.kind {
    case .collect: freeAll(work.pointee.outgoing)
    case .text: setText(handle, Int(header.property), body.assumingMemoryBound(to: CChar.self))
    case .job:
      guard let resource = E.perform(body.loadUnaligned(as: E.Job.self), work.pointee.setup) else { return }
      deliver(Delivery(property: nil, resource: resource), work)
    }
  }

  /// Loads the text or the file of a property, and delivers it to the audio thread. An empty text that replaces an empty
  /// one has no effect.
  static func setText(_ handle: UnsafeMutableRawPointer, _ index: Int, _ text: UnsafePointer<CChar>) {
    let header = handle.assumingMemoryBound(to: Header.self)
    guard let property = E.Property(rawValue: index), let properties = header.pointee.properties else { return }
    let work = Self.work(of: handle)
    // Texts arrive at the audio thread in the order in which they are saved.
    pthread_mutex_lock(work.pointee.lock)
    defer { pthread_mutex_unlock(work.pointee.lock) }
    if text.pointee == 0 && properties.pointee[index].saved?.characters.pointee ?? 0 == 0 { return }
    properties.pointee.replaceSaved(OwnedText(copying: text), of: index)
    deliver(
      Delivery(
        property: index, text: OwnedText(copying: text), resource: E.load(property, text, work.pointee.setup)), work)
  }

  private static func deliver(_ delivery: Delivery<E.Resource>, _ work: UnsafeMutablePointer<WorkState>) {
    let node = UnsafeMutablePointer<Delivery<E.Resource>>.allocate(capacity: 1)
    node.initialize(to: delivery)
    work.pointee.incoming.push(node)
  }

  /// Frees the deliveries of a list, with their texts and resources.
  static func freeAll(_ list: AtomicList) {
    var next = list.takeAll()
    while let node = next {
      let delivery = node.assumingMemoryBound(to: Delivery<E.Resource>.self)
      next = delivery.pointee.next
      delivery.pointee.text?.deallocate()
      if let resource = delivery.pointee.resource { E.free(resource) }
      delivery.deallocate()
    }
  }

  static func work(of handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<WorkState> {
    // Every instance whose plug-in has the worker interface has the state.
    handle.assumingMemoryBound(to: Header.self).pointee.work.unsafelyUnwrapped
  }
}
