import Foundation
import HeraldHTTP
import HeraldKeys
import HeraldPeer
import HeraldProxy
import SDNWire

/// The values that an operator decides about a gateway.
package struct GatewayConfiguration: Sendable {
    /// The address to listen on. Defaults to loopback.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 picks a free one.
    package var port = 0
    /// The URL of the homeserver: `http://`, a host and a port.
    package var homeserver: String
    /// The homeserver's `server_name`, which is also the domain of user IDs.
    package var serverName: String
    /// The place of DIDs, challenges and rate limits.
    package var storage: GatewayStorage
    /// The key that signs logins at the homeserver.
    package var key: GatewayKey
    /// The issuer that the homeserver expects in tokens.
    package var issuer = GatewayConfiguration.standardIssuer
    /// The base URL that `.well-known` gives clients; `nil` stands for the address that the gateway listens on.
    package var publicURL: String?
    /// The proxies in front of the gateway, whose headers about a client's address are trusted: addresses or networks.
    package var trustedProxies: [String] = []
    /// The addresses that may read `/metrics`. Defaults to loopback.
    package var metricsReaders = [TrustedAddresses.loopback]
    /// The rate limits.
    package var rates = GatewayRates.standard
    /// The time in which a challenge can be answered.
    package var challengeLifetime = Duration.seconds(300)
    /// The most open challenges in all, and the most for one remote network.
    package var challengeCapacity = 100_000, challengeCapacityPerRemote = 1_000
    /// The time in which a request body must arrive, unless it arrives at 16 KiB a second or faster.
    package var bodyDeadline = Duration.seconds(60)
    /// The most connections of clients that may be open at once, and the most to the homeserver.
    package var connections = 20_000
    /// The most connections of one address, or the most open requests of a client behind a trusted proxy. It is never more than half of
    /// ``connections``. Many people may share the address of an office or of a mobile network.
    package var connectionsPerAddress = 1_000
    /// The time that requests may take to finish when the gateway stops. Long polls end at once.
    package var farewell = Duration.seconds(50)
    /// The limits of the proxy towards the homeserver. ``connections`` replaces its number of connections.
    package var proxyLimits = ProxyLimits()
    /// The time that the homeserver has for a request of the gateway itself, such as a login.
    package var homeserverDeadline = Duration.seconds(20)
    /// The most connections of this process to PostgreSQL.
    package var databaseConnections = 8
    /// The addresses of the keys with which app vendors sign logins (SDN sheet 1.7).
    package var developerKeys: [EthereumAddress] = []
    /// The key for `appservice/sign`; `nil` if this server signs for no app.
    package var applicationKey: Secp256k1PrivateKey?
    /// True if a login needs a signature by one of ``developerKeys``.
    package var requiresAppToken = false
    /// True if a signature over the hexadecimal text of a challenge is accepted too (SDN sheet 1.6).
    package var acceptsHexText = false
    /// The URL of the server for video meetings; `nil` if there is none.
    package var meetingServerURL: String?
    /// Returns the time for tokens and new documents. Defaults to the system's clock.
    package var clock: @Sendable () -> Timestamp = {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    /// The issuer in tokens if the operator names no other.
    package static let standardIssuer = "sdn-gateway"
    private static let deadlines = Duration.milliseconds(1)...Duration.seconds(3_600)
    private static let mostConnections = 1_000
    /// The most connections of clients. A system has no more ports for connections to one homeserver.
    private static let mostClients = 60_000

    package init(homeserver: String, serverName: String, storage: GatewayStorage, key: GatewayKey) {
        self.homeserver = homeserver
        self.serverName = serverName
        self.storage = storage
        self.key = key
    }

    /// The address of the homeserver.
    /// - Throws: ``GatewayError`` naming `homeserver`.
    package func upstream() throws(GatewayError) -> UpstreamAddress {
        do throws(UpstreamAddress.Malformed) {
            return try UpstreamAddress(homeserver)
        } catch {
            throw GatewayError(.configuration, field: "homeserver", reason: error.reason)
        }
    }

    /// The proxies in front of the gateway.
    /// - Throws: ``GatewayError`` naming `trustedProxies`.
    func proxies() throws(GatewayError) -> TrustedProxies {
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(trustedProxies)
        } catch {
            throw GatewayError(.configuration, field: "trustedProxies", reason: error.reason)
        }
    }

    /// The readers of the metrics.
    /// - Throws: ``GatewayError`` naming `metricsReaders`.
    func readers() throws(GatewayError) -> TrustedAddresses {
        do throws(TrustedAddresses.Malformed) {
            return try TrustedAddresses(metricsReaders)
        } catch {
            throw GatewayError(.configuration, field: "metricsReaders", reason: error.reason)
        }
    }

    /// True if clients reach the gateway through proxies and not at its own address.
    var isInner: Bool {
        let kind = NetworkAddress(sender: host).map { AddressKind($0) }
        return !trustedProxies.isEmpty && (kind == .loopback || kind == .unspecified || host == "localhost")
    }

    /// Checks every value.
    /// - Throws: ``GatewayError`` naming the first wrong field.
    package func validate() throws(GatewayError) {
        func fail(_ field: String, _ reason: String) -> GatewayError {
            GatewayError(.configuration, field: field, reason: reason)
        }
        guard !host.isEmpty, !host.utf8.contains(0) else { throw fail("host", "an address to listen on is needed") }
        guard (0...65_535).contains(port) else { throw fail("port", "a number from 0 to 65535 is needed") }
        _ = try upstream()
        try Self.validate(serverName: serverName, issuer: issuer)
        if let publicURL, !WebAddress.isBaseURL(publicURL) { throw fail("publicURL", WebAddress.expected) }
        if let meetingServerURL, !WebAddress.isBaseURL(meetingServerURL, allowsFinalSlash: true) {
            throw fail(
                "meetingServerURL",
                "a URL that begins with http:// or https:// is needed, such as https://meet.example.org")
        }
        _ = try proxies()
        _ = try readers()
        if let field = rates.fault {
            throw fail(field, "a rate from one use an hour to a million a second, and a burst from 1, are needed")
        }
        for (field, value) in [
            ("challengeLifetime", challengeLifetime), ("bodyDeadline", bodyDeadline),
            ("homeserverDeadline", homeserverDeadline), ("farewell", farewell),
        ] where !Self.deadlines.contains(value) { throw fail(field, "a time from a millisecond to an hour is needed") }
        for (field, value) in [
            ("challengeCapacity", challengeCapacity), ("challengeCapacityPerRemote", challengeCapacityPerRemote),
        ] where value < 1 { throw fail(field, "a number above 0 is needed") }
        guard (1...Self.mostConnections).contains(databaseConnections) else {
            throw fail("databaseConnections", "a number from 1 to \(Self.mostConnections) is needed")
        }
        guard (2...Self.mostClients).contains(connections) else {
            throw fail("connections", "a number from 2 to \(Self.mostClients) is needed")
        }
        guard (1...Self.mostClients).contains(connectionsPerAddress) else {
            throw fail("connectionsPerAddress", "a number from 1 to \(Self.mostClients) is needed")
        }
        guard !requiresAppToken || !developerKeys.isEmpty else {
            throw fail("requiresAppToken", "without developer keys nobody could log in")
        }
    }

    /// Checks the names that are also written into the homeserver's configuration.
    /// - Throws: ``GatewayError`` naming `serverName` or `issuer`.
    package static func validate(serverName: String, issuer: String) throws(GatewayError) {
        guard isServerName(serverName) else {
            throw GatewayError(
                .configuration, field: "serverName",
                reason: "a host name is needed, with a port if the homeserver's name has one")
        }
        let isPlain = issuer.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard (1...255).contains(issuer.utf8.count), isPlain else {
            throw GatewayError(
                .configuration, field: "issuer",
                reason: "a name of 1 to 255 printable characters without quotation marks and backslashes is needed")
        }
    }

    /// True for the name of a homeserver: letters, digits, dots and hyphens, or an IPv6 address in brackets, and perhaps a port.
    private static func isServerName(_ text: String) -> Bool {
        text.utf8.count <= 200
            && text.wholeMatch(of: /(?:[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/) != nil
    }
}
