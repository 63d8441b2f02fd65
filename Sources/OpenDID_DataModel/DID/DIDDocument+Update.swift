/// What is wrong with a document that is to be the next version of another one (OpenDID sheet 3.1, 5.3, 5.11), in the order in which the
/// TAS looks.
public enum DIDUpdateFault: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It belongs to another DID than the request named.
    case otherThanRequested = 18018
    /// Its version is not the present one plus 1.
    case version = 12009
    /// `updated` is not later.
    case updated = 18006
    /// `@context` differs.
    case context = 18007
    /// `id` differs.
    case id = 18008
    /// `controller` differs.
    case controller = 18009
    /// `created` differs.
    case created = 18014
    /// `deactivated` differs: the registry turns a DID on and off, an update does not.
    case deactivated = 18015

    /// The code that the TAS answers with, such as `SSRVTRA18006`.
    public var tasCode: String { "SSRVTRA\(rawValue)" }

    /// The member concerned.
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

    /// The fault as the module's error.
    public var error: DataModelError { DataModelError(.update, field: field, reason: description) }
}

extension DIDDocument {
    /// What forbids this document to be the next version of `current`; empty when nothing does. Keys and services may differ, proofs are
    /// not looked at.
    /// - Parameters:
    ///   - current: the version that the ledger has.
    ///   - requested: the DID that the request named, when there was a request.
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
    /// - Throws: `DataModelError` `update` for the first of ``updateFaults(after:requested:)``.
    public func checkUpdate(of current: DIDDocument, requested: String? = nil) throws(DataModelError) {
        if let fault = updateFaults(after: current, requested: requested).first { throw fault.error }
    }

    private func isLater(_ new: UTCInstant?, than old: UTCInstant?) -> Bool {
        guard let new, let old else { return false }
        return new > old
    }
}
