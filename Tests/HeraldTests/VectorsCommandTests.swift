import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald vectors")
struct VectorsCommandTests {
    @Test(
        "every vector of a file passes, none is skipped",
        arguments: [("ethereum.json", 83), ("eos.json", 88), ("opendid.json", 198)])
    func whole(file: String, count: Int) async throws {
        let result = try await Program.run(["vectors", VectorFiles.file(file).path])
        #expect(result.status == 0)
        #expect(result.lines == ["\(count) passed, 0 failed, 0 skipped"])
    }

    @Test("a wrong vector is named with a reason, and the exit status is 1")
    func wrong() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("wrong.json")
        let text =
            #"{"schema":"x","set":"x","count":1,"vectors":[{"id":"k-1","kind":"keccak256","input_hex":"","digest":"00"}]}"#
        try text.write(to: file, atomically: true, encoding: .utf8)
        let result = try await Program.run(["vectors", file.path])
        #expect(result.status == 1)
        #expect(result.output.contains("k-1"))
        #expect(result.lines.last == "0 passed, 1 failed, 0 skipped")
    }

    @Test("a missing file, or one that is not JSON, is an error and not a pass", arguments: ["{", nil])
    func unreadable(content: String?) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("broken.json")
        if let content { try content.write(to: file, atomically: true, encoding: .utf8) }
        let result = try await Program.run(["vectors", file.path])
        #expect(result.status == 2)
        #expect(result.errors.contains("broken.json"))
    }

    @Test("--json prints one object a vector and a summary")
    func json() async throws {
        let result = try await Program.run(["vectors", "--json", VectorFiles.file("ethereum.json").path])
        let objects = try result.lines.map { try JSONValue(parsing: $0) }
        #expect(objects.count == 84)
        #expect(objects.last?["passed"] == 83)
    }
}
