import Foundation
import HeraldKeys
import HeraldPeer
import OpenDID_DataModel

/// The configuration of OpenDID's servers.
///
/// ```swift
/// let configuration = ServicesConfiguration(
///     host: "127.0.0.1", port: 8090, storage: .directory(folder), passphrase: ServiceSecret(typed), seed: seed)
/// let services = try await OpenDIDServices.start(configuration)
/// ```
public struct ServicesConfiguration: Sendable {
    /// The place where the servers store their data.
    public enum Storage: Sendable, Hashable {
        /// In memory. The data is lost when the process ends.
        case memory
        /// In this directory, which is created if it does not exist. A process without the trust agent stores only its own data there, and
        /// requests the registry from the trust agent.
        case directory(URL)
        /// In a database server, such as PostgreSQL with the module `OpenDIDPostgres`. Processes on several machines may share it. A process
        /// without the trust agent requests the registry from the trust agent. A passphrase is required.
        case database(ServiceDatabaseSource)
    }

    /// The servers of this process.
    public var roles: Set<ServiceRole>
    /// The host on which the servers listen. Defaults to an address that only this machine can reach.
    public var host: String
    /// The port on which the servers listen. If it is 0, the system chooses a free port.
    public var port: Int
    /// The base URL under which clients reach this process, such as `https://id.example.org`. Defaults to the URL that the process listens
    /// on. Certificates, plans and profiles contain it, so it should not change as long as the stored data is used.
    public var publicBaseURL: String?
    /// The limits for connections.
    public var transport: ServicesTransportLimits
    /// The proxies in front of the servers: IP addresses, or networks such as `192.0.2.0/24`. Their header `X-Forwarded-For` or `Forwarded`
    /// determines the client's address. Defaults to none. Without a trusted proxy, a forwarded request never counts as one from this
    /// machine.
    public var trustedProxies: [String]
    /// The addresses from which upstream's demo server may call without a token: `loopback`, IP addresses or networks. Defaults to none.
    ///
    /// Any client at these addresses can create offers, store users' personal data and read what a verifier received; see
    /// `docs/opendid-stricter.md`. This property is meant for trying upstream's demo on one machine, and for closed networks. Leave it
    /// empty behind a proxy on this machine that writes no forwarding header. The servers could not distinguish the clients of such a proxy
    /// from clients on this machine.
    public var trustedNetworks: [String] = []
    /// The addresses that may read the servers' metrics at `/metrics`: `loopback`, IP addresses or networks. Defaults to `loopback`. From this
    /// machine, the operator's token is enough too. For all others the path does not exist. Leave `loopback` out behind a proxy on this
    /// machine that writes no forwarding header.
    public var metricsReaders: [String] = ["loopback"]
    /// The base URLs of roles in other processes. If a process does not run the trust agent, it needs the trust agent's URL.
    public var addresses: [ServiceRole: String]
    /// The time for which a starting server waits until the trust agent of another process answers.
    public var enrolmentTimeout: Duration
    /// The place where the servers store their data.
    public var storage: Storage
    /// The passphrase from which the storage keys are derived. Without a passphrase, the keys are in key files in the data directory. With a
    /// database server, the passphrase is required, and all processes need the same one.
    public var passphrase: ServiceSecret?
    /// The token that the operator sends from this machine as `Authorization: Bearer`. Without it, the operator's endpoints refuse all
    /// clients. It needs at least 128 bits: 22 characters, or 32 if all are hexadecimal digits. The servers do not start with a shorter
    /// token.
    public var operatorToken: ServiceSecret?
    /// The token that servers of different processes send each other. Without it, the endpoints between servers accept requests only from
    /// this process, and a process without the trust agent does not start. The minimum length is that of ``operatorToken``.
    public var peerToken: ServiceSecret?
    /// The DIDs of the servers, by role.
    public var dids: [ServiceRole: String]
    /// The server names that are shown to users, by role.
    public var names: [ServiceRole: String]
    /// The lifetimes of transactions, tokens and offers.
    public var lifetimes: ServiceLifetimes
    /// The limits for clients.
    public var limits = ServiceLimits()
    /// The issuer's settings.
    public var issuer: IssuerSettings
    /// The verifier's settings.
    public var verifier: VerifierSettings
    /// Identifies the user when the trust agent registers a user. Without it, a user ID is accepted without a check; see ``KYCCheck``.
    public var kyc: (any KYCCheck)?
    /// Delivers e-mails and push messages to users. Without it, messages are only stored in ``OpenDIDServices/outbox()``.
    public var notifications: (any NotificationChannel)?
    /// Receives a report of every call between servers, without its contents, for diagrams and logs.
    public var peerObserver: (@Sendable (PeerExchange) -> Void)?
    /// The data that the servers store when they start. It replaces existing entries with the same names.
    public var seed: ServicesSeed
    /// Returns the time.
    public var now: @Sendable () -> UTCInstant
    /// Returns the time of a monotonic clock. The limits for clients and the delays after wrong tokens use it.
    public var uptime: @Sendable () -> Duration = ServicesConfiguration.systemUptime
    /// Receives every statement that the database executes, without its values, for tests and measurements.
    package var statementObserver: (@Sendable (String) -> Void)?
    /// Sends the requests to servers of other processes. Tests use it instead of HTTP.
    package var peerTransport: (any PeerTransport)?
    /// Returns the given number of random bytes, which must be cryptographically secure outside tests.
    public var random: @Sendable (Int) -> [UInt8]

