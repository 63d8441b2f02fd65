import Foundation
import TestSupport
import Testing

@Suite("Tables that name tests")
struct SecurityTableTests {
    @Test(
        "every row of a table in the documents names a test that exists",
        arguments: ["SECURITY.md", "docs/conformance-mykey.md"])
    func testsExist(document: String) throws {
        let text = try PackageFiles.text(document)
        let rows = text.split(separator: "\n").filter { row in
            row.hasPrefix("| ") && !["| Threat", "| Part", "| ---"].contains { row.hasPrefix($0) }
        }
        let named = rows.compactMap { $0.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) }
        #expect(named.count > 20)
        let tests = try Set(
            HouseRulesTests.sources(under: "Tests").flatMap { Self.tests(in: try Data(contentsOf: $0)) })
        #expect(named.filter { !tests.contains($0) } == [])
    }

    @Test(
        "the comparisons with other projects name suites and tests that exist",
        arguments: [("docs/for-app-developers.md", 6, 3), ("docs/for-wallet-developers.md", 5, 2)])
    func comparedTestsExist(document: String, width: Int, place: Int) throws {
        let rows = try PackageFiles.text(document).split(separator: "\n").filter { row in
            row.hasPrefix("| ") && !row.hasPrefix("| Row") && !row.hasPrefix("| ---")
        }
        #expect(rows.count > 20)
        let sources = try HouseRulesTests.sources(under: "Tests").map { try String(contentsOf: $0, encoding: .utf8) }
        for row in rows {
            let columns = row.components(separatedBy: " | ")
            #expect(columns.count == width, "\(columns[0]) has \(columns.count) columns")
            guard columns.count == width else { continue }
            let named = columns[place].matches(of: /`(\w+Tests)(?:\.(\w+))?`/)
            // What Herald does not have has no test.
            #expect(!named.isEmpty || columns[1] == "None.", "\(columns[0]) names no test")
            for name in named {
                let suite = sources.filter { $0.contains("struct \(name.1) {") || $0.contains("extension \(name.1) {") }
                let exists =
                    !suite.isEmpty && name.2.map { test in suite.contains { $0.contains("func \(test)(") } } ?? true
                #expect(exists, "\(name.0)")
            }
        }
    }

    /// The names of the tests in a source, as they are written there.
    private static func tests(in source: Data) -> [String] {
        let mark = Data("@Test(".utf8), quote = UInt8(ascii: "\"")
        var names: [String] = [], rest = source[...]
        while let found = rest.range(of: mark) {
            rest = rest[found.upperBound...].drop { [UInt8(ascii: " "), UInt8(ascii: "\n")].contains($0) }
            guard rest.first == quote else { continue }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: quote) else { break }
            names.append(String(decoding: rest[..<end], as: UTF8.self))
        }
        return names
    }
}
