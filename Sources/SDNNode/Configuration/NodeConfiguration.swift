import Foundation
import HeraldKeys
import HeraldPeer

/// The configuration of an embedded node. Every value has a default. The defaults suit tests and a developer's own machine.
///
/// ```swift
/// var configuration = NodeConfiguration(port: 8448, storage: .directory(folder), enableRegistration: true)
/// configuration.userLimits.devices = 20
/// let node = try await EmbeddedNode.start(configuration)
/// ```
public struct NodeConfiguration: Sendable {
    /// The place where the node stores accounts and rooms.
    public enum Storage: Sendable, Hashable {
        /// The node stores everything in memory and loses it when it stops.
        case memory
        /// The node stores everything in this directory and creates it if it does not exist.
        case directory(URL)
    }

    /// The failures that an acknowledged write survives.
    public enum Durability: Sendable, Hashable {
        /// Writes survive a power cut: every commit waits until the disk has it.
        case powerLoss
        /// Writes survive the end of the process by any signal, but not a power cut.
        case processCrash
    }

    /// The text after the colon in the user ID of a DID account (SDN sheet 1.1).
    public enum UserIDDomain: Sendable, Hashable {
        /// The DID's 40 hexadecimal digits, as in SendingNetwork.
        case didHex
        /// The node's ``NodeConfiguration/serverName``, as on a Matrix server.
        case serverName
    }

    /// The address to listen on.
    public var host: String
    /// The port to listen on. With 0, the system picks a free port.
    public var port: Int
    /// The place where the node stores accounts and rooms. Defaults to memory.
    public var storage: Storage
    /// The node's name. It is part of every login challenge, and follows the colon in the IDs of password users.
    public var serverName: String
    /// The text after the colon in the user ID of a DID account. Defaults to the DID's digits.
    public var userIDDomain: UserIDDomain
    /// True if users can register and log in with a password, which stock Matrix clients need. Defaults to `false`.
    public var enableRegistration: Bool
    /// The secret with which an operator's programs create accounts at `/_synapse/admin/v1/register`, although users cannot register. These accounts
    /// log in with their passwords. Defaults to none: the node then does not have this endpoint.
    public var registrationSecret: RegistrationSecret?
    /// The token with which the operator lists and changes accounts, rooms and files under `/_herald/operator`. Defaults to none: the node then does
    /// not have these endpoints.
    public var operatorToken: OperatorToken?
    /// The failures that an acknowledged write survives. Defaults to ``Durability/powerLoss``. This value has no effect on a
    /// node in memory.
    public var durability: Durability
    /// The files of the certificate and the key with which the node serves TLS itself. Defaults to none: the node uses plain HTTP, behind a proxy or on
    /// this machine.
    public var tls: TLSFiles?
    /// The keys with which app vendors sign logins (SDN sheet 1.7).
    public var developerKeys: [DeveloperKey]
    /// True if a DID login needs a signature by one of ``developerKeys``. Defaults to `false`.
    public var requireAppToken: Bool
    /// The developer key with which the node signs for apps at `appservice/sign`. Without it, the node does not have this endpoint.
    public var applicationKey: Secp256k1PrivateKey?
    /// True if the node also accepts a wallet signature over the hexadecimal text of the challenge (SDN sheet 1.6). Defaults to `false`.
    public var legacyHexTextSignatures: Bool
    /// The rate limits of clients. Defaults to ``RateLimits/standard``.
    public var rateLimits: RateLimits
    /// Limits on the data that one user may store on the node and send at once.
    public var userLimits: UserLimits
    /// Limits on the keys of end-to-end encryption that devices and users have, and on the keys that one request reads.
    public var keyLimits: KeyLimits
    /// Limits on the size of filters and on the work that they cause.
    public var filterLimits: FilterLimits
    /// The time in which a login challenge can be answered (SDN sheet 1.3). Defaults to 5 min.
    public var challengeLifetime: Duration
    /// True if users without a wallet can get a guest account, which reads world-readable rooms and joins rooms that allow guests. Defaults to
    /// `false`.
    public var allowsTourists: Bool
    /// The lifetime of an access token that was issued with a refresh token. Defaults to 5 min. Other access tokens do not expire.
    public var accessTokenLifetime: Duration
    /// The most login challenges that may be open at once. Defaults to 20,000. Above this limit, the node deletes the oldest challenge of the remote
    /// address that has most challenges.
    public var challengeCapacity: Int
    /// The most login challenges that may be open at once for one remote address. Defaults to 2,000. All addresses of an IPv6 /64 count as
    /// one.
    public var challengeCapacityPerRemote: Int
    /// The limits on connections.
    public var transport: NodeTransportLimits
    /// The most connections that may be open at once: ``NodeTransportLimits/connections``.
    public var connectionLimit: Int {
        get { transport.connections }
        set { transport.connections = newValue }
    }
    /// The proxies in front of the node, as IP addresses or networks such as `192.0.2.0/24`. The node believes the client address that they
    /// send in `X-Forwarded-For` or `Forwarded`, and applies its limits to that address. Defaults to none.
    public var trustedProxies: [String]
    /// The addresses that may read the node's metrics at `/metrics`: `loopback`, IP addresses or networks. Defaults to `loopback`. For all
    /// others the path does not exist. Leave `loopback` out behind a proxy on this machine that writes no forwarding header, because the
    /// node cannot distinguish the clients of such a proxy from this machine.
    public var metricsReaders: [String] = ["loopback"]
    /// The time in which the body of a request must arrive. Defaults to 30 s.
    public var bodyDeadline: Duration
    /// The work factor N of scrypt for password hashes. It must be a power of two. Defaults to 16,384.
    public var passwordCost: Int
    /// The limits on password checks.
    public var passwordLimits: PasswordLimits
    /// The settings for files.
    public var media: MediaSettings
    /// The time for which the node keeps messages. Defaults to forever.
    public var retention = RetentionSettings()
    /// The free space in bytes that stays on the disk of the data directory. With less, the node answers 507 to requests that store something. Reading
    /// goes on. Defaults to 256 MiB; 0 means that the node does not look.
    public var diskReserve: Int64 = 256 << 20
    /// Returns the free bytes of a folder's disk; replaced by tests.
    var freeSpace: @Sendable (URL) -> Int64? = systemFreeSpace
    /// The base URL for video meetings, which SDN clients request (SDN sheet 2.1); `nil` if there is none.
    public var meetingServerURL: String?
    /// The base URL in the answer of `.well-known`, such as `https://sdn.example.org`. If it is `nil`, the answer has the address that the node
    /// listens on.
    public var publicBaseURL: String?
    /// Hosts, with or without a port, that receive push notifications whatever their address, such as `127.0.0.1:5000`. The node reaches all other
    /// hosts only over public addresses. Defaults to none. A gateway on this machine must be listed here, because otherwise any user could make the
    /// node send requests to the machine's ports (SDN sheet 6.1).
    public var pushURLAllowlist: [String]
    /// True if the node is also a push gateway, for tests. It then stores the newest notifications that it receives. Defaults to `false`.
    public var recordsPushNotifications: Bool
    /// Returns the time of the wall clock. The node uses it for events and for deadlines that stay valid after a restart.
    public var clock: @Sendable () -> Timestamp
    /// Returns the time of a monotonic clock, which never goes back even if ``clock`` is set back. The node uses it for deadlines that do
    /// not survive a restart, such as those of login challenges, rate limits and typing.
    public var monotonicClock: @Sendable () -> ContinuousClock.Instant
    /// Returns the given number of random bytes, for tokens and nonces.
    public var random: @Sendable (Int) -> [UInt8]

