import Model

extension PresetValid.Message {
  var text: MessageText {
    switch self {
    case .target:
      MessageText(
        .warning, rule: .target, remedy: "Replace <{misspelled}> by <{uri}> in the lv2:appliesTo of the preset.")
    case .unreadable:
      MessageText(
        .warning, rule: .unreadable,
        remedy: "Write '<#preset>' or another URI instead of '[]' as the subject of {the preset}.")
    case .label:
      MessageText(
        .warning, rule: .label, remedy: "Write 'rdfs:label \"Name\"' without a language tag at <{the preset}>.")
    case .unknownPort:
      MessageText(
        .warning, rule: .unknownPort,
        remedy: "Replace the symbol '{volume}' in {the preset} by that of a port, or remove this port from it.")
    case .outOfRange:
      MessageText(
        .warning, rule: .outOfRange,
        remedy:
          "Set '{gain}' in {the preset} to a value from {0.0 to 2.0}, or change lv2:minimum or lv2:maximum of the port "
          + "if the plug-in accepts {11.0}.")
    case .symbolMissing:
      MessageText(
        .warning, rule: .ports, remedy: "Write the lv2:symbol of the port instead of its lv2:index in {the preset}.")
    case .valueMissing:
      MessageText(
        .warning, rule: .ports,
        remedy: "Write 'pset:value' at port '{gain}' in {the preset}, or remove this port from it.")
    case .notANumber:
      MessageText(
        .warning, rule: .notANumber,
        remedy: "Write the pset:value of '{gain}' in {the preset} as a number without quotation marks.")
    case .fileNotFound:
      MessageText(
        .warning, rule: .fileNotFound,
        remedy: "Put {the file} into the bundle, or correct the path in the state of {the preset}.")
    case .output:
      MessageText(
        .warning, rule: .output,
        remedy:
          "Limit in run() the values from which {the output} becomes NaN or infinite, and change the values of {the "
          + "preset} if they are not intended.")
    case .defaultStateMissing:
      MessageText(
        .warning, rule: .defaultStateMissing,
        remedy: "Write 'state:state [ ... ]' with the default state at the plug-in, or remove state:loadDefaultState."
      )
    case .unrequestedKey:
      MessageText(
        .warning, rule: .unrequestedKey,
        remedy: "Replace the key <{key}> in the state of {the preset} by one that restore() requests.")
    }
  }
}

extension Rule {
  fileprivate static let target = Rule(
    "A Preset SHOULD have at least one lv2:appliesTo, by which the host associates it with the correct plug-in",
    source: "presets.meta.ttl: pset:Preset; lv2core.meta.ttl: lv2:appliesTo")
  fileprivate static let unreadable = Rule(
    "The manifest.ttl of a bundle containing presets should list them by their URIs, as in 'eg:mypreset a pset:Preset'",
    source: "presets.meta.ttl: LV2 Presets")
  fileprivate static let label = Rule(
    "A Preset MUST have at least one string rdfs:label",
    source: "presets.ttl: pset:Preset, restriction on rdfs:label")
  fileprivate static let unknownPort = Rule(
    "Persistent references to ports (for example in presets or save files) MUST use the symbol",
    source: "lv2core.meta.ttl: lv2:Port")
  fileprivate static let outOfRange = Rule(
    "pset:value is used in a similar way to lv2:default; lv2:minimum and lv2:maximum are the minimum and maximum "
      + "values for the control",
    source: "presets.meta.ttl: pset:value; lv2core.ttl: lv2:minimum, lv2:maximum")
  fileprivate static let notANumber = Rule(
    "pset:value is the value of a port in a preset; a control port is connected to a single float",
    source: "presets.ttl: pset:value; lv2core.ttl: lv2:ControlPort")
  fileprivate static let fileNotFound = Rule(
    "Paths to files in the same bundle may be cleanly written in Turtle files as a relative URI; the host passes the "
      + "absolute path of the file to restore()",
    source: "atom.meta.ttl: atom:Path; state.meta.ttl: state:mapPath")
  fileprivate static let output = Rule(
    "The plug-in is required to gracefully accept all values in the range of a port's data type",
    source: "lv2core.meta.ttl: lv2:minimum, lv2:maximum")
  fileprivate static let defaultStateMissing = Rule(
    "state:loadDefaultState indicates that the plug-in has default state listed with the state:state property",
    source: "state.meta.ttl: state:loadDefaultState")
  fileprivate static let unrequestedKey = Rule(
    "\"Get a value from a property-value map\": restore() receives a value only by the key that it passes to retrieve()",
    source: "lv2/state/state.h: LV2_State_Retrieve_Function; state.meta.ttl: state:state")
  fileprivate static let ports = Rule(
    "Each Port on a Preset MUST have at least a lv2:symbol property and a pset:value property",
    source: "presets.meta.ttl: pset:Preset")
}
