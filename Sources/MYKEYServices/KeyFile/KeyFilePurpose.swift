/// The purpose of a key file. The encryption authenticates the purpose, and a file can be opened only by a caller that states the same
/// purpose. Test keys are therefore never used for a person, and a person's keys are never used in tests (MYKEY sheet 5.6).
public enum KeyFilePurpose: String, Sendable, Hashable {
    /// The file contains a person's keys.
    case wallet
    /// The file contains keys for tests only. The passphrase may be weak.
    case test
}
