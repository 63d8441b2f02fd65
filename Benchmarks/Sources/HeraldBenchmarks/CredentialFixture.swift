import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// A credential of 20 claims, signed as a whole and by claim. Always the same but for the signatures.
enum CredentialFixture {
    static let claims = 20

    /// - Returns: the credential, and its text with the members in the order in which a server's model declares them.
    static func make(with key: SigningKey) throws -> (credential: VerifiableCredential, text: [UInt8]) {
        var credential = unsigned(key)
        let document = try SignedDocument(credential)
        credential.proof.proofValue = try text(key.sign(digest: document.digest(.proof)))
        credential.proof.proofValueList = try document.claimDigests().map { try text(key.sign(digest: $0)) }
        let value = try JSONModelEncoder().value(credential)
        return (credential, declared(value))
    }

    private static func text(_ signature: CompactSignature) -> String {
        Multibase.encode(signature.bytes, as: .base58btc)
    }

    private static func unsigned(_ key: SigningKey) -> VerifiableCredential {
        let time = "2024-08-28T09:00:00Z"
        return VerifiableCredential(
            context: ["https://www.w3.org/ns/credentials/v2"], id: "2f5a1c9e-1111-4222-8333-444455556666",
            type: ["VerifiableCredential"],
            issuer: .init(id: "did:omn:issuer", name: "issuer"), issuanceDate: time, validFrom: time,
            validUntil: "2025-08-28T09:00:00Z",
            encoding: "UTF-8", formatVersion: "1.0", language: "ko",
            evidence: [
                .documentVerification(
                    .init(
                        verifier: "did:omn:issuer", evidenceDocument: "BusinessLicense", subjectPresence: .physical,
                        documentPresence: .physical))
            ],
            credentialSchema: .init(id: "https://issuer.example/api/v1/vc/vcschema?name=mdl"),
            credentialSubject: .init(id: "did:omn:3kHwTYzDwd1vCuAvbJcGkbmPSrDw", claims: (0..<claims).map(claim)),
            proof: VCProof(
                created: time, proofPurpose: .assertionMethod, verificationMethod: "did:omn:issuer?versionId=1#assert",
                type: key.verificationKey.proofType))
    }

    private static func claim(_ number: Int) -> VerifiableCredential.Claim {
        .init(
            code: "org.iso.18013.5.item_\(number)", caption: number % 3 == 0 ? "항목 \(number)" : "Item \(number)",
            value: number % 4 == 0 ? "홍길동" : "value number \(number) of the card", type: .text, format: .plain,
            hideValue: false,
            location: .inline, i18n: number % 5 == 0 ? ["en": .init(caption: "Item \(number)")] : nil)
    }

    /// The members of each object in an order that is not the canonical one, so that sorting is measured too.
    private static func declared(_ value: JSONValue) -> [UInt8] {
        switch value {
        case .array(let elements): return brackets("[", elements.map(declared), "]")
        case .object(let object):
            let keys = object.keys.sorted { (rank($0), $0) < (rank($1), $1) }
            return brackets(
                "{",
                keys.compactMap { key in object[key].map { JSONText.quoted(key) + Array(":".utf8) + declared($0) } },
                "}")
        default: return value.serialized()
        }
    }

    private static func rank(_ key: String) -> Int {
        let order = [
            "@context", "id", "type", "issuer", "issuanceDate", "validFrom", "validUntil", "encoding", "formatVersion",
            "language",
            "evidence", "credentialSchema", "credentialSubject", "code", "caption", "value", "format", "hideValue",
            "location", "claims",
            "proof", "created", "proofPurpose", "verificationMethod", "proofValue", "proofValueList",
        ]
        return order.firstIndex(of: key) ?? order.count
    }

    private static func brackets(_ open: String, _ parts: [[UInt8]], _ close: String) -> [UInt8] {
        Array(open.utf8) + Array(parts.joined(separator: Array(",".utf8))) + Array(close.utf8)
    }
}
