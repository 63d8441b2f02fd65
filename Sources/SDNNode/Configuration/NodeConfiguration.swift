import Foundation
import HeraldKeys
import HeraldPeer

/// How an embedded node runs. Every value has a default; the defaults suit tests and a developer's own machine.
public struct NodeConfiguration: Sendable {
    /// Where accounts and rooms are kept.
    public enum Storage: Sendable, Hashable {
        /// In memory, gone when the node stops.
        case memory
        /// In this directory, which is made when it is not there.
        case directory(URL)
    }

    /// What an acknowledged write survives.
    public enum Durability: Sendable, Hashable {
        /// A power cut: every commit waits until the disk has it.
        case powerLoss
        /// The end of the process by any signal, not a power cut.
        case processCrash
    }

    /// What follows the colon in the user id of a DID account (SDN sheet 1.1).
    public enum UserIDDomain: Sendable, Hashable {
        /// The DID's 40 hexadecimal digits, as SendingNetwork has it.
        case didHex
        /// The node's ``NodeConfiguration/serverName``, as a Matrix server has it.
        case serverName
    }

    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 picks a free one.
    public var port: Int
    /// Where accounts and rooms are kept. Defaults to memory.
    public var storage: Storage
    /// The node's name: it stands in every login challenge, and after the colon in the ids of password users.
    public var serverName: String
    /// What follows the colon in the user id of a DID account. Defaults to the DID's digits.
    public var userIDDomain: UserIDDomain
    /// Whether accounts can be made and logged in to with a password, as stock Matrix clients need it.
    public var enableRegistration: Bool
    /// What an acknowledged write survives. Defaults to a power cut. Has no meaning for a node in memory.
    public var durability: Durability
    /// The keys with which app vendors sign a login (SDN sheet 1.7).
    public var developerKeys: [DeveloperKey]
    /// Whether a DID login needs the signature of one of ``developerKeys``.
    public var requireAppToken: Bool
    /// The developer key with which the node itself signs for apps at `appservice/sign`; without it the endpoint is not there.
    public var applicationKey: Secp256k1PrivateKey?
    /// Whether a wallet signature over the hexadecimal text of the challenge is accepted as well (SDN sheet 1.6).
    public var legacyHexTextSignatures: Bool
    /// How often clients may log in and send. Defaults to ``RateLimits/standard``.
    public var rateLimits: RateLimits
    /// How much one user may keep on the node and send at once.
    public var userLimits: UserLimits
    /// How many keys of end-to-end encryption devices and users have, and how much of them one request reads.
    public var keyLimits: KeyLimits
    /// How large filters are and how much work they make.
    public var filterLimits: FilterLimits
    /// How long a login challenge can be answered, in milliseconds (SDN sheet 1.3).
    public var challengeLifetime: Int64
    /// Whether people without a wallet get an account of their own, which reads what is open and joins rooms that let guests in.
    public var allowsTourists: Bool
    /// How long an access token is good that came with a refresh token, in milliseconds. Others do not expire.
    public var accessTokenLifetime: Int64
    /// How many login challenges may be open at once; beyond it the remote address with most of them loses its oldest one.
    public var challengeCapacity: Int
    /// How many login challenges may be open at once for one remote address; all of an IPv6 /64 counts as one.
    public var challengeCapacityPerRemote: Int
    /// What the node allows over its connections.
    public var transport: NodeTransportLimits
    /// How many connections may be open at once: ``NodeTransportLimits/connections``.
    public var connectionLimit: Int {
        get { transport.connections }
        set { transport.connections = newValue }
    }
    /// The proxies before the node: IP addresses, or networks such as `192.0.2.0/24`. What they say of a client's address in
    /// `X-Forwarded-For` or `Forwarded` is believed, and limits count that address. Defaults to none.
    public var trustedProxies: [String]
    /// How long the body of a request may take to arrive, in milliseconds.
    public var bodyDeadline: Int64
    /// The work factor N of scrypt for password hashes, a power of two.
    public var passwordCost: Int
    /// What is asked of those who try passwords.
    public var passwordLimits: PasswordLimits
    /// What the node does with files.
    public var media: MediaSettings
    /// The base URL for video meetings, which SDN clients ask for (SDN sheet 2.1); `nil` when there is none.
    public var meetingServerURL: String?
    /// The base URL that `.well-known` tells clients; the address that the node listens on when `nil`.
    public var publicBaseURL: String?
    /// Hosts, or hosts with ports, that notifications go to wherever they are, such as `127.0.0.1:5000`; to all others only over public
    /// addresses. Defaults to none: a gateway on this machine has to be named, or any user could have the node post to its ports (SDN
    /// sheet 6.1).
    public var pushURLAllowlist: [String]
    /// Whether the node is a push gateway as well, for tests: it keeps the newest notifications that are sent to it.
    public var recordsPushNotifications: Bool
    /// Milliseconds since 1970: the time of events, and of deadlines that outlive the node.
    public var clock: @Sendable () -> Int64
    /// Milliseconds that only go on, also when ``clock`` is set: for deadlines that end with the node, such as those of login challenges,
    /// limits and typing.
    public var monotonicClock: @Sendable () -> Int64
    /// That many random bytes, for tokens and nonces.
    public var random: @Sendable (Int) -> [UInt8]

