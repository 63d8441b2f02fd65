import HeraldJSON

/// What a registry says about a credential, as far as it decides whether the credential holds.
public struct CredentialStanding: Sendable, Hashable {
    /// Whether it holds.
    public var status: VCStatusEnum
    /// The DID of the issuer who entered it.
    public var issuer: String

    /// An answer from its parts.
    public init(status: VCStatusEnum, issuer: String) {
        self.status = status
        self.issuer = issuer
    }

    /// What the registry's entry says.
    public init(_ meta: VCMeta) { self.init(status: meta.status, issuer: meta.issuer.did) }
}

/// Where the status of credentials is kept: the VC meta of the registry (OpenDID sheet 3.6).
public protocol CredentialStatusSource: Sendable {
    /// Status and issuer of a credential; `nil` when it is not known.
    /// - Throws: when no answer could be had; a verification then fails.
    func standing(ofCredential id: String) async throws -> CredentialStanding?
}

/// The credential is `ACTIVE`, and the registry has it from the issuer that it names: an id is no secret, and an entry that somebody else
/// made under it says nothing. One that the registry does not know is refused.
public struct CredentialStatusRule: VerificationRule {
    private let source: any CredentialStatusSource

    /// - Parameter source: where the status is kept.
    public init(_ source: any CredentialStatusSource) { self.source = source }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        func failure(_ reason: String) -> [VerificationFailure] { [VerificationFailure(.credentialStatus, at: "id", reason)] }
        guard let id = subject.document[["id"]]?.string, !id.isEmpty else { return failure("the credential has no id") }
        do {
            guard let standing = try await source.standing(ofCredential: id) else {
                return failure("the status of the credential is not known")
            }
            guard standing.issuer == subject.document[["issuer", "id"]]?.string else {
                return failure("the registry has this id for a credential of another issuer")
            }
            return standing.status == .ACTIVE ? [] : failure("the credential is \(standing.status.rawValue)")
        } catch {
            return [.foreign(error, .credentialStatus, at: "id", "the status of the credential could not be had")]
        }
    }
}
