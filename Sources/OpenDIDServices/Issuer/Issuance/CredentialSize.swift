import OpenDID_DataModel

/// The size of a credential. Encrypted and in base64, it must fit into an answer, and a presentation of it into a request.
enum CredentialSize {
    /// The size of a credential in canonical form, in bytes. Encryption, base64 and the enclosing messages add at most two thirds.
    static let limit = 512 << 10

    /// True if a credential of this size, in bytes, is sent in the forms of both releases. A larger one is sent in release 1's form only, because
    /// twice its size would not fit into an answer.
    static func servesBothReleases(_ count: Int) -> Bool { count <= limit / 2 }

    /// Checks the size of a credential.
    /// - Throws: ``ServiceError`` 00301 if it is too large.
    static func check(_ count: Int) throws(ServiceError) {
        guard count <= limit else {
            throw IssuerError.userUnknown(
                "the person's record does not fit into a credential: \(count) bytes, at most \(limit) may be")
        }
    }
}
