import HeraldKeys
import OpenDID_DataModel

/// The stored state of a protocol run, so that the run can continue after the end of the process. The entry is encrypted like everything in
/// the vault.
public struct JournalEntry: Sendable, Hashable, Identifiable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The run's id, unique in the vault.
    public let id: String
    /// The protocol's name.
    public let flow: String
    /// The run's state. It may contain keys and tokens, so the description is redacted.
    public let state: [UInt8]

    public init(id: String, flow: String, state: [UInt8]) {
        self.id = id
        self.flow = flow
        self.state = state
    }

    public var description: String { "JournalEntry(\(flow), redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A credential in the vault.
public struct StoredCredential: Sendable, Identifiable {
    /// The credential's id.
    public let id: String
    /// The issuer's DID.
    public let issuer: String
    /// The URL of the credential's schema.
    public let schemaID: String
    /// The credential's types, such as `VerifiableCredential`.
    public let type: [String]
    /// The JSON text as it was received. Signatures are checked over it.
    public let bytes: [UInt8]
    /// The credential, decoded.
    public let credential: VerifiableCredential
    /// The time when it was stored.
    public let stored: UTCInstant
}

/// The stored form of a credential.
struct CredentialRecord: Codable, Sendable {
    let id: String
    let schemaID: String
    let stored: StoredInstant
    /// The JSON text as it was received.
    let bytes: StoredBytes

    /// Decodes the credential.
    /// - Throws: ``WalletError`` with code `damaged` if the credential cannot be read.
    func credential() throws(WalletError) -> StoredCredential {
        let credential: VerifiableCredential
        do {
            credential = try VerifiableCredential(jsonBytes: bytes.bytes)
        } catch {
            throw WalletError(
                .damaged, field: RowName.Kind.credential.rawValue, reason: "a stored credential cannot be read")
        }
        return StoredCredential(
            id: id, issuer: credential.issuer.id, schemaID: schemaID, type: credential.type, bytes: bytes.bytes,
            credential: credential,
            stored: stored.instant)
    }

    /// True if the same issuer issued both credentials with the same id and schema. One of them then replaces the other.
    /// - Throws: ``WalletError`` with code `damaged` if one of them cannot be read.
    func isVersion(of other: CredentialRecord) throws(WalletError) -> Bool {
        let (mine, others) = (try credential(), try other.credential())
        return mine.isVersion(of: others)
    }
}

extension StoredCredential {
    /// True if the same issuer issued both credentials with the same id and schema.
    func isVersion(of other: StoredCredential) -> Bool {
        id == other.id && issuer == other.issuer && schemaID == other.schemaID
    }
}

/// The part of a credential's stored form that identifies it and its kind.
struct CredentialHead: Decodable, Sendable {
    let id: String
    let schemaID: String
}

/// The stored form of a journal entry.
struct JournalRecord: Codable, Sendable {
    let id: String
    let flow: String
    let state: StoredBytes
}

/// The stored form of the wallet token.
struct TokenRecord: Codable, Sendable {
    let hash: StoredBytes
    let purpose: WalletTokenPurposeEnum
    let pkgName: String
    let nonce: String
    let piiHash: StoredBytes
    let userId: String?
    let validUntil: StoredInstant

    init(_ token: WalletTokenRecord) {
        hash = StoredBytes(token.hash.exposedBytes)
        purpose = token.purpose
        pkgName = token.pkgName
        nonce = token.nonce
        piiHash = StoredBytes(token.piiHash)
        userId = token.userId
        validUntil = StoredInstant(token.validUntil)
    }

    /// Decodes the token.
    /// - Throws: ``WalletError`` with code `damaged` if the token is malformed.
    func token() throws(WalletError) -> WalletTokenRecord {
        let hash: WalletTokenHash
        do {
            hash = try WalletTokenHash(text: Hex.encode(self.hash.bytes))
        } catch {
            throw WalletError(
                .damaged, field: RowName.Kind.token.rawValue, reason: "the stored token is malformed")
        }
        return WalletTokenRecord(
            hash: hash, purpose: purpose, pkgName: pkgName, nonce: nonce, piiHash: piiHash.bytes, userId: userId,
            validUntil: validUntil.instant)
    }
}

extension VaultRows {
    /// The wallet's state (OpenDID sheet 6.8). It is determined by the rows that exist.
    var state: WalletState {
        guard contains(.document(.device)) else { return .installed }
        guard contains(RowName(.user)) else { return .created }
        return contains(.document(.holder)) ? .operation : .personalized
    }

    func document(_ name: RowName) throws -> DIDDocument? { try record(DIDDocument.self, name) }

    func allowedApps() throws -> [String] { try record([String].self, RowName(.allowedApps)) ?? [] }

    func user() throws -> BoundUser? { try record(BoundUser.self, RowName(.user)) }

    func token() throws -> WalletTokenRecord? { try record(TokenRecord.self, RowName(.token))?.token() }

    /// Returns the credentials in the order in which they were stored.
    func credentials() throws -> [CredentialRecord] {
        try names(.credential).compactMap { name in try record(CredentialRecord.self, name) }
            .sorted { ($0.stored.instant, $0.id) < ($1.stored.instant, $1.id) }
    }

    /// Returns the heads of the credentials, in no particular order. The rows are decrypted and compared with the ledger, but the credentials
    /// in them are not read.
    func credentialHeads() throws -> [CredentialHead] {
        try names(.credential).compactMap { name in try record(CredentialHead.self, name) }
    }

    /// Returns the credentials that the registry did not know, in the order in which they were stored.
    func doubtfulCredentials() throws -> [CredentialRecord] {
        try names(.doubtful).compactMap { name in try record(CredentialRecord.self, name) }
            .sorted { ($0.stored.instant, $0.id) < ($1.stored.instant, $1.id) }
    }

    func journal() throws -> [JournalEntry] {
        try names(.journal).compactMap { name in try record(JournalRecord.self, name) }
            .map { JournalEntry(id: $0.id, flow: $0.flow, state: $0.state.bytes) }.sorted { $0.id < $1.id }
    }

    /// Returns the name of the row of a credential or a journal entry. The name contains only a keyed hash of the id, so that a reader of
    /// the file does not learn which credentials the wallet has.
    func name(_ kind: RowName.Kind, hiding id: String) -> RowName { RowName(kind, hidden(id, kind)) }
}