    /// Creates a configuration. By default, every server runs on a free port of this machine, with its data in memory.
    public init(
        roles: Set<ServiceRole> = Set(ServiceRole.allCases), host: String = "127.0.0.1", port: Int = 0,
        publicBaseURL: String? = nil,
        transport: ServicesTransportLimits = ServicesTransportLimits(), trustedProxies: [String] = [],
        addresses: [ServiceRole: String] = [:], enrolmentTimeout: Duration = .seconds(60), storage: Storage = .memory,
        passphrase: ServiceSecret? = nil, operatorToken: ServiceSecret? = nil, peerToken: ServiceSecret? = nil,
        dids: [ServiceRole: String] = ServicesConfiguration.standardDIDs,
        names: [ServiceRole: String] = ServicesConfiguration.standardNames,
        lifetimes: ServiceLifetimes = ServiceLifetimes(), issuer: IssuerSettings = IssuerSettings(),
        verifier: VerifierSettings = VerifierSettings(), kyc: (any KYCCheck)? = nil,
        notifications: (any NotificationChannel)? = nil,
        seed: ServicesSeed = ServicesSeed(),
        now: @escaping @Sendable () -> UTCInstant = ServicesConfiguration.systemTime,
        random: @escaping @Sendable (Int) -> [UInt8] = ServicesConfiguration.systemRandom
    ) {
        self.roles = roles
        self.host = host
        self.port = port
        self.publicBaseURL = publicBaseURL
        self.transport = transport
        self.trustedProxies = trustedProxies
        self.addresses = addresses
        self.enrolmentTimeout = enrolmentTimeout
        self.storage = storage
        self.passphrase = passphrase
        self.operatorToken = operatorToken
        self.peerToken = peerToken
        self.dids = dids
        self.names = names
        self.lifetimes = lifetimes
        self.issuer = issuer
        self.verifier = verifier
        self.kyc = kyc
        self.notifications = notifications
        self.seed = seed
        self.now = now
        self.random = random
    }

    /// The DIDs of the reference deployment (OpenDID sheet 0).
    public static let standardDIDs: [ServiceRole: String] = [
        .tas: "did:omn:tas", .issuer: "did:omn:issuer", .verifier: "did:omn:verifier", .cas: "did:omn:cas",
        .wallet: "did:omn:wallet",
    ]

