import ArgumentParser
import HeraldPeer

/// The option that names the readers of a server's metrics.
struct MetricsOptions: ParsableArguments {
    /// The word for no reader at all.
    private static let nobody = "nobody"

    @Option(
        help: ArgumentHelp(
            "An address that may read GET /metrics: 'loopback', an IP address, a network, or 'nobody'; may be given several times. Defaults to loopback. If --trusted-proxy names this machine, give 127.0.0.1 in place of loopback. Leave loopback out behind a proxy on this machine that sends no X-Forwarded-For, Forwarded, X-Real-IP or Via: everybody behind the proxy would count as this machine.",
            valueName: "loopback|address|network|nobody"))
    var metricsFrom: [String] = []

    /// The addresses that may read the metrics.
    var readers: [String] {
        metricsFrom.isEmpty ? [TrustedAddresses.loopback] : metricsFrom.filter { $0 != Self.nobody }
    }

    func validate() throws {
        do throws(TrustedAddresses.Malformed) {
            _ = try TrustedAddresses(readers)
        } catch {
            throw ValidationError("--metrics-from: \(error.reason).")
        }
    }
}
