/// The status of a DID in the ledger (OpenDID sheet 3.1). The DID document does not contain the status. Only ``deactivated`` is visible in
/// the document, as the member `deactivated: true`.
public enum DIDStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// The DID is in use.
    case activated = "ACTIVATED"
    /// The DID is suspended. A restoration (M142) activates it again.
    case deactivated = "DEACTIVATED"
    /// The DID is ended for good. Its document can still be read.
    case revoked = "REVOKED"
    /// The DID is ended, and no other status can follow. The ledger records the date.
    case terminated = "TERMINATED"

    /// The statuses to which a DID with this status may be changed.
    public var successors: Set<DIDStatus> {
        switch self {
        case .activated: [.deactivated, .revoked]
        case .deactivated: [.activated, .revoked]
        case .revoked: [.terminated]
        case .terminated: []
        }
    }

    /// True if the ledger may change this status to `next`.
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