    /// Creates a configuration. The defaults suit tests and a developer's own machine: the node listens on a free port of the loopback
    /// address, stores everything in memory and allows only DID logins. The node checks the values when it starts. If a value is invalid,
    /// ``EmbeddedNode/start(_:)`` throws ``NodeError`` naming the first invalid field.
    public init(
        host: String = "127.0.0.1", port: Int = 0, storage: Storage = .memory, serverName: String = "localhost",
        userIDDomain: UserIDDomain = .didHex, enableRegistration: Bool = false, durability: Durability = .powerLoss,
        developerKeys: [DeveloperKey] = [], requireAppToken: Bool = false,
        applicationKey: Secp256k1PrivateKey? = nil, legacyHexTextSignatures: Bool = false,
        rateLimits: RateLimits = .standard, userLimits: UserLimits = UserLimits(), keyLimits: KeyLimits = KeyLimits(),
        filterLimits: FilterLimits = FilterLimits(),
        challengeLifetime: Duration = .seconds(300),
        accessTokenLifetime: Duration = .seconds(300),
        allowsTourists: Bool = false, challengeCapacity: Int = 20_000,
        challengeCapacityPerRemote: Int = 2_000, transport: NodeTransportLimits = NodeTransportLimits(),
        connectionLimit: Int? = nil,
        trustedProxies: [String] = [], bodyDeadline: Duration = .seconds(30),
        passwordCost: Int = 1 << 14, passwordLimits: PasswordLimits = PasswordLimits(),
        media: MediaSettings = MediaSettings(),
        meetingServerURL: String? = nil, publicBaseURL: String? = nil,
        pushURLAllowlist: [String] = [], recordsPushNotifications: Bool = false,
        clock: @escaping @Sendable () -> Timestamp = NodeConfiguration.systemClock,
        monotonicClock: @escaping @Sendable () -> ContinuousClock.Instant = NodeConfiguration.systemMonotonicClock,
        random: @escaping @Sendable (Int) -> [UInt8] = NodeConfiguration.systemRandom
    ) {
        self.host = host
        self.port = port
        self.storage = storage
        self.serverName = serverName
        self.userIDDomain = userIDDomain
        self.enableRegistration = enableRegistration
        self.durability = durability
        self.developerKeys = developerKeys
        self.requireAppToken = requireAppToken
        self.applicationKey = applicationKey
        self.legacyHexTextSignatures = legacyHexTextSignatures
        self.rateLimits = rateLimits
        self.userLimits = userLimits
        self.keyLimits = keyLimits
        self.filterLimits = filterLimits
        self.challengeLifetime = challengeLifetime
        self.accessTokenLifetime = accessTokenLifetime
        self.allowsTourists = allowsTourists
        self.challengeCapacity = challengeCapacity
        self.challengeCapacityPerRemote = challengeCapacityPerRemote
        self.transport = transport
        self.trustedProxies = trustedProxies
        self.bodyDeadline = bodyDeadline
        self.passwordCost = passwordCost
        self.passwordLimits = passwordLimits
        self.media = media
        self.meetingServerURL = meetingServerURL
        self.publicBaseURL = publicBaseURL
        self.pushURLAllowlist = pushURLAllowlist
        self.recordsPushNotifications = recordsPushNotifications
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.random = random
        if let connectionLimit { self.transport.connections = connectionLimit }
    }