    /// The default of ``names``, the server names that are shown to users.
    public static let standardNames: [ServiceRole: String] = [
        .tas: "Trust agent", .issuer: "Issuer", .verifier: "Verifier", .cas: "App provider", .wallet: "Wallet provider",
    ]

    /// Returns the time of the system's clock.
    public static let systemTime: @Sendable () -> UTCInstant = {
        let seconds = Date().timeIntervalSince1970
        let whole = seconds.rounded(.down)
        return UTCInstant(seconds: Int64(whole), nanoseconds: Int32((seconds - whole) * 1_000_000_000))
    }

    private static let started = ContinuousClock.now

    /// Returns the time of the system's monotonic clock, counted from its first use.
    public static let systemUptime: @Sendable () -> Duration = { ContinuousClock.now - started }

    /// Returns random bytes from the system.
    public static let systemRandom: @Sendable (Int) -> [UInt8] = SystemRandom.bytes

    /// Returns the limits of the listener that this configuration requires.
    /// - Throws: ``ServicesError`` that names the value that cannot be used.
    func listenerLimits() throws(ServicesError) -> HTTPListener.Limits {
        if let fault = transport.fault {
            throw ServicesError(.configuration, field: "transport.\(fault.field)", reason: fault.reason)
        }
        do throws(TrustedProxies.Malformed) {
            return transport.limits(
                bodyDeadline: .seconds(20), slowestBody: nil, proxies: try TrustedProxies(trustedProxies))
        } catch {
            throw ServicesError(.configuration, field: "trustedProxies", reason: error.reason)
        }
    }

    /// Checks the servers' URLs, because certificates, plans and profiles contain them.
    /// - Throws: ``ServicesError`` `configuration` that names the URL.
    package func requireWebAddresses() throws(ServicesError) {
        var urls: [(field: String, url: String?)] = [("publicBaseURL", publicBaseURL)]
        for role in ServiceRole.allCases { urls.append(("addresses.\(role.rawValue)", addresses[role])) }
        for case (let field, let url?) in urls where !WebAddress.isBaseURL(url, allowsFinalSlash: true) {
            throw ServicesError(.configuration, field: field, reason: WebAddress.expected)
        }
    }

    /// Returns the DID of a role's server, or `nil` for servers without an identity.
    func did(of role: ServiceRole) -> String? { dids[role] }

    /// Returns the DID of a role's server, for a document or a request that must contain it.
    /// - Throws: ``ServicesError`` `configuration` if the server has no DID.
    func requireDID(of role: ServiceRole) throws(ServicesError) -> String {
        guard let did = dids[role], !did.isEmpty else {
            throw ServicesError(.configuration, field: "dids.\(role.rawValue)", reason: "a DID expected")
        }
        return did
    }
}

/// The lifetimes of transactions, tokens and offers (OpenDID sheet 5.1).
public struct ServiceLifetimes: Sendable, Hashable {
    /// The lifetime of a transaction at the trust agent.
    public var trustAgentTransaction: Duration = .seconds(86_400)
    /// The lifetime of a transaction at the issuer.
    public var issuerTransaction: Duration = .seconds(3_600)
    /// The lifetime of a transaction at the verifier.
    public var verifierTransaction: Duration = .seconds(3_600)
    /// The lifetime of a server token.
    public var serverToken: Duration = .seconds(3_600)
    /// The lifetime of an issue offer that is shown as a QR code.
    public var issueOffer: Duration = .seconds(180)
    /// The lifetime of an issue offer that the trust agent sends by mail or push message. Upstream's issuer accepts every offer for a day.
    public var sentIssueOffer: Duration = .seconds(86_400)
    /// The lifetime of a verify offer for which the terminal's request states no lifetime.
    public var verifyOffer: Duration = .seconds(180)
    /// The lifetime of a restore offer.
    public var restoreOffer: Duration = .seconds(86_400)

    /// Creates the lifetimes that OpenDID sheet 5.1 states.
    public init() {}
}
