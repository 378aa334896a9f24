#if hasFeature(Embedded)
  /// A requirement of ``Effect`` outside Embedded Swift only: the library contains no documents.
  public protocol Documented: ~Copyable {}
#else
  /// An effect with names, descriptions and presets for the Turtle files. The compiled library does not contain them.
  public protocol Documented: ~Copyable {
    static var document: EffectDocument { get }
  }

  /// The names, description and presets of an effect.
  public struct EffectDocument: Sendable {
    public internal(set) var project: ProjectDocument
    /// The name of the effect's Turtle file without ".ttl": lower case, with hyphens.
    public let file: String
    /// The name of the plug-in without its layout.
    public let name: String
    public let pluginClass: PluginClass
    /// A description of a few sentences, for the user of the plug-in.
    public let comment: String
    public let presets: [Preset]
    /// The longest time in seconds for which the effect sounds after its input has become silent; nil if it is not known.
    /// Hosts of CLAP then process the effect all the time.
    public let tail: Double?
    let location: SourceLocation

    /// Creates a document; ``Effect/preset(_:_:file:line:)-(_,KeyValuePairs<Self.Port,Float>,_,_)`` makes the factory presets.
    public init(
      project: ProjectDocument, file: String, name: String, pluginClass: PluginClass, comment: String,
      presets: [Preset] = [], tail: Double? = nil, sourceFile: StaticString = #filePath, line: Int = #line
    ) {
      location = SourceLocation(file: sourceFile, line: line)
      self.project = project
      self.file = file
      self.name = name
      self.pluginClass = pluginClass
      self.comment = comment
      self.presets = presets
      self.tail = tail
    }
  }

  /// The description of one plug-in: an effect in one layout.
  public struct PluginDocument: Sendable {
    public internal(set) var uri: String
    public let layout: Layout
    public internal(set) var effect: EffectDocument
    /// The declared control and CV ports in the order of their indices, without lv2:enabled.
    public let controls: [ControlPort]
    public let reportsLatency: Bool
    public let events: EventKinds
    public let properties: [Property]
    /// Whether the effect has jobs for the worker thread.
    public let hasJobs: Bool
    public let followsOptions: Bool
    /// The URI of the user interface in the library of the interfaces, or nil.
    public internal(set) var interface: String?
    /// The name of a job type without bytes, which cannot be told from the type of an effect without jobs.
    let emptyJob: String?
    /// The line of the table of plug-ins.
    let location: SourceLocation?
    /// Whether the effect has no other layout in the library.
    var isOnlyLayout = false

    init(
      uri: String, layout: Layout, effect: EffectDocument, controls: [ControlPort], reportsLatency: Bool = false,
      events: EventKinds = EventKinds(), properties: [Property] = [], hasJobs: Bool = false,
      followsOptions: Bool = false, interface: String? = nil, emptyJob: String? = nil,
      location: SourceLocation? = nil
    ) {
      self.location = location
      self.uri = uri
      self.layout = layout
      self.effect = effect
      self.controls = controls
      self.reportsLatency = reportsLatency
      self.events = events
      self.properties = properties
      self.hasJobs = hasJobs
      self.followsOptions = followsOptions
      self.interface = interface
      self.emptyJob = emptyJob
    }
  }

  extension PluginDocument {
    init<E: Effect & ~Copyable>(_ uri: String, _: E.Type, _ layout: Layout, _ location: SourceLocation? = nil) {
      self.init(
        uri: uri, layout: layout, effect: E.document,
        controls: (0..<E.Port.count).compactMap { E.Port(rawValue: $0)?.declaration },
        reportsLatency: E.reportsLatency, events: E.events,
        properties: (0...).lazy.map(E.Property.init(rawValue:)).prefix { $0 != nil }.compactMap { $0?.declaration },
        hasJobs: E.hasJobs, followsOptions: E.followsOptions,
        interface: E.interface?.description,
        emptyJob: E.Job.self != NoJob.self && !E.hasJobs ? "\(E.Job.self)" : nil, location: location)
    }
  }
#endif
