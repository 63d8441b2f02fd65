import HeraldKeys

/// Changes of a DID document on their way to its next version (OpenDID sheet 3.1, 5.11). They are made to a copy; the present version
/// stays what the ledger has until ``nextVersion(at:)`` is confirmed there.
public struct DIDDocumentEdit: Sendable, Hashable {
    /// The present version.
    public let current: DIDDocument
    /// The changed copy, still with the present version's number and date, without proofs.
    public private(set) var draft: DIDDocument

    /// Starts without changes.
    public init(_ current: DIDDocument) {
        self.current = current
        draft = current.withoutProofs
    }

    /// Whether anything differs from the present version.
    public var hasChanges: Bool { draft != current.withoutProofs }

    /// Drops all changes.
    public mutating func reset() { draft = current.withoutProofs }

    /// Adds a key at the end of the list, and of the lists of its purposes.
    /// - Throws: `DataModelError` `duplicate` when there is a key of this name.
    public mutating func add(_ key: DIDKeyEntry, encoding: Multibase.Base = .base58btc) throws(DataModelError) {
        guard !draft.verificationMethod.contains(where: { $0.id == key.id }) else {
            throw DataModelError(.duplicate, field: "verificationMethod", reason: "there is a key of this name already")
        }
        draft.verificationMethod.append(key.method(controller: draft.controller, encoding: encoding))
        for purpose in key.purposes { draft.setKeyNames(draft.keyNames(for: purpose) + [key.id], for: purpose) }
    }

    /// Removes a key from the list and from every purpose.
    /// - Throws: `DataModelError` `unknown` when there is no key of this name.
    public mutating func removeKey(named name: String) throws(DataModelError) {
        guard draft.verificationMethod.contains(where: { $0.id == name }) else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "there is no key of this name")
        }
        draft.verificationMethod.removeAll { $0.id == name }
        for purpose in ProofPurpose.allCases where draft.keyNames(for: purpose).contains(name) {
            draft.setKeyNames(draft.keyNames(for: purpose).filter { $0 != name }, for: purpose)
        }
    }

    /// Puts a new key in the place of the one with the same name. Its purposes become those of the new entry.
    /// - Throws: `DataModelError` `unknown` when there is no key of this name.
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
    /// - Throws: `DataModelError` `duplicate` when there is a service of this name.
    public mutating func add(_ service: DIDDocument.Service) throws(DataModelError) {
        guard !(draft.service ?? []).contains(where: { $0.id == service.id }) else {
            throw DataModelError(.duplicate, field: "service", reason: "there is a service of this name already")
        }
        draft.service = (draft.service ?? []) + [service]
    }

    /// Removes a service; a list that becomes empty is left out.
    /// - Throws: `DataModelError` `unknown` when there is no service of this name.
    public mutating func removeService(named name: String) throws(DataModelError) {
        let rest = (draft.service ?? []).filter { $0.id != name }
        guard rest.count < (draft.service ?? []).count else {
            throw DataModelError(.unknown, field: "service", reason: "there is no service of this name")
        }
        draft.service = rest.isEmpty ? nil : rest
    }

    /// The next version: the number goes up by one, `updated` is `now` in whole seconds, nothing but keys and services differs. It has no
    /// proofs yet.
    /// - Throws: `DataModelError` `update` when nothing changed, or when `now` is not later than the present `updated`; otherwise the
    ///   first rule of `DIDDocument.validationErrors(_:)` that does not hold.
    public func nextVersion(at now: UTCInstant) throws(DataModelError) -> DIDDocument {
        guard hasChanges else { throw DataModelError(.update, reason: "the document was not changed") }
        guard let version = current.$versionId.next else {
            throw DataModelError(.versionId, field: "versionId", reason: "a decimal number without leading zero expected")
        }
        var next = draft
        next.versionId = version.wrappedValue
        next.updated = now.text
        try next.checkUpdate(of: current)
        try next.validate()
        return next
    }
}
