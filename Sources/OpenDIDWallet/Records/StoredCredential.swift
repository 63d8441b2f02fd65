import OpenDID_DataModel

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
