/// The status of a DID in the ledger (OpenDID sheet 3.1). The document itself has no such member. Only ``deactivated`` is visible there, as
/// `deactivated: true`.
public enum DIDStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// In use.
    case activated = "ACTIVATED"
    /// Suspended. A restoration (M142) activates the DID again.
    case deactivated = "DEACTIVATED"
    /// Ended for good. The document can still be read.
    case revoked = "REVOKED"
    /// The final status. The ledger records the date.
    case terminated = "TERMINATED"

    /// The statuses that may follow this one, without the status itself.
    public var successors: Set<DIDStatus> {
        switch self {
        case .activated: [.deactivated, .revoked]
        case .deactivated: [.activated, .revoked]
        case .revoked: [.terminated]
        case .terminated: []
        }
    }

    /// True if the ledger may set `next` after this status.
    public func canBecome(_ next: DIDStatus) -> Bool { successors.contains(next) }

    /// Checks a change of status.
    /// - Throws: ``DataModelError`` with code `transition` and field `status` if the change is not allowed.
    public func checkTransition(to next: DIDStatus) throws(DataModelError) {
        guard canBecome(next) else {
            throw DataModelError(
                .transition, field: "status", reason: "a DID that is \(rawValue) cannot become \(next.rawValue)")
        }
    }
}
