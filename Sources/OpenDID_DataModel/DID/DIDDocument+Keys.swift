/// How the version in a key URL has to fit the document at hand (OpenDID sheet 1.5, 5.11).
public enum KeyVersionRule: Sendable, Hashable {
    /// The same number; none means the current version.
    case exact
    /// The same number or the following one: for the DIDAuth of an update, which some wallets make with the version that is not
    /// registered yet.
    case sameOrNext
    /// A lower number, for a key of the current version: some wallets name version 1 for good.
    case earlier

    /// Says whether a URL may name this version where a document at hand is meant.
    func accepts(_ named: String, of document: DIDDocument) -> Bool {
        switch self {
        case .exact: named == document.versionId
        case .sameOrNext: named == document.versionId || named == document.$versionId.next?.wrappedValue
        case .earlier: DIDVersionId.isWellFormed(named) && DIDVersionId(wrappedValue: named) < document.$versionId
        }
    }
}

extension DIDURL {
    /// The URL of a key in a document, as signers write it.
    public init(key keyId: String, of document: DIDDocument) {
        self.init(did: document.id, versionId: document.versionId, keyId: keyId)
    }
}

extension DIDDocument {
    /// The URL of a key, with the document's version: what goes into proofs (OpenDID sheet 1.5).
    public func keyURL(_ name: String) -> DIDURL { DIDURL(key: name, of: self) }

    /// The purposes for which a key is listed.
    public func purposes(ofKey name: String) -> Set<ProofPurpose> {
        Set(ProofPurpose.allCases.filter { keyNames(for: $0).contains(name) })
    }

    /// The entry of the key that a URL names. Fails closed: another DID or version, a key that is not there or there twice, and a key that
    /// is not listed for the purpose are errors (OpenDID sheet 2.5).
    /// - Parameters:
    ///   - url: a DID URL with a key's name.
    ///   - purpose: what the key is to be used for; `nil` when every purpose will do.
    ///   - versions: how the version has to fit.
    /// - Throws: `DataModelError` `did`, `versionId`, `unknown`, `duplicate` or `purpose`.
    public func verificationMethod(
        at url: DIDURL, for purpose: ProofPurpose? = nil, versions: KeyVersionRule = .exact
    ) throws(DataModelError) -> VerificationMethod {
        guard url.did == id else { throw DataModelError(.did, field: "id", reason: "the key URL belongs to another DID") }
        if let version = url.versionId, !versions.accepts(version, of: self) {
            throw DataModelError(.versionId, field: "versionId", reason: "the key URL means another version of the document")
        }
        guard let name = url.keyId else { throw DataModelError(.unknown, field: "verificationMethod", reason: "the URL names no key") }
        let methods = verificationMethod.filter { $0.id == name }
        guard let method = methods.first else {
            throw DataModelError(.unknown, field: "verificationMethod", reason: "the document has no key of this name")
        }
        guard methods.count == 1 else {
            throw DataModelError(.duplicate, field: "verificationMethod", reason: "the document has several keys of this name")
        }
        if let purpose, !keyNames(for: purpose).contains(name) {
            throw DataModelError(.purpose, field: purpose.rawValue, reason: "the key is not listed for this purpose")
        }
        return method
    }

    /// The key that a URL names: ``verificationMethod(at:for:versions:)`` with the key read.
    /// - Throws: `DataModelError`; `invalidValue` when the entry holds no key of its type.
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
