/// `docs/limits.md`.
struct LimitsDocument {
    let limits: DocumentedLimits

    var markdown: String {
        var lines = [
            "# Limits", "",
            "This page lists the limits of the servers, of OpenDID's wallet and of the program `herald`, and the result above each limit. It is",
            "generated from the configuration types and the sources by `HERALD_WRITE_DOCS=1 swift test --filter LimitsDocumentTests`. A test fails",
            "if it is stale. Limits that can be set are properties of a configuration, and the tables show their defaults. \"Fixed\" limits change",
            "only with the source code, or with an option of the command line where the table names one.", "",
        ]
        for section in limits.sections {
            let settings = section.settings.map { ($0.type, $0.path, $0.rows.filter { $0.fact?.isNone == false }) }
                .filter { !$0.2.isEmpty }
            let fixed = section.fixed.filter { $0.fact?.isNone == false }
            guard !settings.isEmpty || !fixed.isEmpty else { continue }
            lines += ["## \(section.title)", ""]
            for (type, path, rows) in settings {
                lines += ["### `\(type)`", ""]
                if path != type { lines += ["Set with `\(path)`.", ""] }
                lines += [
                    "| Property | Limit | Default | Command line | Above the limit |",
                    "| --- | --- | --- | --- | --- |",
                ]
                lines += rows.map { row in
                    "| `\(Self.name(row.key))` | \(Self.what(row)) | \(row.value) | \(row.fact?.flag.map { "`\($0)`" } ?? "") | \(row.fact?.refusal ?? "") |"
                }
                lines.append("")
            }
            guard !fixed.isEmpty else { continue }
            lines += [
                "### Fixed", "", "| Constant | Limit | Value | Command line | Above the limit |",
                "| --- | --- | --- | --- | --- |",
            ]
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
