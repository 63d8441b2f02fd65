import HeraldJSON
import OpenDID_DataModel

/// The encryption of the claims that a terminal has not requested yet. They are personal data, and are deleted after the terminal has had
/// time to request them.
enum PresentedClaims {
    /// Returns the claims in the form in which an offer's row stores them.
    static func seal(_ claims: [VerifiableCredential.Claim], of offerID: String, _ seal: StorageSeal) throws -> [UInt8]
    {
        try seal.seal(try JSONModelEncoder().canonicalBytes(claims), at: place(offerID))
    }

    /// Returns the claims that an offer's row stores, or an empty list if it stores none.
    static func open(_ offer: VerifyOfferRow, _ seal: StorageSeal) throws -> [VerifiableCredential.Claim] {
        guard let sealed = offer.sealedClaims else { return [] }
        return try JSONModelDecoder().decode(
            [VerifiableCredential.Claim].self, from: seal.open(sealed, at: place(offer.offerID)))
    }

    private static func place(_ offerID: String) -> String { "verifier/result/\(offerID)" }
}
