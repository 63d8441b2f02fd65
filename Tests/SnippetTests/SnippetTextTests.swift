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

    // Of use case 7 the specification's text is Objective-C, `setPusherWithPushkey:…:data:success:failure:` (SDN sheet 4.1). There is no Swift
    // text to compare with; `snippet7` is the Swift call that it means.
    @Test("the compiled call of use case 6 is the specification's, with its dots filled in")
    func dotsFilledIn() throws {
        let sample = try String(contentsOf: Self.root.appendingPathComponent("Snippets/6.txt"), encoding: .utf8).trimmingCharacters(in: .newlines)
        var rest = try String(contentsOf: Self.root.appendingPathComponent("UseCases/PreLogin.swift"), encoding: .utf8)[...]
        let pieces = sample.split(separator: "…")
        #expect(pieces.count == 3)
        for piece in pieces {
            let found = try #require(rest.range(of: piece), "\(piece)")
            rest = rest[found.upperBound...]
        }
    }
}
