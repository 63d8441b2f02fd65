import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDIDWallet
import OpenDID_DataModel

/// A DID document proves itself by its own keys (OpenDID sheet 2.5): each of its proofs made by another key, in another's name, and for
/// another purpose. The envelope around the document is signed as it should be.
struct DocumentProofStrikes: Sendable {
    let forger: Forger

    /// The places of documents in messages, and their owners.
    private static let places: [(place: JSONPlace, envelope: JSONPlace?, owner: KeyOwner)] = [
        (JSONPlace(), nil, .device), (JSONPlace("attestedDidDoc", "ownerDidDoc"), JSONPlace("attestedDidDoc"), .device),
        (JSONPlace("signedDidDoc", "ownerDidDoc"), JSONPlace("signedDidDoc"), .holder),
    ]

    func all(_ call: ServiceCall, _ body: JSONValue) async throws -> [Strike] {
        var strikes: [Strike] = []
        for (place, envelope, owner) in Self.places {
            guard let envelope else {
                guard body["verificationMethod"] != nil else { continue }
                for (detail, document) in try await forgeries(of: body, owner) {
                    strikes.append(Strike(kind: .resigned, detail: detail, call: call, body: document))
                }
                continue
            }
            guard let text = body[place]?.stringValue else { continue }
            for (detail, document) in try await forgeries(of: JSONValue(parsing: Multibase.decode(text).bytes), owner) {
                let changed = body.setting(.string(Multibase.encode(document.serialized(), as: .base64)), at: place)
                guard let part = changed[envelope] else { continue }
                let signed = try await forger.signedAgain(part) ?? part
                strikes.append(
                    Strike(
                        kind: .resigned, detail: "\(place) holding \(detail)", call: call,
                        body: changed.setting(signed, at: envelope)))
            }
        }
        return strikes
    }

    private func forgeries(of document: JSONValue, _ owner: KeyOwner) async throws -> [(
        detail: String, document: JSONValue
    )] {
        var made: [(String, JSONValue)] = []
        for (place, selection) in Self.proofs(of: document) {
            guard let proof = document[place],
                let url = try proof["verificationMethod"]?.stringValue.map({ try DIDURL($0) })
            else { continue }
            func add(_ detail: String, _ changes: [String: JSONValue], by signer: any ProofSigner) async throws {
                made.append(
                    (
                        "\(place) \(detail)",
                        try await Forger.signed(document, at: place, selection, changing: changes, by: signer)
                    ))
            }
            func named(_ did: String, _ version: String?, _ key: String) -> [String: JSONValue] {
                ["verificationMethod": .string(DIDURL(did: did, versionId: version, keyId: key).description)]
            }
            let key = url.keyId ?? ""
            try await add("with a stranger's key", [:], by: SigningKey.p256(P256PrivateKey()))
            for other in ["assert", "auth", "keyagree", "pin"] {
                // The document has the pending keys, and no longer those that they replace.
                for stage in [KeyStage.pending, .active] where other != key || stage == .active {
                    guard let signer = try? await forger.owner.tools.keys.signer(owner, other, stage: stage) else {
                        continue
                    }
                    try await add("with the \(stage) key \(other) under the name of \(key)", [:], by: signer)
                    if other != key {
                        try await add(
                            "with the \(stage) key \(other) of the DID", named(url.did, url.versionId, other),
                            by: signer)
                    }
                }
            }
            guard let right = try? await forger.owner.tools.keys.signer(owner, key, stage: .pending) else { continue }
            for purpose in ProofPurpose.allCases where purpose.rawValue != proof["proofPurpose"]?.stringValue {
                try await add("for \(purpose.rawValue)", ["proofPurpose": .string(purpose.rawValue)], by: right)
            }
            try await add("of a key that is not there", named(url.did, url.versionId, "nokey"), by: right)
            try await add("of a version that is not there", named(url.did, "9", key), by: right)
            try await add("of a DID that is not there", named("did:omn:nobody", "1", key), by: right)
        }
        return made
    }

    private static func proofs(of document: JSONValue) -> [(place: JSONPlace, selection: ProofSelection)] {
        guard case .array(let several)? = document["proofs"] else {
            return document["proof"] == nil ? [] : [(JSONPlace("proof"), .proof)]
        }
        return several.indices.map { (JSONPlace(parts: [.member("proofs"), .element($0)]), .proofs($0)) }
    }
}
