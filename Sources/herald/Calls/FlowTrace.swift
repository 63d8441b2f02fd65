import OpenDIDWallet
import OpenDID_DataModel
import Synchronization

/// The recorded messages of each protocol, in order. They are the messages between the wallet, people and servers, and the messages between
/// two servers. Only names are recorded, and never values.
final class FlowTrace: FlowObserver {
    /// The messages of one protocol.
    struct Section: Sendable {
        let title: String
        /// The sections that describe the protocol, such as `OpenDID sheet 5.7`.
        let sheet: String
        var calls: [Call] = []
    }

    /// One call and its answer.
    struct Call: Sendable, Equatable {
        let from: Actor
        let to: Actor
        let method: String
        let path: String
        /// The HTTP status, or `nil` if no answer was received.
        let status: Int?
        let sent: [String]
        let received: [String]
        /// The calls between servers that were made before the answer.
        var inner: [Call] = []
    }

    /// A program or person that makes or receives a call.
    enum Actor: String, Sendable, CaseIterable {
        case terminal = "Terminal"
        case operators = "Operator"
        case wallet = "Wallet"
        case tas = "Trust agent"
        case walletProvider = "Wallet provider"
        case appProvider = "App provider"
        case issuer = "Issuer"
        case verifier = "Verifier"
        case gateway = "Gateway"

        init(_ role: ServiceRole?) {
            switch role {
            case .wallet: self = .walletProvider
            case .cas: self = .appProvider
            case .issuer: self = .issuer
            case .verifier: self = .verifier
            case .gateway: self = .gateway
            case .tas, .list, .noti, nil: self = .tas
            }
        }
    }

    private struct State {
        var sections: [Section] = []
        var isOpen = false
        var peers: PeerCallLog?
        var knownPeerCalls = 0

        /// Returns the calls between servers that were recorded since the last call of this method.
        mutating func newPeerCalls() -> [Call] {
            let calls = peers?.calls(after: knownPeerCalls) ?? []
            knownPeerCalls += calls.count
            return calls
        }
    }
    private let state = Mutex(State())

    /// The protocols so far, in their order.
    var sections: [Section] { state.withLock { $0.sections } }

    /// Sets the file in which the servers record the calls between them.
    func follow(_ peers: PeerCallLog) { state.withLock { $0.peers = peers } }

    /// Begins a protocol. Later calls belong to it.
    func begin(_ title: String, sheet: String) {
        state.withLock { state in
            state.sections.append(Section(title: title, sheet: sheet))
            state.isOpen = true
        }
    }

    /// Ends the protocol. Later calls belong to no protocol.
    func end() { state.withLock { $0.isOpen = false } }

    func exchanged(_ exchange: FlowExchange) {
        add(
            Call(
                from: .wallet, to: Actor(exchange.role), method: exchange.method.rawValue, path: exchange.path,
                status: exchange.status,
                sent: exchange.sent, received: exchange.received))
    }

    /// Records a call of an operator, or of a terminal, which calls only the verifier.
    func called<Q, R>(_ endpoint: ServiceEndpoint<Q, R>, status: Int, sent: [UInt8]?, received: [UInt8]) {
        add(
            Call(
                from: endpoint.role == .verifier ? .terminal : .operators, to: Actor(endpoint.role),
                method: endpoint.method.rawValue,
                path: endpoint.path, status: status, sent: FlowExchange.memberNames(of: sent),
                received: FlowExchange.memberNames(of: received)))
    }

    private func add(_ call: Call) {
        state.withLock { state in
            var call = call
            call.inner = state.newPeerCalls()
            if state.isOpen, let last = state.sections.indices.last { state.sections[last].calls.append(call) }
        }
    }
}
