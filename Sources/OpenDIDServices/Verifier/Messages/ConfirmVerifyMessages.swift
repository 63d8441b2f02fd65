import HeraldJSON
import OpenDID_DataModel

/// A terminal asks what came of its offer (OpenDID sheet 5.8, step 6).
package struct ConfirmVerify: ModelObject {
    /// The message's id; not always sent.
    package var id: String?
    /// The offer.
    package var offerId: String
    package var unknownMembers = UnknownMembers()

    package init(id: String? = nil, offerId: String) {
        self.id = id
        self.offerId = offerId
    }
}

/// The answer to ``ConfirmVerify``.
package struct _ConfirmVerify: ModelObject {
    /// Whether a presentation was accepted under the offer.
    package var result: Bool
    /// The claims that were shown, of all credentials in their order; empty until then.
    package var claims: [VerifiableCredential.Claim]
    package var unknownMembers = UnknownMembers()

    package init(result: Bool, claims: [VerifiableCredential.Claim]) {
        self.result = result
        self.claims = claims
    }
}

extension OpenDIDEndpoints.Verifier {
    /// The terminal polls it.
    package static let confirmVerify = ServiceEndpoint<ConfirmVerify, _ConfirmVerify>(.verifier, .post, "confirm-verify")
}
