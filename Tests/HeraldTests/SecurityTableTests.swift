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
