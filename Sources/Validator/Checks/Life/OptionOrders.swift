import CLV2
import LV2Host
import Model
import Support
import TestHost

/// Whether a plug-in reads all options of an array, in any order.
enum OptionOrders {
  private typealias Order = HostConfiguration.OptionOrder

  /// In frames: a length that is not a usual default of plug-ins.
  private static let blockLength = 1536

  // MARK: instantiate()

  /// What the options of an instance can have an effect on.
  private struct Effect: Equatable {
    /// Allocated by instantiate(); nil if that fails.
    let bytes: Int?
    let output: Recording?

    /// Whether the output is that of another effect with the same bits.
    func sounds(like other: Self) -> Bool {
      guard let output, let reference = other.output else { return (output == nil) == (other.output == nil) }
      return output.isIdentical(to: reference)
    }
  }

  static func orderFinding(_ context: PluginContext) throws -> Finding? {
    guard context.plugin.features.contains(URI.Options.options) else { return nil }
    CrashRecord.note(activity: "options in other orders")
    // The first instance can allocate what all share.
    _ = try effect(.usual, context)
    // A plug-in may copy the options: equal ones are compared.
    for (order, reference, name) in [
      (Order.reversed, Order.usual, "in reverse order"),
      (.afterUnknown, .beforeUnknown, "after two unknown options"),
    ] {
      let usual = try effect(reference, context)
      guard usual.bytes != nil, let difference = difference(of: try effect(order, context), from: usual),
        let again = Self.difference(of: try effect(order, context), from: usual), again == difference,
        Self.difference(of: try effect(reference, context), from: usual) == nil
      else { continue }
      return LifeOptionsConst.finding(
        .order, about: "instantiate()", "With the options \(name), \(difference); expected no effect of the order.",
        call: "instantiate()", seed: context.seed)
    }
    return nil
  }

  /// A clause; nil without a difference.
  private static func difference(of effect: Effect, from usual: Effect) -> String? {
    guard let bytes = effect.bytes else { return "instantiate() returns NULL" }
    if bytes != usual.bytes {
      return "instantiate() allocates \(bytes.counted("byte")) instead of \(usual.bytes ?? 0)"
    }
    return effect.sounds(like: usual) ? nil : "the output for noise differs"
  }

  private static func effect(_ order: Order, _ context: PluginContext) throws -> Effect {
    var setup = InstanceSetup(context, \.optionOrder, order)
    setup.blockLength = blockLength
    setup.nominalBlockLength = blockLength / 2
    let start = AllocationLedger.bytes
    guard let instance = try unlessNull({ try InstanceUnderTest(context, setup) }) else {
      return Effect(bytes: nil, output: nil)
    }
    let bytes = Int(AllocationLedger.bytes) - Int(start)
    instance.activate()
    return Effect(bytes: bytes, output: instance.play(context.noise, frames: 2 * blockLength))
  }

  // MARK: opts:interface

  /// An option and a value.
  private struct Option {
    let key: String
    let type: String
    var bits: UInt32
  }

  static func severalFinding(_ context: PluginContext) throws -> Finding? {
    let keys = context.plugin.supportedOptions.union(context.plugin.requiredOptions)
    let known = [
      Option(key: URI.BufSize.nominalBlockLength, type: URI.Atom.int, bits: 192),
      Option(key: URI.BufSize.maxBlockLength, type: URI.Atom.int, bits: 768),
      Option(key: URI.Parameters.sampleRate, type: URI.Atom.float, bits: Float(2 * context.rate).bitPattern),
    ].filter { keys.contains($0.key) }
    guard known.count > 1, !context.plugin.requiresOneBlockLength,
      context.plugin.extensionData.contains(URI.Options.interface)
    else { return nil }
    let options = Array(known.prefix(2))
    for order in [options, options.reversed()] {
      let names = order.map { Vocabulary.short($0.key) }.joined(separator: " and ")
      CrashRecord.note(activity: "get() and set() of opts:interface with \(names)")
      guard let (interface, instance) = try interface(context) else { return nil }
      if let get = interface.get {
        let single = order.map { values(of: [$0], get, instance)[0] }
        let both = values(of: order, get, instance)
        if let index = single.indices.first(where: { single[$0] != nil && both[$0] != single[$0] }) {
          return finding("get()", "does not fill \(Vocabulary.short(order[index].key))", names, context)
        }
        guard single.allSatisfy({ $0 != nil }), let set = interface.set else { continue }
        // An option that set() does not change alone is not compared.
        for option in order { apply([option], set, instance) }
        let expected = order.map { values(of: [$0], get, instance)[0] }
        guard let (_, other) = try Self.interface(context) else { return nil }
        apply(order, set, other)
        let actual = order.map { values(of: [$0], get, other)[0] }
        if let index = order.indices.first(where: { expected[$0] == order[$0].bits && actual[$0] != expected[$0] }) {
          return finding("set()", "does not set \(Vocabulary.short(order[index].key))", names, context)
        }
      }
    }
    return nil
  }

  private static func finding(_ call: String, _ fact: String, _ names: String, _ context: PluginContext) -> Finding {
    LifeOptionsConst.finding(
      .several, about: call, "\(call) of opts:interface for \(names) in one array \(fact); alone it does.",
      naming: [call], call: Call(call), seed: context.seed)
  }

  private static func interface(_ context: PluginContext) throws -> (LV2_Options_Interface, InstanceUnderTest)? {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard let data = instance.hosted.extensionData(URI.Options.interface) else { return nil }
    return (data.load(as: LV2_Options_Interface.self), instance)
  }

  /// The bits of the values that get() returns for options in one array; nil for an option without a value of 4 bytes.
  private static func values(
    of options: [Option], _ get: (LV2_Handle?, UnsafeMutablePointer<LV2_Options_Option>?) -> UInt32,
    _ instance: InstanceUnderTest
  ) -> [UInt32?] {
    let map = InstanceUnderTest.map
    var array = options.map { option in
      var entry = LV2_Options_Option()
      (entry.context, entry.key, entry.type) = (LV2_OPTIONS_INSTANCE, map.id(of: option.key), map.id(of: option.type))
      return entry
    }
    array.append(LV2_Options_Option())
    let status = instance.watched("get") { get(instance.hosted.handle, &array) }
    return array.dropLast().map { entry in
      guard status == LV2_OPTIONS_SUCCESS.rawValue, entry.size == 4 else { return nil }
      return entry.value?.loadUnaligned(as: UInt32.self)
    }
  }

  private static func apply(
    _ options: [Option], _ set: (LV2_Handle?, UnsafePointer<LV2_Options_Option>?) -> UInt32,
    _ instance: InstanceUnderTest
  ) {
    let map = InstanceUnderTest.map
    let bits = options.map(\.bits)
    bits.withUnsafeBufferPointer { bits in
      var array = options.enumerated().map { index, option in
        var entry = LV2_Options_Option()
        (entry.context, entry.key, entry.type) = (LV2_OPTIONS_INSTANCE, map.id(of: option.key), map.id(of: option.type))
        (entry.size, entry.value) = (4, UnsafeRawPointer(bits.baseAddress! + index))
        return entry
      }
      array.append(LV2_Options_Option())
      _ = instance.watched("set") { set(instance.hosted.handle, array) }
    }
  }
}
