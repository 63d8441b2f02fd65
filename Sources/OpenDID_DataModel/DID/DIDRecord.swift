/// What a registry keeps of one DID: every version, and the status that is no part of them (OpenDID sheet 3.1).
///
/// It holds the rules of the ledger and nothing of its storage; who may ask for a change is for the caller to check.
public struct DIDRecord: Sendable, Hashable {
    /// Every version from the first one on, without proofs.
    public private(set) var versions: [DIDDocument]
    /// The status of the DID.
    public private(set) var status: DIDStatus
    /// When the DID was terminated.
    public private(set) var terminated: UTCInstant?
    /// The version that counts.
    public private(set) var newest: DIDDocument

    /// Registers a DID. The document's proofs are not kept.
    /// - Throws: `DataModelError`, the first of `DIDDocument.validationErrors(_:)` for a first version.
    public init(registering document: DIDDocument) throws(DataModelError) {
        try document.validate(.registration)
        newest = document.withoutProofs
        versions = [newest]
        status = .activated
    }

    /// Takes in the next version. Its proofs are not kept.
    /// - Throws: `DataModelError` `transition` unless the DID is in use, `update` for the first of
    ///   `DIDDocument.updateFaults(after:requested:)`, or the first of `DIDDocument.validationErrors(_:)`.
    public mutating func update(to document: DIDDocument) throws(DataModelError) {
        guard status == .activated else {
            throw DataModelError(.transition, field: "status", reason: "a DID that is \(status.rawValue) gets no new version")
        }
        try document.checkUpdate(of: newest)
        try document.validate()
        newest = document.withoutProofs
        versions.append(newest)
    }

    /// Changes the status. Off and on again also shows in the newest document, whose version stays.
    /// - Throws: `DataModelError` `transition`.
    public mutating func setStatus(_ next: DIDStatus, at now: UTCInstant) throws(DataModelError) {
        try status.checkTransition(to: next)
        status = next
        switch next {
        case .activated, .deactivated:
            newest = newest.with(deactivated: next == .deactivated)
            versions[versions.count - 1] = newest
        case .revoked: break
        case .terminated: terminated = now
        }
    }

    /// A version by its number, the newest one when `nil`, with the status of today and
    /// the date of termination.
    /// - Returns: `nil` when there is no such version.
    public func resolve(versionId: String? = nil) -> ResolvedDID? {
        let document = versionId == nil ? newest : versions.first { $0.versionId == versionId }
        return document.map { ResolvedDID(document: $0, status: status, terminated: terminated) }
    }
}
