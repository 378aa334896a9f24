import Model
import Plotting

struct PluginSection {
  let plugin: PluginReport
  /// The identifier of the section, unique on the page.
  let identifier: String

  var link: String { "<a href=\"#\(identifier)\">\(Markup.escaped(plugin.name))</a>" }

  var text: String {
    """
    <section class="plugin" aria-labelledby="\(identifier)">
    <h2 id="\(identifier)" tabindex="-1">\(Markup.escaped(plugin.name))</h2>
    <p class="uri">\(Markup.escaped(plugin.uri))</p>
    \(plugin.remarks.map { "<p class=\"quiet\">\(Markup.escaped($0))</p>" }.joined())
    \(HTMLPictures.render(plugin.interfaces ?? []))
    \(plugin.measurements.map(plots) ?? "")
    \(HTMLChecks.table(plugin.checks))
    </section>
    """
  }

  private func plots(_ measurements: Measurements) -> String {
    var figures: [String] = []
    func add(_ plot: Plot, _ title: String, _ caption: String, _ name: String) {
      figures.append(figure(plot, title, caption, name))
    }
    if let response = measurements.response {
      let path = [measurements.input, measurements.output].compactMap(\.self).joined(separator: " → ")
      add(.magnitude("Magnitude response", [response]), "Magnitude", "at the defaults, \(path)", "magnitude")
      add(.phase("Phase response", response), "Phase", "at the defaults, with the latency removed", "phase")
    }
    for family in measurements.families {
      let plot = Plot.magnitude("Magnitude response for values of \(family.name)", family.responses)
      add(plot, "Magnitude by \(family.name)", "other controls at their defaults", "family-\(figures.count)")
    }
    if let impulse = measurements.impulse {
      add(.impulse("Impulse response", impulse), "Impulse response", "at the defaults", "impulse")
    }
    if let spectrum = measurements.spectrum {
      add(.spectrum("Output spectrum", spectrum), "Full-scale sine", PluginSection.caption(spectrum), "spectrum")
    }
    if let times = measurements.times {
      add(.times("Time of each block", times), "Block time", PluginSection.caption(times), "times")
    }
    let steps = measurements.steps.enumerated().map { number, step in
      let plot = Plot.step("Step response of \(step.name)", step)
      return figure(plot, step.name, PluginSection.caption(step), "step-\(number)", isSmall: true)
    }
    let stepsBlock = """
      <h3>Steps of the controls</h3>
      <p class="quiet">The output for a 1 kHz sine at -12 dBFS while one control jumps from its minimum to its maximum.</p>
      <div class="plots small">
      \(steps.joined(separator: "\n"))
      </div>
      """
    let omissions = measurements.omissions.map { "<p class=\"quiet\">\(Markup.escaped($0))</p>" }
    return """
      <div class="plots">
      \(figures.joined(separator: "\n"))
      </div>
      \(steps.isEmpty ? "" : stepsBlock)
      \(omissions.joined(separator: "\n"))
      """
  }

  private func figure(
    _ plot: Plot, _ title: String, _ caption: String, _ name: String, isSmall: Bool = false
  ) -> String {
    let svg = MarkupPlot.render(
      plot, width: isSmall ? 300 : 460, height: isSmall ? 160 : 250, identifier: "\(identifier)-\(name)",
      escape: Markup.escaped)
    let labels = plot.series.enumerated().filter { !$0.element.label.isEmpty }.map { number, series in
      """
      <li><svg viewBox="0 0 28 6" aria-hidden="true"><path class="c\(number % MarkupPlot.colors)" d="M0 3h28"/></svg>\
      \(Markup.escaped(series.label))</li>
      """
    }
    return """
      <figure>
      <figcaption><b>\(Markup.escaped(title))</b> <span>\(Markup.escaped(caption))</span></figcaption>
      \(svg)
      \(labels.isEmpty ? "" : "<ul class=\"legend\">\(labels.joined())</ul>")
      </figure>
      """
  }

  private static func caption(_ spectrum: Spectrum) -> String {
    """
    \(HTMLNumber.text(spectrum.frequency)) Hz: output level \(HTMLNumber.text(spectrum.level)) dBFS; \
    harmonics \(HTMLNumber.text(spectrum.distortion)) dB, \
    noise and other components \(HTMLNumber.text(spectrum.noise)) dBFS
    """
  }

  private static func caption(_ times: BlockTimes) -> String {
    """
    \(times.block) frames at \(HTMLNumber.text(times.rate / 1000)) kHz; the median is \
    \(HTMLNumber.percent(Double(times.median) / times.available)) of the available time, the maximum \
    \(HTMLNumber.percent(Double(times.worst) / times.available))
    """
  }

  private static func caption(_ step: StepResponse) -> String {
    let unit = step.unit.map { " \($0)" } ?? ""
    return "\(HTMLNumber.text(step.from)) → \(HTMLNumber.text(step.to))\(unit)"
  }
}
