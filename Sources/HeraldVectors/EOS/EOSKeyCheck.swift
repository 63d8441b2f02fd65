import HeraldJSON
import HeraldKeys

/// The check of the kind `key`: every text form of the key reads as the same bytes and is written from them, and the public key follows
/// from the private key (MYKEY sheet 6.1).
struct EOSKeyCheck: VectorCheck {
    static let kind = "key"

    func check(_ vector: JSONReader) throws {
        let name = try vector.string("curve")
        guard let curve = EOSCurve(rawValue: name) else { throw VectorFailure("curve: \(name) is not known") }
        try check(vector, EOSPrivateKey(curve: curve, bytes: vector.bytes("private_hex")))
        try check(vector, EOSPublicKey(curve: curve, bytes: vector.bytes("public_hex")))
    }

    private func check(_ vector: JSONReader, _ key: EOSPrivateKey) throws {
        try vector.require("pvt", is: key.exposedText)
        try vector.require("wif", is: key.exposedWIF)
        for form in ["pvt"] + (key.exposedWIF == nil ? [] : ["wif"]) {
            guard try vector.eosPrivateKey(form) == key else {
                throw VectorFailure("\(form): the text reads back as other bytes")
            }
        }
        if let derived = key.publicKey { try vector.require("public_hex", is: derived.bytes) }
    }

    private func check(_ vector: JSONReader, _ key: EOSPublicKey) throws {
        try vector.require("pub", is: key.text)
        try vector.require("pub_legacy", is: key.legacyText)
        for form in ["pub"] + (key.legacyText == nil ? [] : ["pub_legacy"]) {
            guard try vector.eosPublicKey(form) == key else {
                throw VectorFailure("\(form): the text reads back as other bytes")
            }
        }
    }
}

/// The check of the kind `reject_text`: the text cannot be read as the type that the vector names.
struct EOSRefusedTextCheck: VectorCheck {
    static let kind = "reject_text"

    func check(_ vector: JSONReader) throws {
        let text = try vector.string("text")
        let accepted: Bool
        switch try vector.string("role") {
        case "private": accepted = (try? EOSPrivateKey(text: text)) != nil
        case "public": accepted = (try? EOSPublicKey(text: text)) != nil
        case "signature": accepted = (try? EOSSignature(text: text)) != nil
        case let other: throw VectorFailure("role: \(other) is not known")
        }
        guard !accepted else { throw VectorFailure("text: is accepted") }
    }
}
