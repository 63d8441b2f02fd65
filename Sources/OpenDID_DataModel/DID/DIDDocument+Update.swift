/// A fault that prevents a document from being the next version of another one (OpenDID sheet 3.1, 5.3, 5.11). The order of the cases is
/// the order in which the TAS checks them.
public enum DIDUpdateFault: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The document belongs to a different DID than the request names.
    case otherThanRequested = 18018
    /// The version is not the number of the current version plus 1.
    case version = 12009
    /// `updated` is not later than in the current version.
    case updated = 18006
    /// `@context` differs from that of the current version.
    case context = 18007
    /// `id` differs from that of the current version.
    case id = 18008
    /// `controller` differs from that of the current version.
    case controller = 18009
    /// `created` differs from that of the current version.
    case created = 18014
    /// `deactivated` differs from that of the current version. An update must not change it. Only the registry may change it.
    case deactivated = 18015

    /// The error code that the TAS answers, such as `SSRVTRA18006`.
    public var tasCode: String { "SSRVTRA\(rawValue)" }

    /// The member that has the fault.
    public var field: String {
        switch self {
        case .otherThanRequested, .id: "id"
        case .version: "versionId"
        case .updated: "updated"
        case .context: "@context"
        case .controller: "controller"
        case .created: "created"
        case .deactivated: "deactivated"
        }
    }

    public var description: String {
        switch self {
        case .otherThanRequested: "the document belongs to another DID than the request"
        case .version: "the version must be the present one plus 1"
        case .updated: "updated must be later than in the present version"
        case .context, .id, .controller, .created, .deactivated: "\(field) must not change"
        }
    }

    /// The fault as a `DataModelError`.
    public var error: DataModelError { DataModelError(.update, field: field, reason: description) }
}

extension DIDDocument {
    /// Returns the faults that prevent this document from being the next version of `current`, or an empty array. Keys and services may
    /// differ. Proofs are not checked.
    /// - Parameters:
    ///   - current: the newest version in the ledger.
    ///   - requested: the DID in the request, if there was a request.
    public func updateFaults(after current: DIDDocument, requested: String? = nil) -> [DIDUpdateFault] {
        DIDUpdateFault.allCases.filter { fault in
            switch fault {
            case .otherThanRequested: requested.map { $0 != id } ?? false
            case .version: current.$versionId.next != $versionId
            case .updated: !isLater($updated, than: current.$updated)
            case .context: context != current.context
            case .id: id != current.id
            case .controller: controller != current.controller
            case .created: created != current.created && ($created == nil || $created != current.$created)
            case .deactivated: deactivated != current.deactivated
            }
        }
    }

    /// Checks that this document may be the next version of `current`.
    /// - Throws: `DataModelError` with code `update` for the first fault of ``updateFaults(after:requested:)``.
    public func checkUpdate(of current: DIDDocument, requested: String? = nil) throws(DataModelError) {
        if let fault = updateFaults(after: current, requested: requested).first { throw fault.error }
    }

    private func isLater(_ new: UTCInstant?, than old: UTCInstant?) -> Bool {
        guard let new, let old else { return false }
        return new > old
    }
}
