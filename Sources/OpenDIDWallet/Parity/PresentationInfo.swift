/// The data of a presentation beside its credentials (OpenDID sheet 8).
public struct PresentationInfo: Codable, Sendable, Hashable {
    /// The holder's DID.
    public var holder: String
    /// The start of the validity, as a datetime of OpenDID (OpenDID sheet 1.3).
    public var validFrom: String
    /// The end of the validity.
    public var validUntil: String
    /// The nonce of the verifier's profile, unchanged.
    public var verifierNonce: String

    public init(holder: String, validFrom: String, validUntil: String, verifierNonce: String) {
        self.holder = holder
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.verifierNonce = verifierNonce
    }
}
