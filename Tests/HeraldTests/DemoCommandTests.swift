import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald demo")
struct DemoCommandTests {
    /// The file for the offer's picture, so that no test leaves anything behind.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) async throws -> Program.Result {
        try await Program.run(["demo"] + arguments, environment: ["TMPDIR": folder.url.path])
    }

    @Test(
        "every step succeeds, --json prints one object for each, and docs/opendid-flows.md and docs/demo.svg are its output"
    )
    func demo() async throws {
        let trace = folder.url.appendingPathComponent("flows.md")
        let drawn = folder.url.appendingPathComponent("demo.svg")
        let result = try await run("--json", "--trace", trace.path, "--picture", drawn.path)
        let steps = try result.lines.map { try JSONValue(parsing: $0) }
        for step in steps {
            #expect(step["ok"] == true, "\(step["title"]?.stringValue ?? ""): \(step["reason"]?.stringValue ?? "")")
        }
        #expect(result.status == 0)
        #expect(steps.map { $0["step"]?.intValue } == (1...23).map(Int64.init))
        #expect(steps.allSatisfy { $0["ms"]?.intValue != nil && $0["facts"]?.objectValue?.isEmpty == false })
        let named = steps.compactMap { $0["facts"]?["QR code"]?.stringValue }.first
        let picture = try #require(named)
        #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).starts(with: [0x89, 0x50, 0x4E, 0x47]))

        let text = try String(contentsOf: trace, encoding: .utf8)
        let document = PackageFiles.url("docs/opendid-flows.md")
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: document) }
        let isFresh = try String(contentsOf: document, encoding: .utf8) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter DemoCommandTests writes it anew")
        try comparePicture(String(contentsOf: drawn, encoding: .utf8), titles: steps.map { $0["title"]?.stringValue })
    }

    /// docs/demo.svg is what `--picture` draws, apart from the times and the width, which depends on them.
    private func comparePicture(_ drawn: String, titles: [String?]) throws {
        let file = PackageFiles.root.appendingPathComponent("docs/demo.svg")
        func texts(_ picture: String) -> [String] {
            picture.matches(of: /<text [^>]*>(.*)<\/text>/).map { String($0.1.replacing(/[0-9]+ ms/, with: "ms")) }
        }
        let isFresh = try texts(String(contentsOf: file, encoding: .utf8)) == texts(drawn)
        if !isFresh, ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" {
            try Data(drawn.utf8).write(to: file)
        } else {
            #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter DemoCommandTests writes it anew")
        }
        for (number, title) in titles.enumerated() {
            #expect(drawn.contains("\(number + 1). \(title ?? "")<"), "\(title ?? "")")
        }
    }

    @Test("a step that takes too long ends the demonstration with its reason and exit code 1")
    func tooLong() async throws {
        let result = try await run("--json", "--step-limit", "0")
        let last = try JSONValue(parsing: try #require(result.lines.last))
        #expect(result.status == 1)
        #expect(last["ok"] == false)
        #expect(last["reason"]?.stringValue?.contains("longer than") == true)
    }

    @Test("without a terminal the output has plain lines without colours")
    func plain() async throws {
        let result = try await run()
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.lines.last == "Every step succeeded.")
    }
}
