import ArgumentParser
import HeraldPeer

/// The options for the proxies in front of a server.
struct ProxyOptions: ParsableArguments {
    @Option(help: ArgumentHelp(
        "A proxy before the server, by its IP address or network; may be given several times. What it says of clients' addresses is believed.",
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