    /// A configuration for tests and a developer's own machine: loopback, a free port, in memory, DID logins only.
    /// Values are checked when the node starts: ``EmbeddedNode/start(_:)`` throws ``NodeError`` naming the field that cannot be used.
    public init(
        host: String = "127.0.0.1", port: Int = 0, storage: Storage = .memory, serverName: String = "localhost",
        userIDDomain: UserIDDomain = .didHex, enableRegistration: Bool = false, durability: Durability = .powerLoss,
        developerKeys: [DeveloperKey] = [], requireAppToken: Bool = false,
        applicationKey: Secp256k1PrivateKey? = nil, legacyHexTextSignatures: Bool = false,
        rateLimits: RateLimits = .standard, userLimits: UserLimits = UserLimits(), keyLimits: KeyLimits = KeyLimits(),
        filterLimits: FilterLimits = FilterLimits(),
        challengeLifetime: Int64 = 300_000,
        accessTokenLifetime: Int64 = 300_000,
        allowsTourists: Bool = false, challengeCapacity: Int = 20_000,
        challengeCapacityPerRemote: Int = 2_000, transport: NodeTransportLimits = NodeTransportLimits(), connectionLimit: Int? = nil,
        trustedProxies: [String] = [], bodyDeadline: Int64 = 30_000,
        passwordCost: Int = 1 << 14, passwordLimits: PasswordLimits = PasswordLimits(), media: MediaSettings = MediaSettings(),
        meetingServerURL: String? = nil, publicBaseURL: String? = nil,
        pushURLAllowlist: [String] = [], recordsPushNotifications: Bool = false,
        clock: @escaping @Sendable () -> Int64 = NodeConfiguration.systemClock,
        monotonicClock: @escaping @Sendable () -> Int64 = NodeConfiguration.systemMonotonicClock,
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
    public static let systemClock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }

    /// The system's clock that is never set, from the first look at it on; it goes on while the machine sleeps.
    public static let systemMonotonicClock: @Sendable () -> Int64 = {
        let start = ContinuousClock.now
        return {
            let (seconds, attoseconds) = start.duration(to: .now).components
            return 1 + seconds * 1000 + attoseconds / 1_000_000_000_000_000
        }
    }()

    /// The system's source of secure random bytes.
    public static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// ``trustedProxies``, read.
    func proxies() throws(NodeError) -> TrustedProxies {
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(trustedProxies)
        } catch {
            throw NodeError(.configuration, field: "trustedProxies", reason: error.reason)
        }
    }

    func validated() throws(NodeError) -> NodeConfiguration {
        guard (0...65_535).contains(port) else { throw NodeError(.configuration, field: "port", reason: "expected a number from 0 to 65535") }
        let name = serverName.unicodeScalars
        let isPlain = name.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "/" && $0 != "@" && $0 != "#" }
        guard isPlain, (1...200).contains(serverName.utf8.count) else {
            throw NodeError(.configuration, field: "serverName", reason: "expected a host name, perhaps with a port, of at most 200 characters")
        }
        guard (2...(1 << 20)).contains(passwordCost), passwordCost & (passwordCost - 1) == 0 else {
            throw NodeError(.configuration, field: "passwordCost", reason: "expected a power of two from 2 to 2^20")
        }
        guard challengeLifetime > 0, challengeCapacity > 0, challengeCapacityPerRemote > 0 else {
            throw NodeError(.configuration, field: "challenge", reason: "lifetime and capacities must be above 0")
        }
        guard accessTokenLifetime > 0 else { throw NodeError(.configuration, field: "accessTokenLifetime", reason: "must be above 0") }
        guard connectionLimit > 0 else { throw NodeError(.configuration, field: "connectionLimit", reason: "must be above 0") }
        if let fault = transport.fault { throw NodeError(.configuration, field: "transport.\(fault.field)", reason: fault.reason) }
        _ = try proxies()
        guard (1...3_600_000).contains(bodyDeadline) else {
            throw NodeError(.configuration, field: "bodyDeadline", reason: "expected 1 to 3,600,000 milliseconds")
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
public struct DeveloperKey: Sendable, Hashable {
    /// The address that the key's signatures recover to.
    public var address: EthereumAddress
    /// The app's name, for whoever reads the configuration.
    public var appName: String
    /// A developer key and the app it stands for.
    /// - Parameters:
    ///   - address: the address that the key's signatures recover to.
    ///   - appName: the app's name, for whoever reads the configuration.
    public init(address: EthereumAddress, appName: String) {
        self.address = address
        self.appName = appName
    }
}
