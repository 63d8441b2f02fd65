import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

@testable import OpenDIDWallet

/// Signs parts of a wallet's messages anew: as the wallet could, as a stranger could, and as nobody may.
struct Forger: Sendable {
    /// The wallet whose message it is.
    let owner: Person
    /// Another registered wallet.
    let stranger: Person

    /// A way to sign a part again that must not be accepted.
    struct Forgery: Sendable {
        let detail: String
        let part: JSONValue
    }

    /// Every way to sign a part wrongly.
    func forgeries(of part: JSONValue) async throws -> [Forgery] {
        guard let proof = part["proof"], let url = try proof["verificationMethod"]?.stringValue.map({ try DIDURL($0) })
        else { return [] }
        let key = url.keyId ?? ""
        var made: [Forgery] = []
        func add(_ detail: String, _ changes: [String: JSONValue], by signer: any ProofSigner) async throws {
            made.append(Forgery(detail: detail, part: try await Self.signed(part, changing: changes, by: signer)))
        }
        let nobody = SigningKey.p256(P256PrivateKey())
        try await add("with a stranger's key", [:], by: nobody)
        for role in KeyOwner.allCases {
            guard let did = try await stranger.did(role) else { continue }
            let own = key == "pin" && role == .device ? "assert" : key == "assert" && role == .holder ? "pin" : key
            guard let signer = try? await stranger.tools.keys.signer(role, own, stage: .active) else { continue }
            try await add(
                "by another \(role)", ["verificationMethod": .string("\(did)?versionId=1#\(own)")], by: signer)
        }
        guard let (role, right) = try await signer(of: url) else { return made }
        for other in ["assert", "auth", "keyagree", "pin"] where other != key {
            guard let signer = try? await owner.tools.keys.signer(role, other, stage: .active) else { continue }
            let named = DIDURL(did: url.did, versionId: url.versionId, keyId: other).description
            try await add("with the key \(other) of the DID", ["verificationMethod": .string(named)], by: signer)
            try await add("with the key \(other) under the name of \(key)", [:], by: signer)
        }
        for purpose in ProofPurpose.allCases where purpose.rawValue != proof["proofPurpose"]?.stringValue {
            try await add("for \(purpose.rawValue)", ["proofPurpose": .string(purpose.rawValue)], by: right)
        }
        for (name, wrong) in [
            ("of a key that is not there", DIDURL(did: url.did, versionId: url.versionId, keyId: "nokey")),
            ("of a version that is not there", DIDURL(did: url.did, versionId: "9", keyId: key)),
            ("of a DID that is not there", DIDURL(did: "did:omn:nobody", versionId: "1", keyId: key)),
        ] { try await add(name, ["verificationMethod": .string(wrong.description)], by: right) }
        return made
    }

    /// A part that says something else, signed by the key that signed it before; `nil` when that is none of the owner's.
    func signedAgain(_ part: JSONValue) async throws -> JSONValue? {
        guard let text = part["proof"]?["verificationMethod"]?.stringValue,
            let (_, right) = try await signer(of: DIDURL(text))
        else {
            return nil
        }
        return try await Self.signed(part, by: right)
    }

    /// Signs what a part is now.
    static func signed(
        _ part: JSONValue, at place: JSONPlace = JSONPlace("proof"), _ selection: ProofSelection = .proof,
        changing changes: [String: JSONValue] = [:], by signer: any ProofSigner
    ) async throws -> JSONValue {
        var proof = part[place]?.objectValue ?? [:]
        proof.merge(changes) { $1 }
        proof["proofValue"] = nil
        let unsigned = part.setting(.object(proof), at: place)
        let digest = try SignedDocument(unsigned.serialized()).digest(selection)
        proof["proofValue"] = .string(Multibase.encode(try await signer.sign(digest: digest).bytes, as: .base58btc))
        return unsigned.setting(.object(proof), at: place)
    }

    private func signer(of url: DIDURL) async throws -> (KeyOwner, any ProofSigner)? {
        for role in KeyOwner.allCases where try await owner.did(role) == url.did {
            return (role, try await owner.tools.keys.signer(role, url.keyId ?? "", stage: .active))
        }
        return nil
    }
}
