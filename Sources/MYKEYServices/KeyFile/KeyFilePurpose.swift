/// What a key file is for. It is part of what the file's seal covers, and a file is opened only by who asks for its purpose: keys that were
/// made for a test never answer for a person, and the other way round (MYKEY sheet 5.6).
public enum KeyFilePurpose: String, Sendable, Hashable {
    /// A person's keys.
    case wallet
    /// Throw-away keys; the passphrase may be worth nothing.
    case test
}
