/// In which statuses a signature of a DID counts (OpenDID sheet 3.1, "Key use by status").
public struct DIDStatusRule: Sendable, Hashable {
    /// Whether a signature counts while the DID is off for the time being; a restore (M142) needs that.
    public var acceptsDeactivated: Bool
    /// Whether a signature that was made before the DID was terminated still counts as evidence of what was signed, although
    /// the DID is revoked or terminated.
    public var acceptsPast: Bool

    /// - Parameters:
    ///   - acceptsDeactivated: whether a deactivated DID counts. Defaults to `false`.
    ///   - acceptsPast: whether signatures of before the end of a DID count. Defaults to `false`.
    public init(acceptsDeactivated: Bool = false, acceptsPast: Bool = false) {
        self.acceptsDeactivated = acceptsDeactivated
        self.acceptsPast = acceptsPast
    }

    /// Only a DID in use signs.
    public static let activeOnly = DIDStatusRule()
    /// A deactivated DID signs too: for the DIDAuth of a restore (OpenDID sheet 5.10).
    public static let restoring = DIDStatusRule(acceptsDeactivated: true)
    /// Signatures of the past count: for disputes about what was signed, never for access.
    public static let nonRepudiation = DIDStatusRule(acceptsDeactivated: true, acceptsPast: true)

    /// Whether a signature counts.
    /// - Parameters:
    ///   - status: the ledger's status of the signer.
    ///   - signed: when the signature says it was made.
    ///   - terminated: when the DID was terminated; without it no signature of a terminated DID counts.
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
