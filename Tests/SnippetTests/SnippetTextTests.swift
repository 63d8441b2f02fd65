import Foundation
import TestSupport
import Testing

struct SnippetTextTests {
    @Test(
        "the compiled samples are the specification's, word for word",
        arguments: zip(
            ["1", "2", "2bis", "3", "4", "5"],
            ["PublicRooms", "Session", "FileStoreSession", "Listening", "Pagination", "SendingText"]))
    func wordForWord(text: String, source: String) throws {
        let sample = try PackageFiles.text("Tests/SnippetTests/Snippets/\(text).txt")
        let compiled = try PackageFiles.text("Tests/SnippetTests/UseCases/\(source).swift")
        // In a function everything stands four spaces further in.
        let indented = sample.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : "    " + $0
        }.joined(separator: "\n")
        #expect(!sample.isEmpty && compiled.contains("{\n" + indented))
    }

    // Of use case 7 the specification's text is Objective-C, `setPusherWithPushkey:…:data:success:failure:` (SDN sheet 4.1). There is no Swift
    // text to compare with; `snippet7` is the Swift call that it means.
    @Test("the compiled call of use case 6 is the specification's, with its dots filled in")
    func dotsFilledIn() throws {
        let sample = try PackageFiles.text("Tests/SnippetTests/Snippets/6.txt")
            .trimmingCharacters(in: .newlines)
        var rest = try PackageFiles.text("Tests/SnippetTests/UseCases/PreLogin.swift")[
            ...]
        let pieces = sample.split(separator: "…")
        #expect(pieces.count == 3)
        for piece in pieces {
            let found = try #require(rest.range(of: piece), "\(piece)")
            rest = rest[found.upperBound...]
        }
    }
}
