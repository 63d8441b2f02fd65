import Foundation
import Testing

struct SnippetTextTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test(
        "the compiled samples are the specification's, word for word",
        arguments: zip(
            ["1", "2", "2bis", "3", "4", "5"],
            ["PublicRooms", "Session", "FileStoreSession", "Listening", "Pagination", "SendingText"]))
    func wordForWord(text: String, source: String) throws {
        let sample = try String(contentsOf: Self.root.appendingPathComponent("Snippets/\(text).txt"), encoding: .utf8)
        let compiled = try String(contentsOf: Self.root.appendingPathComponent("UseCases/\(source).swift"), encoding: .utf8)
        // In a function everything stands four spaces further in.
        let indented = sample.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
        #expect(!sample.isEmpty && compiled.contains("{\n" + indented))
    }
}
