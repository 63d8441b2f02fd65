/// What the ledger says about a DID (OpenDID sheet 3.1). It is ledger metadata and no member of the document; only
/// ``deactivated`` shows there, as `deactivated: true`.
public enum DIDStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// In use.
    case activated = "ACTIVATED"
    /// Off for the time being; a restore (M142) turns it on again.
    case deactivated = "DEACTIVATED"
    /// Off for good; the document can still be read.
    case revoked = "REVOKED"
    /// The end; the ledger records the date.
    case terminated = "TERMINATED"

    /// The statuses that may follow this one. Staying is no transition.
    public var successors: Set<DIDStatus> {
        switch self {
        case .activated: [.deactivated, .revoked]
        case .deactivated: [.activated, .revoked]
        case .revoked: [.terminated]
        case .terminated: []
        }
    }

    /// Whether the ledger may set `next` after this status.
    public func canBecome(_ next: DIDStatus) -> Bool { successors.contains(next) }

    /// Checks a change of status.
    /// - Throws: ``DataModelError`` `transition`, field `status`.
    public func checkTransition(to next: DIDStatus) throws(DataModelError) {
        guard canBecome(next) else {
            throw DataModelError(.transition, field: "status", reason: "a DID that is \(rawValue) cannot become \(next.rawValue)")
        }
    }
}
