import Foundation
import Testing

@Suite("SECURITY.md")
struct SecurityTableTests {
    @Test("every threat in the table names a test that there is")
    func testsExist() throws {
        let root = HouseRulesTests.root
        let text = try String(contentsOf: root.appendingPathComponent("SECURITY.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Threat") && !$0.hasPrefix("| ---") }
        let named = rows.compactMap { $0.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) }
        #expect(named.count > 20)
        let sources = try HouseRulesTests.sources(under: "Tests").map { try String(contentsOf: $0, encoding: .utf8) }
        for name in named {
            #expect(sources.contains { $0.contains("@Test(\"\(name)\"") || $0.contains("@Test(\n        \"\(name)\"") }, "\(name)")
        }
    }
}
