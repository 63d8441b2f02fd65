import OpenDID_DataModel

/// A credential in the vault.
public struct StoredCredential: Sendable, Identifiable {
    /// The credential's id.
    public let id: String
    /// The issuer's DID.
    public let issuer: String
    /// The URL of its schema.
    public let schemaID: String
    /// Its types, such as `VerifiableCredential`.
    public let type: [String]
    /// The JSON text as it was received: what signatures are checked over.
    public let bytes: [UInt8]
    /// The same, read.
    public let credential: VerifiableCredential
    /// When it was stored.
    public let stored: UTCInstant
}
