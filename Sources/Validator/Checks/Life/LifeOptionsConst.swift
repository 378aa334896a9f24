import CLV2
import LV2Host
import Model
import Support
import TestHost

enum LifeOptionsConst: PluginCheck {
  enum Message: MessageKind {
    case output, order, several

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .error,
          rule: Rule(
            "opts:interface is an interface for dynamically setting and getting options, intended for use by the host for "
              + "configuring plug-ins", source: "options.meta.ttl: opts:interface"),
          remedy: "Allocate and compute again in set() of opts:interface what depends on {the option}.")
      case .order:
        MessageText(
          .error, rule: LifeOptionsConst.allOptions,
          remedy:
            "Read the array of options in instantiate() up to the element whose key is 0, and compare the key of each.")
      case .several:
        MessageText(
          .error, rule: LifeOptionsConst.allOptions,
          remedy: "Process all options in {get()} of opts:interface, up to the element whose key is 0.")
      }
    }
  }

  fileprivate static let allOptions = Rule(
    "The options are \"an array of LV2_Options_Option terminated by an element with both key and value set to zero\"; the "
      + "instance should \"scan the array for any options of interest\"", source: "options.meta.ttl: opts:options")

  static let id: CheckID = "life.options-const"
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "The instance MUST NOT modify the options array in any way; opts:interface is an interface for dynamically "
          + "setting and getting options", source: "options.meta.ttl: opts:options, opts:interface"),
      remedy: "Copy the features and options that the plug-in changes. In set() of opts:interface, allocate again what "
        + "depends on the option."))
  static let text = CheckText(
    asserts:
      "The plug-in does not write to the features and options that instantiate() receives, reads them in any order, and "
      + "accepts other values of the options that it supports.",
    method:
      "Passes features and options to instantiate() in read-only pages. A write crashes, which is an error. If the "
      + "plug-in has opts:interface, gets and sets the block lengths and the sample rate between blocks of noise. Every "
      + "output sample must be finite. Compares instances that received the options in several orders.",
    details:
      "In two other orders, the options are reversed, and follow unknown ones: the success of instantiate(), the size of "
      + "the heap memory that it allocates and the output for noise must be the same. If the plug-in supports several "
      + "options, get() of two must fill both, and set() of two must set both. "
      + "Only options that the plug-in lists as opts:supportedOption or opts:requiredOption are used. After a change "
      + "of the maximum, no block is longer.",
    level: CheckLevel(4, "A host that keeps options in read-only memory crashes."))

  private static let block = 1024

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(context, \.readOnlyOptions, true)
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    return try .findings {
      try changeFinding(context)
      try OptionOrders.orderFinding(context)
      try OptionOrders.severalFinding(context)
    }
  }

  /// A value of an option, and the length of the blocks with which it is valid.
  private struct Change {
    let key: String
    let type: String
    let bits: UInt32
    let frames: Int

    /// The option in a message.
    var name: String { type == URI.Atom.int ? Vocabulary.short(key) : "the sample rate" }
    /// The value in a message.
    var value: String {
      type == URI.Atom.int ? Int(bits).counted("frame") : "\(Int(Float(bitPattern: bits))) Hz"
    }

    /// - Parameter value: in frames.
    init(_ key: String, _ value: Int) {
      (self.key, type, bits, frames) = (key, URI.Atom.int, UInt32(value), value)
    }

    init(rate: Double) {
      (key, type, bits, frames) = (URI.Parameters.sampleRate, URI.Atom.float, Float(rate).bitPattern, block)
    }
  }

  /// Sets options between blocks as a host does that changes its block length or its sample rate.
  private static func changeFinding(_ context: PluginContext) throws -> Finding? {
    let options = context.plugin.supportedOptions.union(context.plugin.requiredOptions)
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = block }
    let instance = try context.activeInstance(setup)
    guard context.plugin.extensionData.contains(URI.Options.interface),
      let data = instance.hosted.extensionData(URI.Options.interface)
    else { return nil }
    let interface = data.load(as: LV2_Options_Interface.self)
    let lengths = [
      Change(URI.BufSize.nominalBlockLength, block / 4), Change(URI.BufSize.maxBlockLength, block / 2),
      Change(URI.BufSize.maxBlockLength, block), Change(URI.BufSize.nominalBlockLength, block),
    ]
    let rates = [Change(rate: 2 * context.rate), Change(rate: context.rate)]
    guard instance.play(context.noise, frames: 4 * block).firstNonfinite == nil else { return nil }
    for change in (context.plugin.requiresOneBlockLength ? [] : lengths) + rates where options.contains(change.key) {
      CrashRecord.note(activity: "set() of opts:interface changes \(change.name) to \(change.value)")
      apply(change, to: instance, interface)
      if let place = instance.play(context.noise, frames: 4 * block, blocks: [change.frames]).firstNonfinite {
        return outputFinding(
          .output, place.port, context,
          "is \(place.value.text) after set() of opts:interface changed \(change.name) to \(change.value); expected "
            + "finite samples.", naming: [change.name])
      }
    }
    return nil
  }

  private static func apply(_ change: Change, to instance: InstanceUnderTest, _ interface: LV2_Options_Interface) {
    let map = InstanceUnderTest.map
    var value = change.bits
    withUnsafePointer(to: &value) { value in
      var options = [LV2_Options_Option(), LV2_Options_Option()]
      (options[0].context, options[0].key) = (LV2_OPTIONS_INSTANCE, map.id(of: change.key))
      options[0].type = map.id(of: change.type)
      if let get = interface.get {
        _ = instance.watched("get") { get(instance.hosted.handle, &options) }
      }
      (options[0].size, options[0].value) = (4, UnsafeRawPointer(value))
      if let set = interface.set {
        _ = instance.watched("set") { set(instance.hosted.handle, options) }
      }
    }
  }
}