    /// The system's wall clock.
    public static let systemClock: @Sendable () -> Timestamp = { .now }

    /// The system's monotonic clock, which nobody can set. It goes on while the machine sleeps.
    public static let systemMonotonicClock: @Sendable () -> ContinuousClock.Instant = { .now }

    /// The system's source of secure random bytes.
    public static let systemRandom: @Sendable (Int) -> [UInt8] = SystemRandom.bytes

    /// The shortest and the longest value that a deadline of a connection may have.
    static let deadlines: ClosedRange<Duration> = .milliseconds(1) ... .seconds(3_600)

    func validated() throws(NodeError) -> NodeConfiguration {
        guard (0...65_535).contains(port) else {
            throw NodeError(.configuration, field: "port", reason: "expected a number from 0 to 65535")
        }
        let name = serverName.unicodeScalars
        let isPlain = name.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "/" && $0 != "@" && $0 != "#" }
        guard isPlain, (1...200).contains(serverName.utf8.count) else {
            throw NodeError(
                .configuration, field: "serverName",
                reason: "expected a host name, perhaps with a port, of at most 200 characters")
        }
        if let publicBaseURL, !WebAddress.isBaseURL(publicBaseURL, allowsFinalSlash: true) {
            throw NodeError(.configuration, field: "publicBaseURL", reason: WebAddress.expected)
        }
        guard (2...(1 << 20)).contains(passwordCost), passwordCost & (passwordCost - 1) == 0 else {
            throw NodeError(.configuration, field: "passwordCost", reason: "expected a power of two from 2 to 2^20")
        }
        guard registrationSecret?.isUsable != false else {
            throw NodeError(.configuration, field: "registrationSecret", reason: "expected 8 to 1024 bytes")
        }
        guard operatorToken?.isUsable != false else {
            throw NodeError(.configuration, field: "operatorToken", reason: "expected 16 to 1024 bytes")
        }
        guard challengeLifetime > .zero, challengeCapacity > 0, challengeCapacityPerRemote > 0 else {
            throw NodeError(.configuration, field: "challenge", reason: "lifetime and capacities must be above 0")
        }
        guard accessTokenLifetime >= .milliseconds(1) else {
            throw NodeError(
                .configuration, field: "accessTokenLifetime", reason: "must be at least a millisecond")
        }
        guard connectionLimit > 0 else {
            throw NodeError(.configuration, field: "connectionLimit", reason: "must be above 0")
        }
        if let fault = transport.fault {
            throw NodeError(.configuration, field: "transport.\(fault.field)", reason: fault.reason)
        }
        _ = try proxies()
        _ = try readers()
        guard Self.deadlines.contains(bodyDeadline) else {
            throw NodeError(.configuration, field: "bodyDeadline", reason: "expected a millisecond to an hour")
        }
        try retention.validate()
        guard diskReserve >= 0 else {
            throw NodeError(.configuration, field: "diskReserve", reason: "must be 0 or more")
        }
        try media.validate()
        try userLimits.validate()
        try keyLimits.validate()
        try passwordLimits.validate()
        try filterLimits.validate()
        guard !requireAppToken || !developerKeys.isEmpty else {
            throw NodeError(.configuration, field: "developerKeys", reason: "requireAppToken needs at least one key")
        }
        return self
    }
}

/// The address of the key with which an app's vendor signs logins (SDN sheet 1.7).
///
/// ```swift
/// let app = DeveloperKey(address: key.publicKey.ethereumAddress, appName: "Harbour")
/// let configuration = NodeConfiguration(developerKeys: [app], requireAppToken: true)
/// ```
public struct DeveloperKey: Sendable, Hashable {
    /// The address that the key's signatures recover to.
    public var address: EthereumAddress
    /// The app's name, for readers of the configuration.
    public var appName: String
    /// Creates a developer key for an app.
    /// - Parameters:
    ///   - address: the address that the key's signatures recover to.
    ///   - appName: the app's name, for readers of the configuration.
    public init(address: EthereumAddress, appName: String) {
        self.address = address
        self.appName = appName
    }
}
