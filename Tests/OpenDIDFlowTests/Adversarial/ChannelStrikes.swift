import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

@testable import OpenDIDWallet

/// Encrypted messages to an issuer or a verifier: with a changed plaintext, and under another key or vector.
struct ChannelStrikes: Sendable {
    /// The other side's half of the channel.
    struct Half: Sendable {
        let offer: ReqE2e
        let nonce: [UInt8]

        /// - Parameter process: of a profile, as it came.
        init(_ process: JSONValue, nonce name: String) throws {
            offer = try ReqE2e(jsonBytes: (process["reqE2e"] ?? .null).serialized())
            nonce = try Multibase.decode(process[name]?.stringValue ?? "").bytes
        }
    }

    let forger: Forger
    /// The member that holds what is encrypted.
    let member: String
    let half: Half
    /// That of the other wallet's transaction.
    let otherHalf: Half
    /// The content of the right message, and of the other user's.
    let plaintext: JSONValue
    let otherPlaintext: JSONValue

    func all(_ call: ServiceCall, _ body: JSONValue) async throws -> [Strike] {
        let key = AgreementKey(curve: half.offer.curve), spare = AgreementKey(curve: half.offer.curve)
        let (iv, otherIV) = ([UInt8](repeating: 7, count: 16), [UInt8](repeating: 9, count: 16))
        let right = try seal(plaintext.serialized(), key, half, iv)
        var strikes: [Strike] = []
        func add(_ kind: Strike.Kind, _ detail: String, _ key: AgreementKey, _ iv: [UInt8], _ sealed: [UInt8])
            async throws
        {
            strikes.append(
                Strike(kind: kind, detail: detail, call: call, body: try await message(body, key, iv, sealed)))
        }
        try await add(.misencrypted, "to another key of the sender", spare, iv, right)
        try await add(.misencrypted, "under another iv", key, otherIV, right)
        try await add(
            .misencrypted, "to the key of another transaction", key, iv,
            try seal(plaintext.serialized(), key, otherHalf, iv))
        try await add(.misencrypted, "without its last block", key, iv, Array(right.dropLast(16)))
        try await add(.misencrypted, "without its last byte", key, iv, Array(right.dropLast()))
        try await add(
            .misencrypted, "with its first block changed", key, iv,
            [right.first.map { $0 ^ 0x80 } ?? 0] + right.dropFirst())
        try await add(.misencrypted, "not at all", key, iv, plaintext.serialized())
        try await add(.misencrypted, "with nothing in it", key, iv, try seal([], key, half, iv))
        try await add(
            .foreign, "\(member) holding the other's", key, iv, try seal(otherPlaintext.serialized(), key, half, iv))
        for change in FieldStrikes.changes(of: plaintext, against: otherPlaintext) {
            let sealed = try seal(change.value.serialized(), key, half, iv)
            try await add(change.kind, "\(member) holding \(change.place)", key, iv, sealed)
            // With a signature of the holder's that holds, what is inside is left to be judged.
            guard change.place.parts.first == .member("verifiableCredential"),
                let signed = try await forger.signedAgain(change.value)
            else {
                continue
            }
            let again = try seal(signed.serialized(), key, half, iv)
            try await add(change.kind, "\(member) holding \(change.place), presented anew", key, iv, again)
        }
        for place in SignatureStrikes.signedParts(of: plaintext) {
            for forgery in try await forger.forgeries(of: plaintext[place] ?? .null) {
                let changed = plaintext.setting(forgery.part, at: place)
                let whole = place.parts.isEmpty ? changed : try await forger.signedAgain(changed) ?? changed
                try await add(
                    .resigned, "\(member) holding \(place) \(forgery.detail)", key, iv,
                    try seal(whole.serialized(), key, half, iv))
            }
        }
        return strikes
    }

    private func seal(_ bytes: [UInt8], _ key: AgreementKey, _ half: Half, _ iv: [UInt8]) throws -> [UInt8] {
        let peer = try Multibase.decode(half.offer.publicKey).bytes
        let channel = try SessionChannel(
            secret: key.agree(with: peer), endToEndNonce: half.nonce, cipher: half.offer.cipher,
            padding: half.offer.padding)
        return try channel.seal(bytes, iv: iv)
    }

    /// The message with this half of the channel, rightly signed by the holder, and these bytes.
    private func message(_ body: JSONValue, _ key: AgreementKey, _ iv: [UInt8], _ sealed: [UInt8]) async throws
        -> JSONValue
    {
        var body = body
        var half = body["accE2e"] ?? .null
        half["publicKey"] = .string(Multibase.encode(key.compressedPublicKey, as: .base58btc))
        half["iv"] = .string(Multibase.encode(iv, as: .base58btc))
        body["accE2e"] = try await forger.signedAgain(half)
        body[member] = .string(Multibase.encode(sealed, as: .base64))
        return body
    }
}
