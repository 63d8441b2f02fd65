import OpenDID_DataModel

/// What a wallet believes of others, and why: DID documents and the status of credentials from the registry, and the certificates that
/// make a server a provider (OpenDID sheet 0, 6.5).
///
/// A protocol's state machine asks it; ``GatewayTrust`` answers from the registry's gateway, a test from a table.
public protocol TrustSource: Sendable {
    /// The trust agent that this wallet belongs to.
    var tas: String { get }
    /// Its `assert` keys, when they are known beforehand; what it signs with others is then refused, whatever the registry says.
    var tasKeys: Set<VerificationKey>? { get }

    /// Checks a signed document under a policy.
    /// - Throws: ``WalletError`` `verification` for the first failure, with its place; `provider_key` when a party's keys are others than
    ///   those that are known; `transport` when the registry does not answer.
    func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant
    ) async throws(WalletError)

    /// Checks that a provider has a certificate of the trust agent for a role (OpenDID sheet 6.5).
    /// - Throws: ``WalletError`` `certificate`, `provider_key`, `did_mismatch` when the certificate belongs to another DID, or `transport`.
    func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError)

    /// What the registry has of a DID at this moment; `nil` when it does not know it.
    /// - Throws: ``WalletError`` `transport` when the registry does not answer, `answer` when what it says cannot be read.
    func registered(_ did: String) async throws(WalletError) -> ResolvedDID?

    /// What the registry says of a credential at this moment; `nil` when it does not know it.
    /// - Throws: as ``registered(_:)``.
    func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding?

    /// The schema at an address.
    /// - Throws: ``WalletError`` `answer`, `refused` or `transport`.
    func schema(at url: String) async throws(WalletError) -> VCSchema
}

extension TrustSource {
    public var tasKeys: Set<VerificationKey>? { nil }

    /// A policy for what the trust agent signs with its `assert` key.
    func pinning(_ policy: VerificationPolicy) -> VerificationPolicy { tasKeys.map { policy.adding([PinnedKeyRule($0)]) } ?? policy }
}
