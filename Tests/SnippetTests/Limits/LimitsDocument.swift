/// `docs/limits.md`.
struct LimitsDocument {
    let limits: DocumentedLimits

    var markdown: String {
        var lines = [
            "# Limits", "",
            "What the servers, OpenDID's wallet and the program `herald` allow, and what the one who wants more gets. Generated from the",
            "configuration types and the sources by `HERALD_WRITE_DOCS=1 swift test --filter LimitsDocumentTests`; a test fails when it is",
            "stale. What can be set is a property of a configuration, of which the default is shown; \"fixed\" is what only a change of the",
            "source changes, or an option of the command line where one is named.", "",
        ]
        for section in limits.sections {
            let settings = section.settings.map { ($0.type, $0.path, $0.rows.filter { $0.fact?.isNone == false }) }.filter { !$0.2.isEmpty }
            let fixed = section.fixed.filter { $0.fact?.isNone == false }
            guard !settings.isEmpty || !fixed.isEmpty else { continue }
            lines += ["## \(section.title)", ""]
            for (type, path, rows) in settings {
                lines += ["### `\(type)`", ""]
                if path != type { lines += ["Set with `\(path)`.", ""] }
                lines += ["| Property | What | Default | Command line | The refused one gets |", "| --- | --- | --- | --- | --- |"]
                lines += rows.map { row in
                    "| `\(Self.name(row.key))` | \(Self.what(row)) | \(row.value) | \(row.fact?.flag.map { "`\($0)`" } ?? "") | \(row.fact?.refusal ?? "") |"
                }
                lines.append("")
            }
            guard !fixed.isEmpty else { continue }
            lines += ["### Fixed", "", "| Constant | What | Value | Command line | The refused one gets |", "| --- | --- | --- | --- | --- |"]
            lines += fixed.map { row in
                "| `\(row.key)` | \(Self.what(row)) | \(row.value) | \(row.fact?.flag.map { "`\($0)`" } ?? "") | \(row.fact?.refusal ?? "") |"
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func name(_ key: String) -> String { key.split(separator: ".").last.map(String.init) ?? key }

    /// The doc comment without its links.
    private static func what(_ row: DocumentedLimits.Row) -> String {
        (row.fact?.what ?? row.comment).replacing("``", with: "`").replacing("|", with: "\\|")
    }
}
