import Foundation
import HeraldJSON
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// The steps for a presentation that is accepted, and for one that is refused.
extension Demo {
    static func presentThree(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        demo.trace.begin("M310: three of twelve claims are presented", sheet: "OpenDID sheet 5.8")
        let offer = try await holder.ask()
        guard let offerID = offer.payload.offerId else { throw DemoError("the verifier's offer has no id") }
        let outcome = try await holder.wallet.present(offer.payload, txId: offer.txId, unlock: holder.unlock)
        let result = try await holder.operators.call(
            OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: offerID))
        demo.trace.end()
        try require(outcome.isAccepted && result.result, "the presentation was not accepted")
        try require(
            result.claims.map(\.code) == SampleWorld.askedClaims, "the verifier has \(result.claims.map(\.code))")

        // The presentation is read as the verifier's process decrypted it. The wallet's own report of what it sent would prove less.
        let bytes = try holder.presentations.presentation(of: outcome.txId)
        guard let stored = try await holder.vault.credential(holder.credentialID) else {
            throw DemoError("the wallet lost the credential")
        }
        let claims = stored.credential.credentialSubject.claims
        let hidden = claims.filter { !SampleWorld.askedClaims.contains($0.code) }
        try require(hidden.count == 9, "\(hidden.count) claims were to stay hidden")
        let found = try Disclosure(bytes).traces(of: hidden)
        try require(found.isEmpty, "the verifier's bytes have \(found.joined(separator: ", "))")
        let shown = try Disclosure(bytes).traces(of: claims.filter { SampleWorld.askedClaims.contains($0.code) })
        try require(shown.count >= 3, "the verifier's bytes do not have the claims that were asked for")

        let settings = WalletFolder.Settings(
            server: holder.server, tas: holder.configuration.anchors.tas, appId: "", pkgName: "")
        let check = try await CredentialCheck(document: SignedDocument(bytes), settings: settings).run()
        try require(check.isValid, "what the verifier decrypted does not hold")
        return [
            .init("disclosed", result.claims.map { "\($0.caption): \($0.value)" }.joined(separator: ", ")),
            .init("decrypted", "\(bytes.count) bytes in the verifier's process"),
            .init("not in them", hidden.map(\.caption).joined(separator: ", ")),
            .init("verified", "signatures, keys, validity, issuer's certificate and status, once more from outside"),
        ]
    }

    static func revokeCredential(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        demo.trace.begin("M220: a credential is revoked", sheet: "OpenDID sheet 5.9")
        // The revoked credential stays in the wallet, so that the next part can present it.
        try await holder.wallet.revoke(holder.credentialID, keepingCopy: true, unlock: holder.unlock)
        demo.trace.begin("M310: a revoked credential is refused", sheet: "OpenDID sheet 5.8")
        let refusal = try await holder.refusedPresentation("a revoked credential")
        demo.trace.end()
        let status = try await holder.wallet.trust.standing(ofCredential: holder.credentialID)?.status
        try require(status == .REVOKED, "the registry says \(status?.rawValue ?? "nothing")")
        try require(refusal.code == "SSRVVRF00801", "it was refused with \(refusal.code)")
        return [.init("registry", "REVOKED"), .init("refused", "\(refusal.code): \(refusal.text)")]
    }
}

/// Detects which claims are contained in bytes.
struct Disclosure {
    private let bytes: Data
    private let leaves: Set<String>

    init(_ bytes: [UInt8]) throws {
        self.bytes = Data(bytes)
        leaves = Self.leaves(of: try JSONValue(parsing: bytes))
    }

    /// Returns the codes, captions and values of claims, in any language, that the bytes contain. A text counts if it is a whole string of
    /// the document. A text that is too long to occur by chance counts anywhere in the bytes.
    func traces(of claims: [VerifiableCredential.Claim]) -> [String] {
        claims.flatMap { claim in
            [claim.code, claim.caption, claim.value]
                + (claim.i18n ?? [:]).values.flatMap { [$0.caption, $0.value].compactMap { $0 } }
        }.filter { leaves.contains($0) || ($0.utf8.count > 4 && bytes.range(of: Data($0.utf8)) != nil) }
    }

    private static func leaves(of value: JSONValue) -> Set<String> {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(leaves(of: $1)) }
        case .object(let members): members.reduce(into: []) { $0.formUnion(leaves(of: $1.value)) }
        default: []
        }
    }
}
