import HeraldJSON
import OpenDID_DataModel

/// Unsigned documents of every signed type.
struct Samples: Sendable {
    let cast: Cast

    func provider(_ actor: Actor) -> Provider { Provider(did: actor.did, certVcRef: "http://127.0.0.1/certificate-vc") }

    var didAuth: DIDAuth { DIDAuth(did: cast.holder.did, authNonce: "mAAECAwQFBgcICQoLDA0ODw") }
    var walletInfo: SignedWalletInfo {
        SignedWalletInfo(
            wallet: Wallet(id: "WID202601ABCDEFGHIJK", did: cast.device.did), nonce: "mAAECAwQFBgcICQoLDA0ODw")
    }
    /// The device's document as it travels; empty, and so refused, if it had no canonical form.
    private var ownerDidDoc: String { (try? MultibaseEnvelope.seal(cast.device.document)) ?? "" }
    var attestation: AttestedDIDDoc {
        AttestedDIDDoc(
            walletId: "WID202601ABCDEFGHIJK", ownerDidDoc: ownerDidDoc, provider: provider(cast.wallet),
            nonce: "00112233445566778899aabbccddeeff")
    }

    func credential(id: String = "vc-1", claims: Int = 3, holder: String? = nil, issuer: Actor? = nil)
        -> VerifiableCredential
    {
        VerifiableCredential(
            context: ["https://www.w3.org/ns/credentials/v2"], id: id, type: ["VerifiableCredential"],
            issuer: VerifiableCredential.Issuer(id: (issuer ?? cast.issuer).did), issuanceDate: "2026-01-01T00:00:00Z",
            validFrom: "2026-01-01T00:00:00Z", validUntil: "2027-01-01T00:00:00Z", encoding: "UTF-8",
            formatVersion: "1.0", language: "ko",
            evidence: [
                .documentVerification(
                    .init(
                        verifier: (issuer ?? cast.issuer).did, evidenceDocument: "BusinessLicense",
                        subjectPresence: .physical,
                        documentPresence: .digital))
            ],
            credentialSchema: VerifiableCredential.CredentialSchema(
                id: "http://127.0.0.1/schema", type: .osdSchemaCredential),
            credentialSubject: VerifiableCredential.CredentialSubject(
                id: holder ?? cast.holder.did,
                claims: (0..<claims).map { index in
                    VerifiableCredential.Claim(
                        code: "org.example.v1.c\(index)", caption: "이름", value: "\(id) \(index)", type: .text,
                        format: .plain)
                }),
            proof: VCProof(
                created: "2026-01-01T00:00:00Z", proofPurpose: .assertionMethod, verificationMethod: "",
                type: .secp256r1Signature2018))
    }

    func presentation(_ credentials: [VerifiableCredential]) -> VerifiablePresentation {
        VerifiablePresentation(
            context: ["https://www.w3.org/ns/credentials/v2"], id: "vp-1", type: ["VerifiablePresentation"],
            holder: cast.holder.did,
            validFrom: "2026-06-15T11:59:00Z", validUntil: "2026-06-15T13:00:00Z",
            verifierNonce: "mAAECAwQFBgcICQoLDA0ODw",
            verifiableCredential: credentials)
    }

    /// A signed credential with these claims only, by place; the signature over the whole goes unless it is to stay.
    func presented(_ credential: VerifiableCredential, claims: [Int], keepsWhole: Bool = false) -> VerifiableCredential
    {
        var reduced = credential
        reduced.credentialSubject.claims = claims.map { credential.credentialSubject.claims[$0] }
        reduced.proof.proofValueList = claims.map { credential.proof.proofValueList?[$0] ?? "" }
        if !keepsWhole { reduced.proof.proofValue = nil }
        return reduced
    }
}

extension VerificationReport {
    var codes: [VerificationFailure.Code] { failures.map(\.code) }
}
