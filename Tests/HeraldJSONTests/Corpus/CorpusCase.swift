import HeraldJSON
import Testing

/// One text and what RFC 8259 (and our stated choices) say about it.
struct CorpusCase: Sendable, CustomTestStringConvertible {
    enum Verdict: Sendable {
        case accept
        case refuse(JSONError.Code)
    }

    let name: String
    let bytes: [UInt8]
    let verdict: Verdict

    var testDescription: String { name }

    static func accept(_ name: String, _ text: String) -> CorpusCase {
        CorpusCase(name: name, bytes: Array(text.utf8), verdict: .accept)
    }

    static func refuse(_ name: String, _ text: String, _ code: JSONError.Code = .syntax) -> CorpusCase {
        CorpusCase(name: name, bytes: Array(text.utf8), verdict: .refuse(code))
    }

    /// The bytes between two quotes.
    static func acceptString(_ name: String, _ content: [UInt8]) -> CorpusCase {
        CorpusCase(name: name, bytes: [0x22] + content + [0x22], verdict: .accept)
    }

    /// The bytes between two quotes.
    static func refuseString(_ name: String, _ content: [UInt8], _ code: JSONError.Code = .invalidUTF8) -> CorpusCase {
        CorpusCase(name: name, bytes: [0x22] + content + [0x22], verdict: .refuse(code))
    }

    static func refuseBytes(_ name: String, _ bytes: [UInt8], _ code: JSONError.Code = .syntax) -> CorpusCase {
        CorpusCase(name: name, bytes: bytes, verdict: .refuse(code))
    }

    static let all: [CorpusCase] = structure + literals + numbers + strings + utf8
}
