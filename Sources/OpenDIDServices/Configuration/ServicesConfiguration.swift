import Foundation
import HeraldPeer
import OpenDID_DataModel

/// How OpenDID's servers are run: which of them, where, with what storage and what to start with.
public struct ServicesConfiguration: Sendable {
    /// Where everything is kept.
    public enum Storage: Sendable, Hashable {
        /// Gone when the process ends.
        case memory
        /// In this directory, made when it does not exist. A process without the trust agent has a database of its own in it, and asks the
        /// trust agent for the registry.
        case directory(URL)
    }

    /// The servers of this process.
    public var roles: Set<ServiceRole>
    /// What to listen on. Defaults to this machine only.
    public var host: String
    /// What to listen on; 0 lets the system choose.
    public var port: Int
    /// The base URL under which others reach this process, such as `https://id.example.org`. Defaults to what it listens on. It goes into
    /// certificates, plans and profiles, so it should stay the same where the storage stays.
    public var publicBaseURL: String?
    /// What the servers allow over their connections.
    public var transport: ServicesTransportLimits
    /// The proxies before the servers: IP addresses, or networks such as `192.0.2.0/24`. What they say of a client's address in
    /// `X-Forwarded-For` or `Forwarded` is believed. Defaults to none: then whatever a proxy passes on is not from this machine.
    public var trustedProxies: [String]
    /// The addresses from which upstream's demo server may call without a token: `loopback`, IP addresses, or networks. Defaults to none.
    ///
    /// Whoever is there has offers made, stores what is known of people, and reads what a verifier was shown; see
    /// `docs/opendid-stricter.md`. It is for trying upstream's demo on one machine, and for closed networks. A proxy on this machine that
    /// writes no forwarding header makes strangers count as this machine: it must not be on there.
    public var trustedNetworks: [String] = []
    /// The base URLs of roles that run in other processes. Without the trust agent in this one its address has to be here.
    public var addresses: [ServiceRole: String]
    /// How long a role waits at start for a trust agent of another process that does not answer yet.
    public var enrolmentPatience: Duration
    public var storage: Storage
    /// Derives the storage keys of private keys and personal data, in place of key files beside the database.
    public var passphrase: ServiceSecret?
    /// What the operator shows as `Authorization: Bearer`, from this machine. Without it the operator's endpoints refuse everybody.
    /// It has 22 characters or more, 32 where all are hexadecimal digits: 128 bits, or the servers do not start.
    public var operatorToken: ServiceSecret?
    /// What servers of other processes show each other. Without it the endpoints between servers are open to this process only, and a
    /// process without the trust agent does not start.
    /// As long as ``operatorToken`` has to be.
    public var peerToken: ServiceSecret?
    /// The servers' DIDs.
    public var dids: [ServiceRole: String]
    /// The servers' names for people.
    public var names: [ServiceRole: String]
    public var lifetimes: ServiceLifetimes
    /// What a stranger may cost.
    public var limits = ServiceLimits()
    /// How the issuer issues.
    public var issuer: IssuerSettings
    /// What the verifier asks for beside the seed, and how.
    public var verifier: VerifierSettings
    /// Finds out who a user is. Without it a user id is believed: see ``KYCCheck``.
    public var kyc: (any KYCCheck)?
    /// Takes mails and push messages to people. Without it they only go to ``OpenDIDServices/outbox()``.
    public var notifications: (any NotificationChannel)?
    /// Is told of every call from server to server, without what is in it: for diagrams and logs.
    public var peerObserver: (@Sendable (PeerExchange) -> Void)?
    /// What the servers know when they start; what is there already is replaced.
    public var seed: ServicesSeed
    /// The time.
    public var now: @Sendable () -> UTCInstant
    /// Seconds on a clock that never goes back, for limits and waits.
    public var uptime: @Sendable () -> Double = ServicesConfiguration.systemUptime
    /// Is told of every statement that the database runs, without its values; for tests and measurements.
    package var statementObserver: (@Sendable (String) -> Void)?
    /// Carries requests to servers of other processes in place of HTTP; for tests.
    package var peerTransport: (any PeerTransport)?
    /// So many random bytes, which must be cryptographically secure outside tests.
    public var random: @Sendable (Int) -> [UInt8]

    /// By default: every server on a free port of this machine, in memory.
    public init(
        roles: Set<ServiceRole> = Set(ServiceRole.allCases), host: String = "127.0.0.1", port: Int = 0, publicBaseURL: String? = nil,
        transport: ServicesTransportLimits = ServicesTransportLimits(), trustedProxies: [String] = [], addresses: [ServiceRole: String] = [:], enrolmentPatience: Duration = .seconds(15), storage: Storage = .memory,
        passphrase: ServiceSecret? = nil, operatorToken: ServiceSecret? = nil, peerToken: ServiceSecret? = nil,
        dids: [ServiceRole: String] = ServicesConfiguration.standardDIDs, names: [ServiceRole: String] = ServicesConfiguration.standardNames,
        lifetimes: ServiceLifetimes = ServiceLifetimes(), issuer: IssuerSettings = IssuerSettings(),
        verifier: VerifierSettings = VerifierSettings(), kyc: (any KYCCheck)? = nil, notifications: (any NotificationChannel)? = nil,
        seed: ServicesSeed = ServicesSeed(), now: @escaping @Sendable () -> UTCInstant = ServicesConfiguration.systemTime,
        random: @escaping @Sendable (Int) -> [UInt8] = ServicesConfiguration.systemRandom
    ) {
        self.roles = roles
        self.host = host
        self.port = port
        self.publicBaseURL = publicBaseURL
        self.transport = transport
        self.trustedProxies = trustedProxies
        self.addresses = addresses
        self.enrolmentPatience = enrolmentPatience
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

    /// The DIDs of the reference set-up (OpenDID sheet 0).
    public static let standardDIDs: [ServiceRole: String] = [
        .tas: "did:omn:tas", .issuer: "did:omn:issuer", .verifier: "did:omn:verifier", .cas: "did:omn:cas", .wallet: "did:omn:wallet",
    ]

    /// Names for people.
    public static let standardNames: [ServiceRole: String] = [
        .tas: "Trust agent", .issuer: "Issuer", .verifier: "Verifier", .cas: "App provider", .wallet: "Wallet provider",
    ]

    /// The system's clock.
    public static let systemTime: @Sendable () -> UTCInstant = {
        let seconds = Date().timeIntervalSince1970
        let whole = seconds.rounded(.down)
        return UTCInstant(seconds: Int64(whole), nanoseconds: Int32((seconds - whole) * 1_000_000_000))
    }

    private static let started = ContinuousClock.now

    /// The system's monotonic clock.
    public static let systemUptime: @Sendable () -> Double = {
        let (seconds, attoseconds) = (ContinuousClock.now - started).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The system's random numbers.
    public static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(count, 0) + 7)
        while bytes.count < count {
            let word = generator.next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// What the listener keeps to.
    /// - Throws: ``ServicesError`` that names the value which cannot be used.
    func listenerLimits() throws(ServicesError) -> HTTPListener.Limits {
        if let fault = transport.fault { throw ServicesError(.configuration, field: "transport.\(fault.field)", reason: fault.reason) }
        do throws(TrustedProxies.Malformed) {
            return transport.limits(bodyDeadline: 20_000, slowestBody: nil, proxies: try TrustedProxies(trustedProxies))
        } catch {
            throw ServicesError(.configuration, field: "trustedProxies", reason: error.reason)
        }
    }

    /// The DID of a role's server; `nil` for those that are nobody.
    func did(of role: ServiceRole) -> String? { dids[role] }
}
