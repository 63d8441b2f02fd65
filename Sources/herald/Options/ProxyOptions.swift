import ArgumentParser
import HeraldPeer

/// The options that name the proxies in front of a server.
struct ProxyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The IP address or network of a proxy in front of the server; may be given several times. The server believes this proxy about clients' addresses.",
            valueName: "address|network"))
    var trustedProxy: [String] = []

    func validate() throws { _ = try proxies() }

    /// Returns the trusted proxies.
    /// - Throws: `ValidationError`.
    func proxies() throws -> TrustedProxies {
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(trustedProxy)
        } catch {
            throw ValidationError("--trusted-proxy: \(error.reason).")
        }
    }
}
