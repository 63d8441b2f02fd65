import Dispatch
import Foundation
import HeraldHTTP
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Looks up the names of push gateways. Each look-up counts for the user of the running turn.
struct GatewayNames: Sendable {
    /// The longest time that a look-up may take.
    static let timeout = Duration.seconds(10)

    private let lookups: NameLookups
    private let wait: Duration
    private let ask: @Sendable (_ host: String) -> [HostAddress]

    /// - Parameter ask: queries the name service, and blocks its thread meanwhile.
    init(
        lookups: NameLookups = .shared, wait: Duration = GatewayNames.timeout,
        ask: @escaping @Sendable (_ host: String) -> [HostAddress] = { GatewayNames.systemAddresses(of: $0) }
    ) {
        self.lookups = lookups
        self.wait = wait
        self.ask = ask
    }

    /// Looks up a host name. The caller waits at most until the timeout, even if the look-up itself takes longer.
    /// - Returns: no address if the name is unknown or the look-up has timed out.
    func addresses(of host: String) async -> [HostAddress] {
        if let address = HostAddress(host) { return [address] }
        let turn = PushTurn.current, asked = ContinuousClock.now
        let (addresses, inLine) = await withCheckedContinuation { (continuation: Answer.Continuation) in
            let answer = Answer(continuation, asked: asked)
            let isTaken = lookups.run(host, for: turn?.asker, within: wait) { [ask] in
                answer.begin()
                answer.give(ask(host))
            }
            guard isTaken else { return answer.give([]) }
            DispatchQueue.global().asyncAfter(deadline: .now() + wait / .seconds(1)) { answer.give([]) }
        }
        turn?.stoodInLine(for: inLine)
        return addresses
    }

    /// Passes on the first answer and ignores later ones.
    private final class Answer: Sendable {
        typealias Continuation = CheckedContinuation<(addresses: [HostAddress], inLine: Duration), Never>

        private struct State {
            var waiting: Continuation?
            /// The time that the look-up waited for a thread; `nil` while it still waits.
            var inLine: Duration?
        }

        private let asked: ContinuousClock.Instant
        private let state: Mutex<State>

        init(_ continuation: Continuation, asked: ContinuousClock.Instant) {
            self.asked = asked
            state = Mutex(State(waiting: continuation))
        }

        func begin() { state.withLock { $0.inLine = asked.duration(to: .now) } }

        func give(_ addresses: [HostAddress]) {
            let (continuation, inLine) = state.withLock { state in
                defer { state.waiting = nil }
                return (state.waiting, state.inLine ?? asked.duration(to: .now))
            }
            continuation?.resume(returning: (addresses, inLine))
        }
    }

    private static func systemAddresses(of host: String) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [HostAddress] = []
        var entry = list
        while let current = entry {
            if let address = address(current.pointee) { found.append(address) }
            entry = current.pointee.ai_next
        }
        return found
    }

    private static func address(_ entry: addrinfo) -> HostAddress? {
        guard let pointer = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr) {
                HostAddress(bytes: Array($0))
            }
        case AF_INET6:
            return withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
                HostAddress(bytes: Array($0))
            }
        default: return nil
        }
    }
}
