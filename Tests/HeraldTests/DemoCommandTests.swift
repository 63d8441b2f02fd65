import Foundation
import HeraldJSON
import Testing

@Suite("herald demo")
struct DemoCommandTests {
    @Test("every step holds, and --json prints one object for each")
    func demo() async throws {
        let result = try await Program.run(["demo", "--json"])
        let steps = try result.lines.map { try JSONValue(parsing: $0) }
        for step in steps { #expect(step["ok"] == true, "\(step["title"]?.stringValue ?? ""): \(step["reason"]?.stringValue ?? "")") }
        #expect(result.status == 0)
        #expect(steps.map { $0["step"]?.intValue } == (1...10).map(Int64.init))
        #expect(steps.allSatisfy { $0["ms"]?.intValue != nil && $0["facts"]?.objectValue?.isEmpty == false })
    }

    @Test("a step that takes too long ends the demonstration with its reason and exit code 1")
    func tooLong() async throws {
        let result = try await Program.run(["demo", "--json", "--step-limit", "0"])
        let last = try JSONValue(parsing: try #require(result.lines.last))
        #expect(result.status == 1)
        #expect(last["ok"] == false)
        #expect(last["reason"]?.stringValue?.contains("longer than") == true)
    }

    @Test("without a terminal there are plain lines, no colours")
    func plain() async throws {
        let result = try await Program.run(["demo"])
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.lines.last == "Every step held.")
    }
}
