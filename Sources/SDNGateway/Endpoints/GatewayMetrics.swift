import HeraldPeer
import HeraldProxy
import SDNWire

/// The counters of a gateway, in addition to those of its listener. No label has text of a client.
struct GatewayMetrics: Sendable {
    /// The ways in which a DID login ends.
    enum Login: String, CaseIterable, Sendable {
        case accepted
        /// The client's answer was wrong or too late.
        case refused
        /// The homeserver or the database did not do its part.
        case failed
    }

    let http = HTTPMetrics()
    private let logins = CounterSet<Login>()

    /// Counts a login.
    /// - Throws: the errors of `work`.
    func counting(_ work: @Sendable () async throws -> LoginResponse) async throws -> LoginResponse {
        do {
            let answer = try await work()
            logins.add(.accepted)
            return answer
        } catch {
            logins.add(error is MatrixError || error is WireError ? .refused : .failed)
            throw error
        }
    }

    /// The families of the gateway.
    /// - Parameter database: the families of the database.
    func families(_ proxy: ProxyCounts?, database: [MetricFamily]) -> [MetricFamily] {
        var families = [logins.family("herald_gateway_logins_total", "DID logins, by outcome.", label: "outcome")]
        if let proxy {
            families += [
                MetricFamily(
                    "herald_gateway_homeserver_connections", .gauge, "Open connections to the homeserver.",
                    proxy.connections.value),
                MetricFamily(
                    "herald_gateway_homeserver_waiting", .gauge, "Requests that wait for a connection.",
                    proxy.waiting.value),
                MetricFamily(
                    "herald_gateway_homeserver_requests", .gauge, "Requests that are being passed on.",
                    proxy.requests.value),
                proxy.refusals.family(
                    "herald_gateway_homeserver_refusals_total",
                    "Requests for the homeserver that the gateway answered itself, by reason.", label: "reason"),
            ]
        }
        return families + database
    }
}
