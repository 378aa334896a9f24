import CCLAP
import LV2Kit

/// clap.params
enum ParameterExtension {
  nonisolated(unsafe) static var functions = clap_plugin_params(
    count: { plugin in UInt32(instance(plugin)?.pointee.values.count ?? 0) },
    get_info: { plugin, index, info in
      guard let plugin = instance(plugin)?.pointee.plugin, let info, index < plugin.pointee.parameter_count else {
        return false
      }
      ParameterExtension.describe(plugin.pointee.parameters[Int(index)], &info.pointee)
      return true
    },
    get_value: { plugin, id, value in
      guard let values = instance(plugin)?.pointee.values, let value, let index = values.index(of: id) else {
        return false
      }
      value.pointee = values.value(index)
      return true
    },
    value_to_text: { plugin, id, value, text, capacity in
      guard let parameter = ParameterExtension.parameter(plugin, id), let text, capacity > 0, value == value else {
        return false
      }
      parameter.text(of: Float(value)).copy(to: text, capacity: Int(capacity))
      return true
    },
    text_to_value: { plugin, id, text, value in
      guard let parameter = ParameterExtension.parameter(plugin, id), let text, let value,
        let number = parameter.value(of: text)
      else { return false }
      value.pointee = Double(number)
      return true
    },
    flush: { ClapCallbacks.flush($0, $1, $2) })

  private static func parameter(_ plugin: UnsafePointer<clap_plugin>?, _ id: clap_id) -> lv2kit_clap_parameter? {
    guard let instance = instance(plugin), let index = instance.pointee.values.index(of: id) else { return nil }
    return instance.pointee.plugin.pointee.parameters[index]
  }

  private static func describe(_ parameter: lv2kit_clap_parameter, _ info: inout clap_param_info) {
    info.id = parameter.id
    info.flags = parameter.flags
    info.cookie = nil
    info.min_value = parameter.minimum
    info.max_value = parameter.maximum
    info.default_value = parameter.initial
    ClapExtensions.copy(parameter.name, to: &info.name)
    ClapExtensions.copy(parameter.module, to: &info.module)
  }
}

extension lv2kit_clap_parameter {
  /// A value with its unit, or the label of a choice.
  func text(of value: Float) -> Text {
    let valid = control.sanitized(value)
    if let label = label(Int(valid)) { return Text(label) }
    guard Int(scale) == Int(LV2KIT_CLAP_STEPS) else { return Text(valid, of: control) }
    var text = Text()
    text.append(Int(valid))
    text.append(Text(step_label))
    return text
  }

  /// The value of a text that a user types, limited to the range; nil if it is not understood.
  func value(of characters: UnsafePointer<CChar>) -> Float? {
    let text = Text(characters)
    var index = 0
    while let label = label(index) {
      if Text(label).isEqual(to: text) { return Float(index) }
      index += 1
    }
    var typed = TypedValue(text)
    return typed.number(for: control)
  }

  /// The label of a choice, or nil.
  private func label(_ index: Int) -> UnsafePointer<CChar>? {
    guard let labels, index >= 0, Double(index) <= maximum else { return nil }
    return labels[index]
  }
}
