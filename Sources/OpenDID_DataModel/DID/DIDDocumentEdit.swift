import HeraldKeys

/// A set of changes to a DID document for its next version (OpenDID sheet 3.1, 5.11). The changes are made to a copy. The current version
/// stays valid until the ledger has confirmed the result of ``nextVersion(at:)``.
public struct DIDDocumentEdit: Sendable, Hashable {
    /// The current version.
    public let current: DIDDocument
    /// The copy with the changes. It still has the current version's number and date. It has no proofs.
    public private(set) var draft: DIDDocument

    /// Starts an edit without changes.
    public init(_ current: DIDDocument) {
        self.current = current
        draft = current.withoutProofs
    }

    /// True if the copy differs from the current version.
    public var hasChanges: Bool { draft != current.withoutProofs }

    /// Discards all changes.
    public mutating func reset() { draft = current.withoutProofs }

    /// Adds a key at the end of the key list and of the lists of its purposes.
    /// - Throws: `DataModelError` with code `duplicate` if a key of this name exists.
    public mutating func add(_ key: DIDKeyEntry, encoding: Multibase.Base = .base58btc) throws(DataModelError) {
        guard !draft.verificationMethod.contains(where: { $0.id == key.id }) else {
            throw DataModelError(.duplicate, field: "verificationMethod", reason: "a key of this name exists already")
        }
        draft.verificationMethod.append(key.method(controller: draft.controller, encoding: encoding))
        for purpose in key.purposes { draft.setKeyNames(draft.keyNames(for: purpose) + [key.id], for: purpose) }
    }

    /// Removes a key from the key list and from every purpose.
    /// - Throws: `DataModelError` with code `unknown` if no key has this name.
    public mutating func removeKey(named name: String) throws(DataModelError) {
        guard draft.verificationMethod.contains(where: { $0.id == name }) else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "there is no key of this name")
        }
        draft.verificationMethod.removeAll { $0.id == name }
        for purpose in ProofPurpose.allCases where draft.keyNames(for: purpose).contains(name) {
            draft.setKeyNames(draft.keyNames(for: purpose).filter { $0 != name }, for: purpose)
        }
    }

    /// Replaces the key that has the same name. The new entry also sets the key's purposes.
    /// - Throws: `DataModelError` with code `unknown` if no key has this name.
    public mutating func replace(_ key: DIDKeyEntry, encoding: Multibase.Base = .base58btc) throws(DataModelError) {
        guard let index = draft.verificationMethod.firstIndex(where: { $0.id == key.id }) else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "there is no key of this name")
        }
        draft.verificationMethod[index] = key.method(controller: draft.controller, encoding: encoding)
        for purpose in ProofPurpose.allCases {
            let names = draft.keyNames(for: purpose)
            switch (key.purposes.contains(purpose), names.contains(key.id)) {
            case (true, false): draft.setKeyNames(names + [key.id], for: purpose)
            case (false, true): draft.setKeyNames(names.filter { $0 != key.id }, for: purpose)
            case (true, true), (false, false): break
            }
        }
    }

    /// Adds a service at the end of the list.
    /// - Throws: `DataModelError` with code `duplicate` if a service of this name exists.
    public mutating func add(_ service: DIDDocument.Service) throws(DataModelError) {
        guard !(draft.service ?? []).contains(where: { $0.id == service.id }) else {
            throw DataModelError(.duplicate, field: "service", reason: "a service of this name exists already")
        }
        draft.service = (draft.service ?? []) + [service]
    }

    /// Removes a service. If it was the last one, the list is left out of the document.
    /// - Throws: `DataModelError` with code `unknown` if no service has this name.
    public mutating func removeService(named name: String) throws(DataModelError) {
        let rest = (draft.service ?? []).filter { $0.id != name }
        guard rest.count < (draft.service ?? []).count else {
            throw DataModelError(.unknown, field: "service", reason: "there is no service of this name")
        }
        draft.service = rest.isEmpty ? nil : rest
    }

    /// Returns the next version, without proofs. Its version number is one higher, and `updated` is `now` in whole seconds. Otherwise only
    /// the changed keys and services differ from the current version.
    /// - Throws: `DataModelError` with code `update` if nothing changed or if `now` is not later than the current `updated`.
    ///   `DataModelError` with code `versionId` if the current version's number is malformed. Otherwise the first fault of
    ///   `DIDDocument.validationErrors(_:)`.
    public func nextVersion(at now: UTCInstant) throws(DataModelError) -> DIDDocument {
        guard hasChanges else { throw DataModelError(.update, reason: "the document was not changed") }
        guard let version = current.$versionId.next else {
            throw DataModelError(
                .versionId, field: "versionId", reason: "a decimal number without leading zero expected")
        }
        var next = draft
        next.versionId = version.wrappedValue
        next.updated = now.text
        try next.checkUpdate(of: current)
        try next.validate()
        return next
    }
}
