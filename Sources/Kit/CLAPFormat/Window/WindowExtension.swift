import CCLAP
import LV2Kit

/// clap.gui for X11, and clap.timer-support.
enum WindowExtension {
  nonisolated(unsafe) static var timer = clap_plugin_timer_support(
    on_timer: { plugin, id in window(plugin)?.pointee.tick(id) })

  nonisolated(unsafe) static var functions = clap_plugin_gui(
    is_api_supported: { plugin, api, _ in
      guard let instance = instance(plugin) else { return false }
      return WindowExtension.isX11(api) && ClapWindow.isPossible(instance)
    },
    get_preferred_api: { _, api, isFloating in
      api?.pointee = cString("x11")
      isFloating?.pointee = false
      return true
    },
    create: { plugin, api, isFloating in
      guard let instance = instance(plugin), instance.pointee.window == nil else { return false }
      guard WindowExtension.isX11(api) || (isFloating && api == nil) else { return false }
      instance.pointee.window = ClapWindow.make(instance, isFloating: isFloating)
      return instance.pointee.window != nil
    },
    destroy: { plugin in
      guard let instance = instance(plugin) else { return }
      ClapWindow.destroy(&instance.pointee.window)
    },
    set_scale: { plugin, scale in
      guard scale > 0 && scale < 100 else { return false }
      return window(plugin)?.pointee.setScale(scale) ?? false
    },
    get_size: { plugin, width, height in
      guard let window = window(plugin), let width, let height else { return false }
      (width.pointee, height.pointee) = (window.pointee.width, window.pointee.height)
      return true
    },
    can_resize: { plugin in window(plugin).map { !$0.pointee.isFloating } ?? false },
    get_resize_hints: { plugin, hints in
      guard window(plugin) != nil, let hints else { return false }
      hints.pointee = clap_gui_resize_hints()
      hints.pointee.can_resize_horizontally = true
      hints.pointee.can_resize_vertically = true
      return true
    },
    adjust_size: { plugin, width, height in
      guard let window = window(plugin), let width, let height else { return false }
      let smallest = window.pointee.smallest
      width.pointee = max(width.pointee, smallest.width)
      height.pointee = max(height.pointee, smallest.height)
      return true
    },
    set_size: { plugin, width, height in
      guard let window = window(plugin), width > 0, height > 0 else { return false }
      window.pointee.resize(width, height)
      return true
    },
    set_parent: { plugin, parent in
      guard let window = window(plugin), let parent, WindowExtension.isX11(parent.pointee.api) else { return false }
      return window.pointee.setParent(UInt(parent.pointee.x11))
    },
    // The window manager decides about the order of windows.
    set_transient: { _, _ in false }, suggest_title: { _, _ in },
    show: { window($0)?.pointee.setVisible(true) ?? false }, hide: { window($0)?.pointee.setVisible(false) ?? false })

  private static func isX11(_ api: UnsafePointer<CChar>?) -> Bool { api.map { areEqual($0, cString("x11")) } ?? false }
}

/// The window of an instance, or nil.
private func window(_ plugin: UnsafePointer<clap_plugin>?) -> UnsafeMutablePointer<ClapWindow>? {
  instance(plugin)?.pointee.window
}
