import OpenDID_DataModel

/// A holder's wallet: one call for each protocol of OpenDID (OpenDID sheet 5), over a ``WalletVault`` that keeps everything.
///
/// ```swift
/// let vault = try await WalletVault.open(at: .directory(folder))
/// let wallet = OpenDIDWallet(vault: vault, configuration: configuration)
/// try await wallet.create()
/// try await wallet.personalize(userId: "user01")
/// try await wallet.registerUser(kycTxId: "user01", pin: SecretText("480215"))
/// let issued = try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(SecretText("480215")))
/// ```
///
/// Runs of one wallet take turns. A run that ended without an answer after the servers may have acted stays in the vault's journal:
/// call ``resume()`` when the wallet is opened, and after an error with the code `transport` or `unfinished`.
public final class OpenDIDWallet: Sendable {
    /// What the wallet keeps.
    public let vault: WalletVault
    /// What the wallet was told.
    public let configuration: WalletConfiguration
    /// What the wallet believes of others.
    public let trust: any TrustSource

    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]
    let transport: any ServiceTransport
    private let gate: FlowGate

    /// A wallet over an open vault.
    /// - Parameters:
    ///   - vault: what the wallet keeps.
    ///   - configuration: where the servers are, whom to trust, and which app it belongs to.
    ///   - transport: how servers are reached.
    ///   - trust: what is believed of others. Defaults to what the registry's gateway says.
    ///   - observer: sees every exchange, without what is in it.
    ///   - now: the clock.
    ///   - random: random bytes nobody can foretell.
    public init(
        vault: WalletVault, configuration: WalletConfiguration, transport: any ServiceTransport = URLSessionServiceTransport(),
        trust: (any TrustSource)? = nil, observer: (any FlowObserver)? = nil,
        now: @escaping @Sendable () -> UTCInstant = SystemSource.now, random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) {
        let observed: any ServiceTransport = observer.map { ObservedTransport(inner: transport, observer: $0) } ?? transport
        let carrier = PlainHTTPGuard(inner: observed, addresses: configuration.addresses)
        self.vault = vault
        self.configuration = configuration
        self.transport = carrier
        self.now = now
        self.random = random
        gate = FlowGate()
        self.trust = trust ?? GatewayTrust(
            anchors: configuration.anchors, addresses: configuration.addresses, transport: carrier,
            providers: VaultProviderKeys(vault: vault), now: now)
    }

    /// The same wallet with servers at other addresses; runs of both take turns.
    private init(_ wallet: OpenDIDWallet, at addresses: ServiceAddresses) {
        vault = wallet.vault
        var configuration = wallet.configuration
        configuration.addresses = addresses
        self.configuration = configuration
        transport = wallet.transport
        now = wallet.now
        random = wallet.random
        gate = wallet.gate
        // Trust begins where it began; only the registry's front and the hosts that may be asked are others.
        trust = (wallet.trust as? GatewayTrust).map {
            GatewayTrust(
                anchors: $0.anchors, addresses: addresses, transport: wallet.transport, providers: $0.providers, now: wallet.now)
        } ?? wallet.trust
    }

    /// This wallet with servers at other addresses, for calls that name them (OpenDID sheet 8).
    func located(at addresses: ServiceAddresses) -> OpenDIDWallet {
        addresses == configuration.addresses ? self : OpenDIDWallet(self, at: addresses)
    }

    /// A run of a protocol's state machine to be driven step by step. The vault must allow it; nothing keeps two runs apart here.
    public func driver<Flow: ProtocolFlow>(_ flow: Flow, unlock: HolderUnlock = HolderUnlock()) -> FlowDriver<Flow> {
        driver(flow, keys: VaultFlowKeys(vault: vault, unlock: unlock))
    }

    /// What a run has to know of the wallet as it is now.
    public func facts() async throws(WalletError) -> WalletFacts {
        WalletFacts(
            walletId: try await vault.walletID(), device: try await vault.document(.device), holder: try await vault.document(.holder),
            user: try await vault.boundUser(), allowedApps: try await vault.allowedApps(), appId: configuration.appId,
            pkgName: configuration.pkgName)
    }

    func driver<Flow: ProtocolFlow>(
        _ flow: Flow, keys: VaultFlowKeys, registeringLock passcode: SecretText? = nil
    ) -> FlowDriver<Flow> {
        FlowDriver(
            flow, id: MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)), vault: vault, tools: tools(keys),
            registeringLock: passcode)
    }

    func tools(_ keys: VaultFlowKeys) -> FlowTools {
        FlowTools(now: now, random: random, trust: trust, keys: keys, addresses: configuration.addresses)
    }

    var runner: FlowRunner { FlowRunner(transport: transport, retryDelays: configuration.retryDelays) }

    /// Runs `body` when no other run is under way.
    func exclusively<Value: Sendable>(_ body: @Sendable () async throws(WalletError) -> Value) async throws(WalletError) -> Value {
        await gate.enter()
        do {
            let value = try await body()
            await gate.leave()
            return value
        } catch {
            await gate.leave()
            throw error
        }
    }

    /// Begins a run that changes the wallet: nothing may be left over from an earlier one.
    func begin(_ operation: WalletState.Operation) async throws(WalletError) {
        guard try await vault.journalEntries().isEmpty else {
            throw WalletError(.unfinished, reason: "an earlier run is unfinished and has to be resumed first")
        }
        try await dropLeftovers()
        if operation == .createHolder || operation == .updateHolder { try await recoverBeforeNewKeys() }
        try await vault.require(operation)
    }

    /// Pending keys without a document belong to a run that never got as far as its binding call. A pending document without a journal
    /// entry was made by single calls of ``WalletAPI``: the registry knows whether it got there.
    func dropLeftovers() async throws(WalletError) {
        var changes: [VaultChange] = []
        for owner in KeyOwner.allCases {
            if let document = try await vault.pendingDocument(owner) {
                let found = try await trust.registered(document.id)
                changes.append(
                    FlowChecks.isRegistered(document, as: found) ? .promotePendingDocument(owner) : .retirePendingDocument(owner))
            } else if try await !vault.keyInfos(owner, stage: .pending).isEmpty {
                changes.append(.setPendingDocument(owner, nil))
            }
        }
        if !changes.isEmpty { try await vault.commit(changes) }
    }
}
