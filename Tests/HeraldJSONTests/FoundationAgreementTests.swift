import Foundation
import HeraldJSON
import Testing

@Suite("Agreement with Foundation")
struct FoundationAgreementTests {
    @Test("random documents give the same tree", arguments: UInt64(1)...4)
    func randomDocuments(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        for _ in 0..<400 {
            let bytes = random.next()
            let ours = try JSONValue(parsing: bytes)
            let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(Self.agree(ours, theirs), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "Foundation and this module refuse a mutated document or give the same tree, apart from the listed differences",
        arguments: UInt64(11)...14)
    func mutatedDocuments(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        var accepted = 0, refused = 0
        for _ in 0..<1_500 {
            let bytes = random.mutated(random.next())
            let ours = Result { try JSONValue(parsing: bytes) }
            let theirs = Result { try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) }
            let text = String(decoding: bytes, as: UTF8.self)
            switch (ours, theirs) {
            case (.success(let ours), .success(let theirs)):
                accepted += 1
                #expect(Self.agree(ours, theirs), "\(text)")
            case (.failure, .failure): refused += 1
            case (.success, .failure): Issue.record("only ours accepts \(text)")
            case (.failure, .success):
                #expect(Self.hasTrailingComma(bytes) || Self.looksLikeUTF16(bytes), "only Foundation accepts \(text)")
            }
        }
        #expect(accepted > 100 && refused > 100, "both verdicts were met: \(accepted) accepted, \(refused) refused")
    }

    @Test(
        "Foundation accepts these texts that this module refuses",
        arguments: [
            ("a comma at the end of an array", [UInt8]("[1,]".utf8)),
            ("a comma at the end of an object", [UInt8](#"{"a":1,}"#.utf8)),
            ("a byte order mark", [UInt8]("\u{FEFF}1".utf8)),
            ("UTF-16 little endian", [0x31, 0x00]),
            ("UTF-16 big endian", [0x00, 0x31]),
            (
                "depth 512",
                [UInt8](String(repeating: "[", count: 512).utf8) + [UInt8](String(repeating: "]", count: 512).utf8)
            ),
        ] as [(String, [UInt8])])
    func laxer(name: String, bytes: [UInt8]) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("Foundation loses members whose names are canonically equivalent")
    func canonicallyEquivalentNames() throws {
        let bytes = Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
        let theirs = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(theirs?.count == 1)
        let ours = try JSONValue(parsing: bytes)
        #expect(ours["\u{E9}"] == 1)
        #expect(ours["e\u{301}"] == 2)
    }

    /// Foundation forgives it.
    private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        let packed = bytes.filter { $0 > 0x20 }
        return zip(packed, packed.dropFirst()).contains { pair in
            pair.0 == UInt8(ascii: ",") && (pair.1 == UInt8(ascii: "]") || pair.1 == UInt8(ascii: "}"))
        }
    }

    /// Foundation guesses the encoding from zero bytes at the start.
    private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool { bytes.prefix(4).contains(0) }

    private static func agree(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let value):
            return (theirs as? NSNumber)?.boolValue == value
        case .int(let value):
            return (theirs as? NSNumber)?.int64Value == value
        case .double(let value):
            guard let other = (theirs as? NSNumber)?.doubleValue else { return false }
            // Foundation goes through `Decimal` for some, which rounds in the last place.
            return abs(value - other) <= abs(value) * 1e-15
        case .string(let value):
            guard let other = theirs as? String else { return false }
            return Array(value.utf8) == Array(other.utf8)
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { agree($0, $1) }
        case .object(let object):
            guard let others = theirs as? [String: Any] else { return false }
            // Names that Foundation merges are compared by the test above only.
            guard object.dictionary.count == object.count else { return others.count == object.dictionary.count }
            return others.count == object.count
                && object.allSatisfy { key, value in others[key].map { agree(value, $0) } ?? false }
        }
    }
}
