import OpenDID_DataModel

/// A transport that runs an action before each request.
struct PrecededTransport: ServiceTransport {
    let inner: any ServiceTransport
    let action: @Sendable () async -> Void

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        await action()
        return try await inner.send(call)
    }
}

/// A trust source that runs an action before it answers a question.
private struct PrecededTrust: TrustSource {
    let inner: any TrustSource
    let action: @Sendable () async -> Void

    var tas: String { inner.tas }
    var tasKeys: Set<VerificationKey>? { inner.tasKeys }

    func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant
    ) async throws(WalletError) {
        await action()
        try await inner.check(document, policy, field: field, at: now)
    }

    func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError) {
        await action()
        try await inner.requireProvider(provider, role: role, at: now)
    }

    func registered(_ did: String) async throws(WalletError) -> ResolvedDID? {
        await action()
        return try await inner.registered(did)
    }

    func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding? {
        await action()
        return try await inner.standing(ofCredential: id)
    }

    func schema(at url: String) async throws(WalletError) -> VCSchema {
        await action()
        return try await inner.schema(at: url)
    }
}

extension TrustSource {
    public func beforeRequests(_ action: @escaping @Sendable () async -> Void) -> any TrustSource {
        PrecededTrust(inner: self, action: action)
    }
}
