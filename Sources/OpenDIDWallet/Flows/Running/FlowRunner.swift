import HeraldLocks
import OpenDID_DataModel

/// Runs a protocol to its end: sends its calls through a transport, and passes the answers to the protocol.
struct FlowRunner: Sendable {
    let transport: any ServiceTransport
    /// The waits before an unanswered call is sent again, one for each try.
    let retryDelays: [Duration]
    /// True if a call that needs no earlier answer is sent at the same time as earlier calls.
    var sendsAhead = true

    /// A function that asks the user for a decision and passes it to the protocol.
    typealias Decision<Flow: ProtocolFlow> = @Sendable (inout Flow, FlowTools) async throws(WalletError) -> Void

    func run<Flow: ProtocolFlow>(
        _ driver: FlowDriver<Flow>, progress: FlowProgress?, deciding: Decision<Flow>? = nil
    ) async throws(WalletError) -> Flow.Outcome {
        let ahead = CallsAhead(transport)
        let outcome: Flow.Outcome
        do {
            outcome = try await drive(driver, ahead, progress, deciding)
        } catch {
            await ahead.end()
            return try await driver.resolve(after: error)
        }
        await ahead.end()
        return outcome
    }

    private func drive<Flow: ProtocolFlow>(
        _ driver: FlowDriver<Flow>, _ ahead: CallsAhead, _ progress: FlowProgress?, _ deciding: Decision<Flow>?
    ) async throws(WalletError) -> Flow.Outcome {
        var last: FlowStep?
        while true {
            let turn = try await driver.advance()
            let step = await driver.step
            if step != last { progress?(step) }
            last = step
            switch turn {
            case .call(let call):
                if sendsAhead { ahead.start(await driver.ahead) }
                try await exchange(call, ahead, driver)
            case .decide:
                guard let deciding else {
                    throw WalletError(
                        .state, field: step.rawValue, reason: "a decision is needed, but no closure for it was given")
                }
                try await driver.decide(deciding)
            case .finished: return try await driver.outcome()
            }
        }
    }

    /// Sends a call and passes the answer to the run. If the answer is invalid although the servers may have acted already, the call is
    /// sent once more. An attacker on the network who alters one answer therefore cannot make the wallet lose a credential.
    ///
    /// If the server refuses the repeated call, the first error is thrown. Upstream's servers refuse every repeated call, so only the first
    /// error says what was wrong.
    private func exchange<Flow: ProtocolFlow>(_ call: ServiceCall, _ ahead: CallsAhead, _ driver: FlowDriver<Flow>)
        async throws(WalletError)
    {
        let answer =
            if let early = await ahead.answer(to: call), !isTransient(early) {
                early
            } else if await driver.flow.preparesAhead {
                try await sending(call, of: driver) { await driver.prepare() }
            } else {
                try await send(call) { await driver.noteRepetition() }
            }
        do {
            try await driver.accept(answer)
        } catch {
            guard await driver.isJournaled, error.isDecision else { throw error }
            if error.code == .refused {
                guard await driver.flow.doubtsRefusal else { throw error }
            } else {
                // The server answered as if it had acted.
                await driver.noteRepetition()
            }
            try await ask(again: call, after: error, driver)
        }
    }

    /// Sends a call, and runs `work` while the server processes it.
    private func sending<Flow: ProtocolFlow>(
        _ call: ServiceCall, of driver: FlowDriver<Flow>, meanwhile work: @Sendable () async -> Void
    ) async throws(WalletError) -> ServiceAnswer {
        async let sent = result(of: call, driver)
        await work()
        return try await sent.get()
    }

    private func result<Flow: ProtocolFlow>(
        of call: ServiceCall, _ driver: FlowDriver<Flow>
    ) async -> Result<ServiceAnswer, WalletError> {
        do throws(WalletError) {
            return .success(try await send(call) { await driver.noteRepetition() })
        } catch { return .failure(error) }
    }

    /// Sends a call again. If it is refused, the first error is thrown.
    private func ask<Flow: ProtocolFlow>(
        again call: ServiceCall, after first: WalletError, _ driver: FlowDriver<Flow>
    ) async throws(WalletError) {
        let answer = try await send(call) { await driver.noteRepetition() }
        do {
            try await driver.accept(answer)
        } catch {
            throw error.code == .refused && error.isDecision ? first : error
        }
    }

    private func isTransient(_ answer: ServiceAnswer) -> Bool {
        answer.status != 200 && ServiceFailure(status: answer.status, body: answer.body).isTransient
    }

    /// Sends one call. If no answer arrives and the failure may be temporary, the call is sent again.
    /// - Parameter repeating: is called before the call is sent again, if the server may have acted already. Defaults to nothing.
    func send(
        _ call: ServiceCall, repeating: @Sendable () async -> Void = {}
    ) async throws(WalletError) -> ServiceAnswer {
        var delays = retryDelays[...]
        while true {
            let failure: WalletError
            var mayPass = true
            let mayHaveActed: Bool
            do {
                let answer = try await transport.send(call)
                guard isTransient(answer), !delays.isEmpty else { return answer }
                failure = WalletError(.transport, field: call.path, reason: "the server could not answer")
                // A server with too many requests or without a free place did nothing.
                mayHaveActed = answer.status != 429 && answer.status != 503
            } catch {
                mayHaveActed = (error as? TransportFailure)?.kind != .cannotConnect
                failure = WalletError.wrapping(error, as: .transport, field: call.path)
                mayPass = (error as? TransportFailure)?.kind.mayPass ?? true
            }
            guard failure.code == .transport, mayPass, let delay = delays.popFirst() else { throw failure }
            if mayHaveActed { await repeating() }
            do {
                try await Task.sleep(for: delay)
            } catch {
                throw WalletError(.cancelled, field: call.path, reason: "the task was cancelled")
            }
        }
    }
}

/// The calls of a run that were sent earlier than the protocol requires.
final class CallsAhead: Sendable {
    private let transport: any ServiceTransport
    private let tasks = Mutex<[ServiceCall: Task<ServiceAnswer?, Never>]>([:])

    init(_ transport: any ServiceTransport) { self.transport = transport }

    /// Sends the calls that were not sent yet.
    func start(_ calls: [ServiceCall]) {
        tasks.withLock { tasks in
            for call in calls where tasks[call] == nil {
                tasks[call] = Task { [transport] in try? await transport.send(call) }
            }
        }
    }

    /// Removes and returns the answer to a call that was sent early. Returns `nil` if the call was not sent early, or if it got no answer.
    func answer(to call: ServiceCall) async -> ServiceAnswer? {
        guard let task = tasks.withLock({ $0.removeValue(forKey: call) }) else { return nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the calls whose answers are not needed, and waits until they have ended, so that no call continues after the end of its run.
    func end() async {
        let left = tasks.withLock { tasks in
            defer { tasks.removeAll() }
            return Array(tasks.values)
        }
        for task in left { task.cancel() }
        for task in left { _ = await task.value }
    }
}
