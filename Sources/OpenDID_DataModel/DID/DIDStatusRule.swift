/// The rule for accepting a signature, depending on the status of the signer's DID (OpenDID sheet 3.1, "Key use by status").
public struct DIDStatusRule: Sendable, Hashable {
    /// True if signatures are accepted while the signer's DID is deactivated. The restoration of a DID (M142) needs such a signature.
    public var acceptsDeactivated: Bool
    /// True if a signature of a revoked or terminated DID is accepted as evidence of the signed content. If the DID is terminated, the
    /// signature must have been made before the termination.
    public var acceptsPast: Bool

    /// Creates a rule.
    /// - Parameters:
    ///   - acceptsDeactivated: true to accept a deactivated DID. Defaults to false.
    ///   - acceptsPast: true to accept past signatures of a revoked or terminated DID. Defaults to false.
    public init(acceptsDeactivated: Bool = false, acceptsPast: Bool = false) {
        self.acceptsDeactivated = acceptsDeactivated
        self.acceptsPast = acceptsPast
    }

    /// Accepts only activated DIDs.
    public static let activeOnly = DIDStatusRule()
    /// Also accepts deactivated DIDs, for the DIDAuth of a restoration (OpenDID sheet 5.10).
    public static let restoring = DIDStatusRule(acceptsDeactivated: true)
    /// Also accepts past signatures of a revoked or terminated DID. Use this rule only to settle disputes about signed content, never to
    /// grant access.
    public static let nonRepudiation = DIDStatusRule(acceptsDeactivated: true, acceptsPast: true)

    /// True if a signature is accepted.
    /// - Parameters:
    ///   - status: the status of the signer's DID in the ledger.
    ///   - signed: the time of signing, as the signature states it.
    ///   - terminated: the time when the DID was terminated. If it is `nil`, no signature of a terminated DID is accepted.
    public func accepts(_ status: DIDStatus, signed: UTCInstant? = nil, terminated: UTCInstant? = nil) -> Bool {
        switch status {
        case .activated: return true
        case .deactivated: return acceptsDeactivated
        case .revoked: return acceptsPast
        case .terminated:
            guard acceptsPast, let signed, let terminated else { return false }
            return signed < terminated
        }
    }
}
