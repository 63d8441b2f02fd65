import HeraldJSON
import OpenDIDWallet
import Synchronization

/// A transport that notes what passes, and loses or alters what it is told to.
final class FaultyTransport: ServiceTransport {
    enum Fault: Sendable {
        /// The server never sees the call.
        case request
        /// The server sees the call, and the wallet not the answer.
        case answer
    }

    /// Changes an answer on its way.
    typealias Alteration = @Sendable (JSONValue) -> JSONValue

    /// Answers in a server's place; the second parameter asks the server.
    typealias Forgery = @Sendable (ServiceCall, () async throws -> ServiceAnswer) async throws -> ServiceAnswer

    private struct State {
        var forgeries: [String: Forgery] = [:]
        var faults: [String: Fault] = [:]
        var alterations: [String: Alteration] = [:]
        var exchanges: [Exchange] = []
    }

    struct Exchange: Sendable {
        let call: ServiceCall
        let answer: ServiceAnswer?

        /// The last part of the path, such as `request-ecdh`.
        var name: String { FaultyTransport.name(of: call) }
    }

    private let inner: any ServiceTransport
    private let state = Mutex(State())

    init(_ inner: any ServiceTransport) { self.inner = inner }

    /// The exchanges so far, in their order.
    var exchanges: [Exchange] { state.withLock { $0.exchanges } }
    /// The calls so far, in their order.
    var calls: [ServiceCall] { exchanges.map(\.call) }

    /// Loses the next call of this name, once.
    func lose(_ fault: Fault, of name: String) { state.withLock { $0.faults[name] = fault } }

    /// Alters the next answer to a call of this name, once. `nil` removes the alteration.
    func alter(_ name: String, _ alteration: Alteration?) { state.withLock { $0.alterations[name] = alteration } }

    /// Answers every call of this name; `nil` lets the servers speak again.
    func forge(_ name: String, _ forgery: Forgery?) { state.withLock { $0.forgeries[name] = forgery } }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        let name = Self.name(of: call)
        if let forgery = state.withLock({ $0.forgeries[name] }) {
            let answer = try await forgery(call) { try await inner.send(call) }
            note(call, answer)
            return answer
        }
        let fault = state.withLock { $0.faults.removeValue(forKey: name) }
        if case .request = fault {
            note(call, nil)
            throw TransportFailure(.cannotConnect, reason: "lost on purpose")
        }
        var answer = try await inner.send(call)
        if case .answer = fault {
            note(call, nil)
            throw TransportFailure(.connectionLost, reason: "lost on purpose")
        }
        if let alteration = state.withLock({ $0.alterations.removeValue(forKey: name) }) {
            answer.body = alteration(try JSONValue(parsing: answer.body)).serialized()
        }
        note(call, answer)
        return answer
    }

    private func note(_ call: ServiceCall, _ answer: ServiceAnswer?) {
        state.withLock { $0.exchanges.append(Exchange(call: call, answer: answer)) }
    }

    private static func name(of call: ServiceCall) -> String { String(call.path.split(separator: "/").last ?? "") }
}
