import HeraldJSON

/// The part of a registry's entry that determines if a credential is valid.
public struct CredentialStanding: Sendable, Hashable {
    /// The credential's status.
    public var status: VCStatusEnum
    /// The DID of the issuer that wrote the entry.
    public var issuer: String

    /// Creates the value.
    /// - Parameters:
    ///   - status: the credential's status.
    ///   - issuer: the DID of the issuer that wrote the entry.
    public init(status: VCStatusEnum, issuer: String) {
        self.status = status
        self.issuer = issuer
    }

    /// Creates the value from a registry's entry.
    public init(_ meta: VCMeta) { self.init(status: meta.status, issuer: meta.issuer.did) }
}

/// A source of the status of credentials, such as the registry (OpenDID sheet 3.6).
public protocol CredentialStatusSource: Sendable {
    /// Returns the status and issuer of a credential, or `nil` if the source does not know the credential.
    /// - Throws: an error if the source cannot answer. A verification then fails.
    func standing(ofCredential id: String) async throws -> CredentialStanding?
}

/// The credential must be `ACTIVE`, and the registry's entry must be from the credential's issuer. The issuer is compared because the id of
/// a credential is not secret, and another issuer could write an entry for it. A credential that the registry does not know is refused.
public struct CredentialStatusRule: VerificationRule {
    private let source: any CredentialStatusSource

    /// Creates the rule.
    /// - Parameter source: the source of the status.
    public init(_ source: any CredentialStatusSource) { self.source = source }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        func failure(_ reason: String) -> [VerificationFailure] {
            [VerificationFailure(.credentialStatus, at: "id", reason)]
        }
        guard let id = subject.document[["id"]]?.string, !id.isEmpty else { return failure("the credential has no ID") }
        do {
            guard let standing = try await source.standing(ofCredential: id) else {
                return failure("the credential's status is unknown")
            }
            guard standing.issuer == subject.document[["issuer", "id"]]?.string else {
                return failure("the registry has this ID for a credential of another issuer")
            }
            return standing.status == .ACTIVE ? [] : failure("the credential is \(standing.status.rawValue)")
        } catch {
            return [.foreign(error, .credentialStatus, at: "id", "the status of the credential could not be had")]
        }
    }
}
