import Foundation
import TestSupport

/// Section 8 of the OpenDID sheet, and the tests of this package.
enum ParitySheet {
    struct Method {
        let name: String
        /// `nil` when the sheet does not tell them all.
        let labels: [String]?
        /// The last ones, when the sheet leaves out the first.
        let lastLabels: [String]
        let purposes: Set<Int>
        let releases: Set<String>
    }

    private static let file = PackageFiles.url("docs/protocols/opendid.md")

    /// The methods of the first table.
    static func methods() throws -> [Method] {
        try tables().first.map { table in table.flatMap(methods(in:)) } ?? []
    }

    /// Manager to functions, of the second table.
    static func managers() throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for row in try tables().dropFirst().first ?? [] where row.count == 2 {
            // Prose may follow the names.
            let names = functions(in: row[1].replacingOccurrences(of: ".", with: ",")).filter {
                $0.wholeMatch(of: /[a-z][A-Za-z]*/) != nil
            }
            found[row[0]] = names.isEmpty ? tools(in: row[1]) : names
        }
        return found
    }

    /// Returns the functions of several managers. The text in parentheses behind a manager's name lists them. A manager without such a text
    /// counts as one function.
    private static func tools(in text: String) -> [String] {
        text.matches(of: /([A-Za-z]+)(?: \(([^()]*)\))?(?:, |$)/).flatMap { match in
            match.output.2.map { functions(in: String($0)) } ?? [String(match.output.1)]
        }
    }

    /// The types of the line below the first table.
    static func helperTypes() throws -> [String] {
        let line = try section().first { $0.hasPrefix("Helper types:") } ?? ""
        return line.matches(of: /[A-Z][A-Za-z]*Info/).map { String($0.output) }
    }

    /// `Suite.function` for every test of this package.
    static func testFunctions() throws -> Set<String> {
        var found: Set<String> = []
        let folder = PackageFiles.url("Tests")
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "swift" {
            var suite = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(whereSeparator: { " (:{<".contains($0) })
                if line.hasPrefix("    func "), words.count > 1 {
                    found.insert(suite + "." + words[1])
                } else if let name = words.first(where: { $0.hasSuffix("Tests") }), !line.hasPrefix(" "),
                    !line.hasPrefix("@")
                {
                    suite = String(name)
                }
            }
        }
        return found
    }

    private static func section() throws -> [String] {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.hasPrefix("## 8. ") }) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The tables of the section, without headings, cell by cell.
    private static func tables() throws -> [[[String]]] {
        var tables: [[[String]]] = []
        var isInTable = false
        for line in try section() {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            guard isInTable else {
                tables.append([])
                isInTable = true
                continue
            }
            guard !line.hasPrefix("|---") else { continue }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            tables[tables.count - 1].append(cells)
        }
        return tables
    }

    private static func methods(in row: [String]) -> [Method] {
        guard row.count == 4 else { return [] }
        let purposes = Set(row[1].matches(of: /(?<digits>\d+)(?!:)/).compactMap { Int($0.output.digits) })
        let releases = Set(row[3].matches(of: /V\d/).map { String($0.output) })
        func method(_ name: Substring, _ labels: [String]?, _ last: [String] = []) -> Method {
            Method(name: String(name), labels: labels, lastLabels: last, purposes: purposes, releases: releases)
        }
        let text = row[0].replacingOccurrences(of: "(digest)", with: "")
        let calls = text.matches(of: /([a-z][A-Za-z]*)\(([^()]*)\)/)
        guard !calls.isEmpty else { return functions(in: text).map { method($0[...], nil) } }
        var found = calls.map { call in
            let labels = functions(in: String(call.output.2)).map { $0.filter { $0 != "?" && $0 != ":" } }
            guard labels.first != "…" else { return method(call.output.1, nil, Array(labels.dropFirst())) }
            return method(call.output.1, labels)
        }
        // "(sic; V2 getAllCredentials)"
        if let later = text.firstMatch(of: /\(sic; V2 ([A-Za-z]+)\)/) {
            found.append(
                Method(
                    name: String(later.output.1), labels: nil, lastLabels: [], purposes: purposes, releases: ["V2"]))
        }
        return found
    }

    /// The names of a list, without what is in parentheses.
    private static func functions(in text: String) -> [String] {
        text.replacing(/\([^()]*\)/, with: "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
