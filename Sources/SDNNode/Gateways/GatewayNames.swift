import HeraldHTTP
import Synchronization

/// Looks up the names of push gateways. Each look-up counts against the limits of the user whose pusher has its turn.
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
        let answer = await resolver.addresses(of: host, for: turn?.client, within: wait)
        turn?.addTimeInQueue(answer.timeInQueue)
        return answer.addresses ?? []
    }
}

/// One turn of a pusher. It names the user of the turn, and counts the time spent in the queue for look-ups.
final class PushTurn: Sendable {
    /// The turn that the running task belongs to.
    @TaskLocal static var current: PushTurn?

    let client: LookupClient
    private let waited = Mutex(Duration.zero)

    init(client: LookupClient) { self.client = client }

    /// The time that the look-ups of this turn waited for other look-ups to end.
    var timeInQueue: Duration { waited.withLock { $0 } }

    /// Adds time that a look-up of this turn waited for other look-ups to end.
    func addTimeInQueue(_ time: Duration) { waited.withLock { $0 += time } }
}
