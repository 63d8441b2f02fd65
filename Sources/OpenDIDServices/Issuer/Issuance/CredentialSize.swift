import OpenDID_DataModel

/// How large a credential may be: encrypted and in base64 it must fit into an answer, and a presentation of it into a request.
enum CredentialSize {
    /// In bytes of the canonical form. Two thirds of this again are what encryption in base64 and the messages around it add, at most.
    static let limit = 512 << 10

    /// Whether a credential of so many bytes is sent in the forms of both releases at once. A larger one comes in that of release 1 alone: twice
    /// its size would not fit into an answer.
    static func servesBothReleases(_ count: Int) -> Bool { count <= limit / 2 }

    /// - Throws: ``ServiceError`` 00301: what the issuer knows of the person does not make a credential.
    static func check(_ count: Int) throws(ServiceError) {
        guard count <= limit else {
            throw IssuerError.userUnknown("the person's record does not fit into a credential: \(count) bytes, at most \(limit) may be")
        }
    }
}
