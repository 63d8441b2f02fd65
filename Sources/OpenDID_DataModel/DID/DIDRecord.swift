/// A registry's record of one DID. It has all versions of the document, and the status of the DID, which is not part of the document
/// (OpenDID sheet 3.1).
///
/// The record implements the rules of the ledger, but it does not store anything on disk. The caller must check who may request a change.
public struct DIDRecord: Sendable, Hashable {
    /// All versions, from the first one on, without proofs.
    public private(set) var versions: [DIDDocument]
    /// The status of the DID.
    public private(set) var status: DIDStatus
    /// The time when the DID was terminated.
    public private(set) var terminated: UTCInstant?
    /// The newest version.
    public private(set) var newest: DIDDocument

    /// Registers a DID. The document's proofs are not stored.
    /// - Throws: `DataModelError` for the first fault of `DIDDocument.validationErrors(_:)` for a first version.
    public init(registering document: DIDDocument) throws(DataModelError) {
        try document.validate(.registration)
        newest = document.withoutProofs
        versions = [newest]
        status = .activated
    }

    /// Adds the next version. Its proofs are not stored.
    /// - Throws: `DataModelError` with code `transition` if the DID is not activated, with code `update` for the first fault of
    ///   `DIDDocument.updateFaults(after:requested:)`, or the first fault of `DIDDocument.validationErrors(_:)`.
    public mutating func update(to document: DIDDocument) throws(DataModelError) {
        guard status == .activated else {
            throw DataModelError(
                .transition, field: "status", reason: "a DID that is \(status.rawValue) gets no new version")
        }
        try document.checkUpdate(of: newest)
        try document.validate()
        newest = document.withoutProofs
        versions.append(newest)
    }

    /// Changes the status. Deactivation and activation also change `deactivated` in the newest document. Its version number stays the same.
    /// - Throws: `DataModelError` with code `transition` if the change is not allowed.
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

    /// Returns the version with the given number, or the newest version if no number is given. The result has the current status and the
    /// time of termination.
    /// - Returns: `nil` if there is no such version.
    public func resolve(versionId: String? = nil) -> ResolvedDID? {
        let document = versionId == nil ? newest : versions.first { $0.versionId == versionId }
        return document.map { ResolvedDID(document: $0, status: status, terminated: terminated) }
    }
}
