import OpenDID_DataModel

/// The person for whom an issuer is to issue a credential. Its description is redacted.
public struct ClaimSubject: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The holder's DID.
    public let did: String
    /// The personal data that identifies the person at the trust agent, if the trust agent sent it.
    public let pii: String?

    /// Creates a subject.
    public init(did: String, pii: String?) {
        self.did = did
        self.pii = pii
    }

    public var description: String { "ClaimSubject(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The data that an issuer has about a person: the values of a credential's claims. Its description is redacted.
public struct ClaimData: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The issuer's own ID of the person, which must be the same for every DID of the person. If the person's DID already has a credential
    /// under the plan, a new credential replaces it. If another DID of the person has a valid credential, a new credential is refused
    /// (``IssuerSettings/severalDIDs``).
    public var userID: String
    /// The values by claim code. A value is text, bytes in multibase, in a data URL or in base64, or the location of the data.
    public var values: [String: String]
    /// The values in other languages, by language and then by claim code.
    public var translations: [String: [String: String]]
    /// The digests of data that is stored outside the claim, by claim code.
    public var digests: [String: DigestSRI]

    /// Creates claim data.
    public init(
        userID: String, values: [String: String], translations: [String: [String: String]] = [:],
        digests: [String: DigestSRI] = [:]
    ) {
        self.userID = userID
        self.values = values
        self.translations = translations
        self.digests = digests
    }

    public var description: String { "ClaimData(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A source of claims, such as a civil register or an HR system. Without one, the claims come from the records that an operator stored
/// (`POST user`, `POST vc`).
///
/// ```swift
/// struct Register: ClaimSource {
///     func claims(for subject: ClaimSubject, plan: VCPlan, schema: VCSchema) async throws -> ClaimData? {
///         guard let number = subject.pii else { return nil }
///         return ClaimData(userID: number, values: ["org.example.library.number": number])
///     }
/// }
/// ```
public protocol ClaimSource: Sendable {
    /// Returns the claims of a person under a plan, or `nil` if the source does not know the person. If the result is `nil`, the issuer
    /// uses the records that an operator stored.
    /// - Throws: any error if the source cannot answer. The issuer then issues no credential.
    func claims(for subject: ClaimSubject, plan: VCPlan, schema: VCSchema) async throws -> ClaimData?
}
