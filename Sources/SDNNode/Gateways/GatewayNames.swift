import HeraldHTTP

/// Looks up the names of push gateways. Each look-up counts for the user of the running turn.
struct GatewayNames: Sendable {
    /// The longest time that a look-up may take.
    static let timeout = Duration.seconds(10)

    private let resolver: HostResolver
    private let wait: Duration

    init(_ resolver: HostResolver = HostResolver(), wait: Duration = GatewayNames.timeout) {
        self.resolver = resolver
        self.wait = wait
    }

    /// Looks up a host name. The caller waits at most until the timeout, even if the look-up itself takes longer.
    /// - Returns: no address if the name is unknown or the look-up has timed out.
    func addresses(of host: String) async -> [NetworkAddress] {
        let turn = PushTurn.current
        let answer = await resolver.addresses(of: host, for: turn?.asker, within: wait)
        turn?.stoodInLine(for: answer.inLine)
        return answer.addresses ?? []
    }
}
