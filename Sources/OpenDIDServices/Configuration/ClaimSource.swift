import OpenDID_DataModel

/// Whom an issuer is asked to issue a credential for. It does not print itself.
public struct ClaimSubject: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The holder's DID.
    public let did: String
    /// What the TAS knows the person by, when it said.
    public let pii: String?

    /// A person from its names.
    public init(did: String, pii: String?) {
        self.did = did
        self.pii = pii
    }

    public var description: String { "ClaimSubject(redacted)" }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// What an issuer knows about a person: the values of a credential's claims. It does not print itself.
public struct ClaimData: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The issuer's own name for the person, the same for every DID of that person: a new credential replaces an earlier one of the same
    /// person, DID and plan, and a second DID is refused while the first has a credential (``IssuerSettings/severalDIDs``).
    public var userID: String
    /// Values by claim code: text, multibase of bytes, or where the data is.
    public var values: [String: String]
    /// Values in other languages: by language, then by claim code.
    public var translations: [String: [String: String]]
    /// Digests by claim code, of data that is not in the claim.
    public var digests: [String: DigestSRI]

    /// Values from their parts.
    public init(
        userID: String, values: [String: String], translations: [String: [String: String]] = [:], digests: [String: DigestSRI] = [:]
    ) {
        self.userID = userID
        self.values = values
        self.translations = translations
        self.digests = digests
    }

    public var description: String { "ClaimData(redacted)" }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// Where an issuer's claims come from: a civil register, an HR system. Without one they come from the records that an operator stored
/// (`POST user`, `POST vc`).
public protocol ClaimSource: Sendable {
    /// The claims of a person under a plan; `nil` when the person is not known.
    /// - Throws: when no answer could be had; nothing is issued then.
    func claims(for subject: ClaimSubject, plan: VCPlan, schema: VCSchema) async throws -> ClaimData?
}
