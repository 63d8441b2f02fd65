import HeraldLocks
import OpenDID_DataModel

/// A holder's wallet with one call for each protocol of OpenDID (OpenDID sheet 5). Its data is in a ``WalletVault``.
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
/// Only one run of a wallet is active at a time, and other runs wait. If a run ends without an answer although the servers may have acted,
/// it stays in the vault's journal. Call ``resume()`` when the wallet is opened, and after an error with code `transport` or `unfinished`.
public final class OpenDIDWallet: Sendable {
    /// The store of the wallet's data.
    public let vault: WalletVault
    /// The wallet's configuration.
    public let configuration: WalletConfiguration
    /// The source of trust in other parties.
    public let trust: any TrustSource

    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]
    let transport: any ServiceTransport
    /// Lets one run at a time proceed, because a wallet has one user, one token and one pending document.
    private let gate: SerialGate

    /// Creates a wallet with an open vault.
    /// - Parameters:
    ///   - vault: the store of the wallet's data.
    ///   - configuration: the servers, the trust anchors and the app of the wallet.
    ///   - transport: the transport for requests. Defaults to ``URLSessionServiceTransport``.
    ///   - trust: the source of trust in other parties. Defaults to the registry's gateway.
    ///   - observer: observes every exchange, without its content.
    ///   - now: returns the time. Defaults to the system's clock.
    ///   - random: returns unpredictable bytes. Defaults to the system's source.
    public init(
        vault: WalletVault, configuration: WalletConfiguration,
        transport: any ServiceTransport = URLSessionServiceTransport(),
        trust: (any TrustSource)? = nil, observer: (any FlowObserver)? = nil,
        now: @escaping @Sendable () -> UTCInstant = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) {
        let observed: any ServiceTransport =
            observer.map { ObservedTransport(inner: transport, observer: $0) } ?? transport
        let carrier = PlainHTTPGuard(inner: observed, addresses: configuration.addresses)
        self.vault = vault
        self.configuration = configuration
        self.transport = carrier
        self.now = now
        self.random = random
        gate = SerialGate()
        self.trust =
            trust
            ?? GatewayTrust(
                anchors: configuration.anchors, addresses: configuration.addresses, transport: carrier,
                providers: VaultProviderKeys(vault: vault), now: now)
    }

    /// Creates the same wallet with other server addresses. Both share one gate, so only one run of either is active at a time.
    private init(_ wallet: OpenDIDWallet, at addresses: ServiceAddresses) {
        vault = wallet.vault
        var configuration = wallet.configuration
        configuration.addresses = addresses
        self.configuration = configuration
        transport = wallet.transport
        now = wallet.now
        random = wallet.random
        gate = wallet.gate
        // The trust anchors stay the same. Only the address of the gateway and the allowed hosts change.
        trust =
            (wallet.trust as? GatewayTrust).map {
                GatewayTrust(
                    anchors: $0.anchors, addresses: addresses, transport: wallet.transport, providers: $0.providers,
                    now: wallet.now)
            } ?? wallet.trust
    }

    /// Returns this wallet with other server addresses, for functions whose arguments name servers (OpenDID sheet 8).
    func located(at addresses: ServiceAddresses) -> OpenDIDWallet {
        addresses == configuration.addresses ? self : OpenDIDWallet(self, at: addresses)
    }

    /// Returns a run of a protocol's state machine that the caller drives step by step. The caller must ensure that the wallet's state
    /// allows the run and that no other run is active.
    public func driver<Flow: ProtocolFlow>(_ flow: Flow, unlock: HolderUnlock = HolderUnlock()) -> FlowDriver<Flow> {
        driver(flow, keys: VaultFlowKeys(vault: vault, unlock: unlock))
    }

    /// Returns the data of the wallet that a run needs.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func snapshot() async throws(WalletError) -> WalletSnapshot {
        WalletSnapshot(
            walletId: try await vault.walletID(), device: try await vault.document(.device),
            holder: try await vault.document(.holder),
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

    var runner: FlowRunner {
        FlowRunner(
            transport: transport, retryDelays: configuration.retryDelays, sendsAhead: configuration.sendsAhead)
    }

    /// Runs `body` while no other run is active.
    func exclusively<Value: Sendable>(_ body: @Sendable () async throws(WalletError) -> Value) async throws(WalletError)
        -> Value
    {
        try await gate.run(body)
    }

    /// Prepares the wallet for a run that changes it. Throws an error if an earlier run is unfinished.
    func begin(_ operation: WalletState.Operation) async throws(WalletError) {
        guard try await vault.journalEntries().isEmpty else {
            throw WalletError(.unfinished, reason: "an earlier run is unfinished, so resume it first")
        }
        try await dropLeftovers()
        if operation == .createHolder || operation == .updateHolder { try await recoverBeforeNewKeys() }
        try await vault.require(operation)
    }

    /// Removes the data of runs that were dropped. Pending keys without a pending document belong to a run that ended before a call that
    /// may change the registry. A pending document without a journal entry may come from single calls of ``WalletAPI``. The registry then
    /// decides if the document is registered.
    func dropLeftovers() async throws(WalletError) {
        var changes: [VaultChange] = []
        for owner in KeyOwner.allCases {
            if let document = try await vault.pendingDocument(owner) {
                let found = try await trust.registered(document.id)
                changes.append(
                    FlowChecks.isRegistered(document, as: found)
                        ? .promotePendingDocument(owner) : .retirePendingDocument(owner))
            } else if try await !vault.keyInfos(owner, stage: .pending).isEmpty {
                changes.append(.setPendingDocument(owner, nil))
            }
        }
        if !changes.isEmpty { try await vault.commit(changes) }
    }
}
