import Foundation
import HeraldJSON
import TestSupport
import Testing

/// The same types through Foundation's coders: what the compiler writes for `Codable` has to mean the same in both.
@Suite("Agreement with Foundation's coders")
struct FoundationCodersTests {
    private struct Everything: Codable, Hashable {
        enum Choice: String, Codable { case one, two }
        enum Payload: Codable, Hashable {
            case text(String)
            case pair(Int, named: Bool)
            case none
        }
        struct Point: Codable, Hashable { var x: Int, y: Int? }
        var name: String
        var choice: Choice?
        var payloads: [Payload]
        var points: [String: [Point]]
        var matrix: [[Int8]]
        var flags: Set<String>
        var ratio: Double
        var range: Range<Int>
        var scalars = Scalars()
    }

    private static func random(_ random: inout SeededGenerator) -> Everything {
        func text(_ random: inout SeededGenerator) -> String {
            let parts = ["a", "B", "é", "e\u{301}", "你", "😀", "\"", "\\", "/", "\n", "\u{1}", " ", "\u{7F}"]
            return (0..<random.below(9)).map { _ in parts[random.below(parts.count)] }.joined()
        }
        func payload(_ random: inout SeededGenerator) -> Everything.Payload {
            switch random.below(3) {
            case 0: .text(text(&random))
            case 1: .pair(Int.random(in: .min ... .max, using: &random), named: random.chance(oneIn: 2))
            default: .none
            }
        }
        var points: [String: [Everything.Point]] = [:]
        for _ in 0..<random.below(4) {
            points[text(&random)] = (0..<random.below(3)).map { _ in
                .init(x: random.below(100), y: random.chance(oneIn: 2) ? nil : 0)
            }
        }
        let low = random.below(1000)
        return Everything(
            name: text(&random), choice: [.one, .two, nil][random.below(3)],
            payloads: (0..<random.below(4)).map { _ in payload(&random) },
            points: points, matrix: (0..<random.below(3)).map { _ in [Int8.min, 0, .max] },
            flags: [text(&random), text(&random)],
            ratio: Double(random.below(1_000_000)) + 1 / 64, range: low..<low + random.below(9))
    }

    @Test("each coder reads what the other writes, for synthesised types of every shape", arguments: UInt64(51)...54)
    func bothWays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let value = Self.random(&random)
            let theirs = try JSONEncoder().encode(value)
            let ours = try JSONModelEncoder().prettyBytes(value)
            #expect(try JSONModelDecoder().decode(Everything.self, from: Array(theirs)) == value)
            #expect(try JSONDecoder().decode(Everything.self, from: Data(ours)) == value)
            #expect(try JSONModelEncoder().value(value) == JSONValue(parsing: Array(theirs)))
            #expect(try JSONDecoder().decode(JSONValue.self, from: theirs) == JSONValue(parsing: Array(theirs)))
            let free = try JSONValue(parsing: Array(theirs))
            #expect(try JSONValue(parsing: Array(try JSONEncoder().encode(free))) == free)
        }
    }

    @Test(
        "both coders refuse a mutated text or both read the same value, apart from the listed differences",
        arguments: UInt64(61)...66)
    func mutated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mutator = RandomDocument(seed: seed)
        var accepted = 0, refused = 0
        for _ in 0..<300 {
            let bytes = mutator.mutated(try JSONModelEncoder().prettyBytes(Self.random(&random)))
            let ours = Result { try JSONModelDecoder().decode(Everything.self, from: bytes) }
            let theirs = Result { try JSONDecoder().decode(Everything.self, from: Data(bytes)) }
            switch (ours, theirs) {
            case (.success(let ours), .success(let theirs)):
                accepted += 1
                #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
            case (.failure(let error), .failure):
                refused += 1
                #expect(error is JSONError)
            case (.success, .failure(let error)):
                Issue.record("only ours accepts: \(error) \(String(decoding: bytes, as: UTF8.self))")
            case (.failure(let error), .success):
                let code = (error as? JSONError)?.code
                // Duplicates, whole numbers written as fractions, trailing commas and floats beyond range.
                #expect(
                    code == .duplicateMember || code == .outOfRange || code == .syntax,
                    "only Foundation accepts: \(error) \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(accepted > 5 && refused > 50, "\(accepted) accepted, \(refused) refused")
    }
}
