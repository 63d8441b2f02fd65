import HeraldJSON
import HeraldKeys
import TestSupport

/// The vectors of `eos.json`.
enum EOSVectors {
    static func all(kind: String) throws -> [JSONReader] { try VectorFiles.vectors("eos.json", kind: kind) }
}

/// Keys and texts to try things out on; the same in every run.
struct EOSSamples {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func key(_ curve: EOSCurve = .k1) throws -> EOSPrivateKey {
        try EOSPrivateKey(curve: curve, bytes: random.bytes(32))
    }

    /// A point of P-256: half of all numbers are an x of one.
    mutating func r1Point() -> EOSPublicKey {
        while true {
            if let key = try? EOSPublicKey(
                curve: .r1, bytes: [UInt8.random(in: 2...3, using: &random)] + random.bytes(32))
            {
                return key
            }
        }
    }

    static let base58 = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")

    /// The text with the character at `place` replaced by another one of base58.
    mutating func changed(_ text: String, at place: Int) -> String {
        var characters = Array(text)
        let before = characters[place]
        while characters[place] == before { characters[place] = Self.base58.randomElement(using: &random) ?? before }
        return String(characters)
    }
}
