/// The rule for the version in a key URL, compared with the version of the DID document that has the key (OpenDID sheet 1.5, 5.11).
public enum KeyVersionRule: Sendable, Hashable {
    /// The two versions are equal. A URL without a version means the current version.
    case exact
    /// The URL names the document's version or the next one. This rule is for the DIDAuth of an update, because some wallets name the
    /// version that is not registered yet.
    case sameOrNext
    /// The URL names an earlier version, but the key is taken from the current version. This rule exists because some wallets always name
    /// version 1.
    case earlier

    /// True if a URL with the version `named` may refer to a key in the given document.
    func accepts(_ named: String, of document: DIDDocument) -> Bool {
        switch self {
        case .exact: named == document.versionId
        case .sameOrNext: named == document.versionId || named == document.$versionId.next?.wrappedValue
        case .earlier: DIDVersionId.isWellFormed(named) && DIDVersionId(wrappedValue: named) < document.$versionId
        }
    }
}

extension DIDURL {
    /// Creates the URL of a key in a document, with the document's version.
    public init(key keyId: String, of document: DIDDocument) {
        self.init(did: document.id, versionId: document.versionId, keyId: keyId)
    }
}

extension DIDDocument {
    /// Returns the URL of a key with the document's version, as proofs name it (OpenDID sheet 1.5).
    public func keyURL(_ name: String) -> DIDURL { DIDURL(key: name, of: self) }

    /// Returns the purposes for which a key is listed.
    public func purposes(ofKey name: String) -> Set<ProofPurpose> {
        Set(ProofPurpose.allCases.filter { keyNames(for: $0).contains(name) })
    }

    /// Returns the document's entry of the key that a URL names. It is an error if the URL names another DID or version, if the key is
    /// missing or occurs twice, or if the document does not list the key for the purpose (OpenDID sheet 2.5).
    /// - Parameters:
    ///   - url: a DID URL with a key's name.
    ///   - purpose: the purpose of the key. Defaults to `nil`, which allows every purpose.
    ///   - versions: the required relation of the versions. Defaults to ``KeyVersionRule/exact``.
    /// - Throws: `DataModelError` with code `did`, `versionId`, `unknown`, `duplicate` or `purpose`.
    public func verificationMethod(
        at url: DIDURL, for purpose: ProofPurpose? = nil, versions: KeyVersionRule = .exact
    ) throws(DataModelError) -> VerificationMethod {
        guard url.did == id else {
            throw DataModelError(.did, field: "id", reason: "the key URL belongs to another DID")
        }
        if let version = url.versionId, !versions.accepts(version, of: self) {
            throw DataModelError(
                .versionId, field: "versionId", reason: "the key URL means another version of the document")
        }
        guard let name = url.keyId else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "the URL names no key")
        }
        let methods = verificationMethod.filter { $0.id == name }
        guard let method = methods.first else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "the document has no key of this name")
        }
        guard methods.count == 1 else {
            throw DataModelError(
                .duplicate, field: "verificationMethod", reason: "the document has several keys of this name")
        }
        if let purpose, !keyNames(for: purpose).contains(name) {
            throw DataModelError(.purpose, field: purpose.rawValue, reason: "the key is not listed for this purpose")
        }
        return method
    }

    /// Returns the key that a URL names, as found by ``verificationMethod(at:for:versions:)``.
    /// - Throws: `DataModelError` as ``verificationMethod(at:for:versions:)`` does, and with code `invalidValue` if the entry has no valid
    /// key of its type.
    public func verificationKey(
        at url: DIDURL, for purpose: ProofPurpose, versions: KeyVersionRule = .exact
    ) throws(DataModelError) -> VerificationKey {
        let method = try verificationMethod(at: url, for: purpose, versions: versions)
        do {
            return try VerificationKey(method)
        } catch {
            throw DataModelError(.invalidValue, field: "verificationMethod.publicKeyMultibase", reason: error.reason)
        }
    }
}
