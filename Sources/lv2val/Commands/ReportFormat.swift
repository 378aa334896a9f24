/// A form that a report can have.
enum ReportFormat: String, CaseIterable {
  case text, json, junit, sarif, html
}
