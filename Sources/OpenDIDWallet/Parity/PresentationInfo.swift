/// What a presentation says beside its credentials (OpenDID sheet 8).
public struct PresentationInfo: Codable, Sendable, Hashable {
    /// The holder's DID.
    public var holder: String
    /// From when it holds, as a datetime of OpenDID (OpenDID sheet 1.3).
    public var validFrom: String
    /// Until when it holds.
    public var validUntil: String
    /// The text of the verifier's profile, unchanged.
    public var verifierNonce: String

    /// A value from its members.
    public init(holder: String, validFrom: String, validUntil: String, verifierNonce: String) {
        self.holder = holder
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.verifierNonce = verifierNonce
    }
}
