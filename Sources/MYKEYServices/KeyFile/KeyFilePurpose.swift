/// The purpose of a key file. The encryption authenticates it, and a file opens only for a caller with the same purpose. Keys for tests therefore
/// never act for a person, and a person's keys never act in tests (MYKEY sheet 5.6).
public enum KeyFilePurpose: String, Sendable, Hashable {
    /// A person's keys.
    case wallet
    /// Throw-away keys for tests. The passphrase may be weak.
    case test
}
