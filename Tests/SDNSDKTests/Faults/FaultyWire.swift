import Foundation
import HeraldLocks
import TestSupport

/// The shared state of a ``FaultyProxy``'s connections, and its decisions about each.
final class FaultyWire: Sendable {
    struct State {
        var random: SeededGenerator
        var isOn = true
        var isClosed = false
        var counts: [WireFault: Int] = [:]
        var endlessBytes = 0
        var connections: [ObjectIdentifier: LoopbackConnection] = [:]
    }

    let state: Mutex<State>
    private let nodePort: Int
    private let share: Double
    private let kinds: [WireFault]
    private let silences: Int

    init(_ seed: UInt64, _ nodePort: Int, _ share: Double, _ kinds: [WireFault], _ silences: Int) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
        self.nodePort = nodePort
        self.share = share
        self.kinds = kinds
        self.silences = silences
    }

    func serve(_ client: LoopbackConnection) {
        var reader = MessageReader(client)
        while let head = reader.head() {
            let request = WireRequest(head)
            let (fault, number) = draw(request)
            if fault == .requestReset { return client.reset() }
            guard let body = reader.body(request.length) else { return }
            if fault == .requestCut {
                _ = try? LoopbackConnection.connect(to: nodePort).send(
                    (head + body).prefix(1 + number % (head.count + body.count - 1)))
                return client.reset()
            }
            guard let answer = forward(request, body),
                WireDelivery(wire: self, client: client, number: number).bring(answer, fault)
            else { return }
        }
    }

    private func draw(_ request: WireRequest) -> (WireFault?, Int) {
        state.withLock { state in
            let (chance, number) = (
                Double.random(in: 0..<1, using: &state.random), Int.random(in: 0..<100_000, using: &state.random)
            )
            guard state.isOn, chance < share, var fault = kinds.randomElement(using: &state.random) else {
                return (nil, number)
            }
            // A file that is cut off in this way looks complete.
            if fault == .lengthTooSmall, request.isDownload { fault = .bodyCut }
            if WireFault.silent.contains(fault), state.counts[fault, default: 0] >= silences { fault = .answerLost }
            state.counts[fault, default: 0] += 1
            return (fault, number)
        }
    }

    /// Brings a request to the node, on a connection of its own.
    private func forward(_ request: WireRequest, _ body: [UInt8]) -> WireAnswer? {
        guard let node = try? LoopbackConnection.connect(to: nodePort), node.send(request.closing + body) else {
            return nil
        }
        var reader = MessageReader(node)
        guard let head = reader.head() else { return nil }
        return WireAnswer(head: head, body: reader.everything())
    }

    func hasSentEndless(_ count: Int) { state.withLock { $0.endlessBytes += count } }
}
