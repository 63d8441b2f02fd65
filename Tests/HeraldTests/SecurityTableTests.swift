import Foundation
import Testing

@Suite("Tables that name tests")
struct SecurityTableTests {
    @Test("every row of a table in the documents names a test that there is", arguments: ["SECURITY.md", "docs/conformance-mykey.md"])
    func testsExist(document: String) throws {
        let root = HouseRulesTests.root
        let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { row in
            row.hasPrefix("| ") && !["| Threat", "| Part", "| ---"].contains { row.hasPrefix($0) }
        }
        let named = rows.compactMap { $0.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) }
        #expect(named.count > 20)
        let sources = try HouseRulesTests.sources(under: "Tests").map { try String(contentsOf: $0, encoding: .utf8) }
        for name in named {
            #expect(sources.contains { $0.contains("@Test(\"\(name)\"") || $0.contains("@Test(\n        \"\(name)\"") }, "\(name)")
        }
    }
}
