import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

/// Strikes at each message of each protocol, in the very state in which the right message is awaited, and sees that each strike is refused
/// and leaves no trace. Then the right message is sent, and must come through.
final class Campaign: Sendable {
    private struct State {
        var counts: [Strike.Kind: Int] = [:]
        var used: Set<String> = []
        var leftOut: Set<String> = []
        var sent: [OrderStrikes.Spent] = []
        var library: [OrderStrikes.Spent] = []
        var accepted: [ReuseStrikes.Accepted] = []
        var reused: Set<String> = []
    }

    private let world: AdversaryWorld
    private let state = Mutex(State())

    init(_ world: AdversaryWorld) { self.world = world }

    var counts: [Strike.Kind: Int] { state.withLock { $0.counts } }
    /// Which rules there were cases of.
    var used: Set<String> { state.withLock { $0.used } }
    /// The messages that were not sent, because their sender is free to send them.
    var leftOut: Set<String> { state.withLock { $0.leftOut } }
    /// The parts of earlier messages and their new places, as in ``ReuseStrikes/ways``.
    var reused: Set<String> { state.withLock { $0.reused } }

    /// Learns the messages of a life that went well.
    func learn(_ flow: String, from exchanges: some Sequence<FaultyTransport.Exchange>) throws {
        let spent = try exchanges.filter { $0.call.method == .post }.map {
            OrderStrikes.Spent(flow: flow, call: $0.call, body: try $0.call.json())
        }
        state.withLock { $0.library += spent }
    }

    /// Two wallets go through a protocol side by side; at each step every strike at the first one's message is made before either is sent.
    func duel<Flow: ProtocolFlow>(
        _ flow: String, _ one: Person, _ two: Person, _ mine: FlowDriver<Flow>, _ other: FlowDriver<Flow>,
        deciding: ((FlowDriver<Flow>) async throws -> Void)? = nil,
        inside: ((ServiceCall, JSONValue, [String: JSONValue], [String: JSONValue]) async throws -> [Strike])? = nil
    ) async throws {
        let forger = Forger(owner: one, stranger: two)
        state.withLock { $0.sent = [] }
        var (myAnswers, theirAnswers): ([String: JSONValue], [String: JSONValue]) = ([:], [:])
        while true {
            let (turn, theirTurn) = (try await mine.advance(), try await other.advance())
            guard case .call(let call) = turn, case .call(let theirs) = theirTurn else {
                guard try await decided(mine, other, deciding) else { break }
                continue
            }
            if call.method == .post {
                let (body, foreign) = (try call.json(), try theirs.json())
                var strikes = FieldStrikes.all(call, body, foreign)
                strikes += try await SignatureStrikes(forger: forger).all(call, body, foreign)
                strikes += try await DocumentProofStrikes(forger: forger).all(call, body)
                strikes += try await SessionStrikes.all(call, body, forger)
                strikes += OrderStrikes.stale(call, body)
                let (library, accepted) = state.withLock { ($0.library, $0.accepted) }
                strikes += try await ReuseStrikes(forger: forger, provider: world.signer(of: .cas)).all(
                    call, body, accepted)
                strikes += OrderStrikes.misplaced(in: flow, instead: call, body, token: body["serverToken"], library)
                if let transaction = body["txId"] {
                    strikes.append(
                        Strike(
                            kind: .foreign,
                            detail: call.name == "request-ecdh"
                                ? ".reqEcdh" : call.name == "request-create-token" ? ".seed" : "",
                            call: call, body: foreign.setting(transaction, at: JSONPlace("txId"))))
                }
                if let inside { strikes += try await inside(call, body, myAnswers, theirAnswers) }
                try await make(strikes, in: flow)
                state.withLock { $0.sent.append(OrderStrikes.Spent(flow: flow, call: call, body: body)) }
            }
            let before = try await world.stored()
            let (theirAnswer, answer) = (try await two.recorder.send(theirs), try await one.recorder.send(call))
            #expect(answer.status == 200, "\(flow) \(call.name): \(String(decoding: answer.body, as: UTF8.self))")
            if call.role == .tas || call.role == .verifier {
                let isChanged = try await world.stored() != before
                #expect(isChanged, "\(flow) \(call.name): what is compared does not show that a message was accepted")
            }
            if call.method == .post {
                myAnswers[call.name] = try JSONValue(parsing: answer.body)
                theirAnswers[call.name] = try JSONValue(parsing: theirAnswer.body)
                let accepted = ReuseStrikes.accepted(in: flow, try call.json())
                state.withLock { $0.accepted += accepted }
            }
            try await other.accept(theirAnswer)
            try await mine.accept(answer)
        }
        try await aftermath(flow, myAnswers)
    }

    private func decided<Flow: ProtocolFlow>(
        _ mine: FlowDriver<Flow>, _ other: FlowDriver<Flow>, _ deciding: ((FlowDriver<Flow>) async throws -> Void)?
    ) async throws -> Bool {
        guard let deciding, case .decide = try await mine.advance() else { return false }
        try await deciding(mine)
        try await deciding(other)
        return true
    }

    /// When a protocol is through, its messages under new ids are refused, and word for word they are answered as before.
    private func aftermath(_ flow: String, _ answers: [String: JSONValue]) async throws {
        let sent = state.withLock { $0.sent }
        try await make(OrderStrikes.replayed(sent), in: flow)
        let before = try await world.stored()
        for spent in sent where spent.body["txId"] != nil {
            let answer = await world.answer(spent.call, spent.call.body ?? [])
            let body = try JSONValue(parsing: answer.body)
            if spent.call.name == "request-profile" {
                // Each time a profile of its own, as long as the offer is open.
                #expect(body["code"]?.stringValue == "SSRVVRF00200")
            } else {
                #expect(answer.status == 200 && body == answers[spent.call.name], "\(flow) \(spent.call.name) repeated")
            }
        }
        let isUnchanged = try await world.stored() == before
        #expect(isUnchanged, "\(flow) repeated")
    }

    private func make(_ strikes: [Strike], in flow: String) async throws {
        var before = try await world.stored()
        for strike in strikes {
            if let place = FreePlaces.place(of: strike, in: flow) {
                state.withLock { _ = $0.leftOut.insert(place.description) }
                continue
            }
            if strike.ahead > 0 { world.clock.advance(by: strike.ahead) }
            let sent = strike.body.serialized()
            let answer = await world.answer(strike.call, sent)
            if strike.ahead > 0 { world.clock.advance(by: -strike.ahead) }
            let code = (try? JSONValue(parsing: answer.body))?["code"]?.stringValue ?? "none"
            let refusal = ExpectedRefusal.text(code, status: answer.status)
            let rule = ExpectedRefusal.rule(for: strike, in: flow)
            #expect(
                rule?.code == refusal,
                "\(flow) \(strike): \(refusal), not \(rule?.code ?? "known"): \(String(decoding: answer.body.prefix(200), as: UTF8.self))"
            )
            let after = try await world.stored()
            let changes = after.changes(since: before)
            let refused = AllowedTrace.Refused(name: strike.name, body: sent, code: code)
            #expect(
                try AllowedTrace.explains(changes, after: refused, world.keys),
                "\(flow) \(strike) with \(refusal) left \(changes)")
            before = after
            state.withLock {
                $0.counts[strike.kind, default: 0] += 1
                if let rule { $0.used.insert(rule.name) }
                if let way = ReuseStrikes.way(of: strike) { $0.reused.insert(way) }
            }
        }
    }
}
