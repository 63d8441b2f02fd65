import Foundation
import TestSupport

/// The OpenDID sheet, `docs/protocols/opendid.md`.
enum SheetFile {
    static func text() throws -> String {
        try PackageFiles.text("docs/protocols/opendid.md")
    }

    /// The rows of the tables under a heading such as `4.1`, without their headings, cell by cell.
    static func rows(of section: String, in text: String) throws -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("### \(section) ") }) else {
            throw SheetError(what: "the sheet has no section \(section)")
        }
        let body = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
        var rows: [[String]] = []
        var isInTable = false
        for line in body {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            // The first row of a table is its heading, the second a rule.
            defer { isInTable = true }
            guard isInTable, !line.hasPrefix("|---") else { continue }
            rows.append(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        guard !rows.isEmpty else { throw SheetError(what: "section \(section) has no table") }
        return rows
    }

    /// The numbers `#N` in the comments of a folder's sources.
    static func commentedNumbers(under folder: String) throws -> Set<String> {
        let base = PackageFiles.url(folder)
        var numbers: Set<String> = []
        for case let file as URL in FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) ?? .init()
        where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("//") {
                for match in line.matches(of: /#(\d+)/) { numbers.insert(String(match.output.1)) }
            }
        }
        return numbers
    }
}

/// The sheet does not look as these tests read it.
struct SheetError: Error { let what: String }
