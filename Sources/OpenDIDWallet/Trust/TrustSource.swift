import OpenDID_DataModel

/// The source of trust in other parties: DID documents and the status of credentials from the registry, and the certificates that make a
/// server a provider (OpenDID sheet 0, 6.5).
///
/// A protocol's state machine uses it. ``GatewayTrust`` answers from the registry's gateway, and a test answers from a table.
public protocol TrustSource: Sendable {
    /// The DID of the trust agent to which this wallet belongs.
    var tas: String { get }
    /// The pinned `assert` keys of the trust agent. Its signatures with other keys are refused, whatever the registry says. `nil` trusts
    /// the registry.
    var tasKeys: Set<VerificationKey>? { get }

    /// Checks a signed document under a policy.
    /// - Throws: ``WalletError`` with code `verification` and the place of the first failure, with code `provider_key` if a party's keys
    ///   differ from the known ones, or with code `transport` if the registry does not answer.
    func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant
    ) async throws(WalletError)

    /// Checks that a provider has a certificate of the trust agent for a role (OpenDID sheet 6.5).
    /// - Throws: ``WalletError`` with code `certificate`, `provider_key` or `transport`, or with code `did_mismatch` if the certificate
    ///   belongs to another DID.
    func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError)

    /// Returns the registry's present document of a DID, or `nil` if the registry does not know the DID.
    /// - Throws: ``WalletError`` with code `transport` if the registry does not answer, or with code `answer` if its answer cannot be read.
    func registered(_ did: String) async throws(WalletError) -> ResolvedDID?

    /// Returns the registry's present entry of a credential, or `nil` if the registry does not know the credential.
    /// - Throws: ``WalletError`` as ``registered(_:)`` does.
    func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding?

    /// Returns the schema at an address.
    /// - Throws: ``WalletError`` with code `answer`, `refused` or `transport`.
    func schema(at url: String) async throws(WalletError) -> VCSchema
}

extension TrustSource {
    public var tasKeys: Set<VerificationKey>? { nil }

    /// Returns a policy for documents that the trust agent signs with its `assert` key.
    func pinning(_ policy: VerificationPolicy) -> VerificationPolicy {
        tasKeys.map { policy.adding([PinnedKeyRule($0)]) } ?? policy
    }
}
