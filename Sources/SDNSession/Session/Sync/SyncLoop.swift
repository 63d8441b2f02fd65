import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// The filter of a run of syncs.
enum FilterChoice: Sendable {
    /// A filter that the node knows by this ID.
    case stored(String)
    /// A filter that the session stores on the node.
    case made(MXFilterJSONModel)
}

/// One run of syncs: from start or resume until it is cancelled or the node no longer accepts the token (SDN sheet 5.3).
struct SyncLoop: Sendable {
    let session: MXSession
    let filter: FilterChoice
    /// Fulfilled when the first response was processed. It fails when the run ends without a response.
    let first: OneShot<Void>

    private struct Progress {
        var filter: String?
        /// The time that the node may wait for changes. It is zero until the session is up to date, so that the node answers at once.
        var wait = Duration.zero
        var failures = 0
        var hasRenewedFilter = false
        /// The number of times in a row that the node refused a request in a way that may be about the token.
        var refusals = 0
        /// `startsOver` is true when the next sync is an initial one again. `hasStartedOver` is true when this run has already started
        /// over.
        var startsOver = false
        var hasStartedOver = false
        /// True when the responses cached in the background were processed.
        var hasTakenCache = false
    }

    func run() async {
        // The code that stops a run waits for this task. The outbox is opened here, and therefore never after the run has ended.
        if !Task.isCancelled {
            await session.useStore()
            session.outbox.open(session)
            session.fetchFacts()
        }
        let end = await syncUntilItEnds()
        let hasFailed = !Task.isCancelled
        session.shared.withLock { shared in
            shared.isCatchingUp = false
            if hasFailed { shared.loopHasEnded = true }
        }
        await session.stopLeading()
        if hasFailed { await session.restAfterFailure(end) }
        let closed = session.state == .closed ? SDNSDKError(.closed, reason: "the session was closed") : nil
        session.roomWaiters.runEnds(closed)
        first.fulfil(.failure(closed ?? end))
    }

    /// Syncs repeatedly.
    /// - Returns: the error that ended syncing.
    private func syncUntilItEnds() async -> any Error {
        var progress = Progress()
        let isInitial = session.shared.withLock { $0.token == nil }
        while !Task.isCancelled {
            do {
                if progress.startsOver {
                    try await startOver()
                    progress.startsOver = false
                    progress.wait = .zero
                }
                if session.state == .processingBackgroundSyncCache || !progress.hasTakenCache {
                    // The answers that a background sync has stored follow on the stored token, which another process may have moved on.
                    try await session.catchUpWithStore()
                    try await session.takeCachedSyncs()
                    progress.hasTakenCache = true
                    session.move(to: .syncInProgress, from: [.processingBackgroundSyncCache])
                }
                let isLeading = try await session.mayStoreSync()
                session.outbox.lead(isLeading, session)
                guard isLeading else {
                    session.noteEncryption(seenFrom: nil, to: session.clock.now())
                    if try await followOthers() { inStep() }
                    progress.failures = 0
                    continue
                }
                // The changes of other processes are read before the filter is chosen, because another process may already have stored the same
                // filter on the node.
                try await session.catchUpWithStore()
                // While this process was suspended, a background sync of another process may have stored an answer.
                if session.isSharingStore { try await session.takeCachedSyncs() }
                if progress.filter == nil {
                    progress.filter = try await SyncFilterChoice(session: session).resolve(filter)
                }
                let (wait, accepted) = try await sync(progress)
                progress.wait = wait
                progress.failures = 0
                progress.refusals = 0
                progress.hasRenewedFilter = false
                inStep()
                await session.outbox.hasSynced(after: accepted, session)
            } catch is RunningSync.CalledOff {
                continue
            } catch {
                progress.refusals = mayBeAboutToken(error) ? progress.refusals + 1 : 0
                if mayBeAboutFilter(error, progress) {
                    progress.hasRenewedFilter = true
                    progress.filter = nil
                    session.shared.withLock { $0.filterId = nil }
                    continue
                }
                // One refusal may have another reason, so the token is dropped only after a second one.
                if progress.refusals > 1 {
                    progress.startsOver = true
                    if !progress.hasStartedOver {
                        progress.hasStartedOver = true
                        continue
                    }
                }
                if isInitial, session.shared.withLock({ $0.token == nil }), !(error is CancellationError) {
                    session.move(to: .initialSyncFailed, from: [.syncInProgress, .processingBackgroundSyncCache])
                    return error
                }
                guard let pause = pause(after: error, &progress) else { return error }
                guard
                    await session.syncPause.wait(
                        pause, isAsked: (error as? MXError)?.retryAfter != nil, session.clock)
                else { break }
            }
        }
        return CancellationError()
    }

    /// True when an error may mean that the node does not know the stored token, because it was reinstalled or restored from a backup. No request
    /// with this token can then succeed. Our node answers `M_INVALID_PARAM`, Synapse `M_UNKNOWN`. Other codes, such as `M_BAD_JSON`, have other
    /// reasons.
    private func mayBeAboutToken(_ error: any Error) -> Bool {
        guard let error = error as? MXError, error.httpStatus == 400 else { return false }
        let codes = [MXError.invalidParam.errcode, MXError.unknown.errcode, "M_UNKNOWN_POS"]
        return codes.contains(error.errcode) && session.shared.withLock { $0.token != nil }
    }

    /// Removes the stored token, so that the next sync is an initial one. All other stored data stays.
    private func startOver() async throws {
        try await session.gate.run {
            try await session.store.write { try $0.set(.eventStreamToken, nil) }
            session.shared.withLock { $0.token = nil }
        }
    }

    /// True when an error may mean that the node does not know the filter ID, because it was reinstalled. The filter is then stored on the node
    /// again.
    private func mayBeAboutFilter(_ error: any Error, _ progress: Progress) -> Bool {
        guard case .made = filter, progress.filter != nil, !progress.hasRenewedFilter, let error = error as? MXError
        else { return false }
        return [400, 404].contains(error.httpStatus)
    }

    /// Changes the state to running, because the session is up to date.
    private func inStep() {
        session.move(to: .running, from: [.syncInProgress, .nodeNotReachable, .syncError])
        session.report(.done)
        first.fulfil(.success(()))
    }

    /// Takes over what another process stores while that process syncs. Messages that this process has sent stay in the outbox until the other
    /// process has received their events.
    /// - Returns: true when the store holds the data of a first sync.
    private func followOthers() async throws -> Bool {
        let before = session.shared.withLock { $0.token }
        try await session.catchUpWithStore()
        let (token, state) = session.shared.withLock { ($0.token, $0.state) }
        if token != before { session.outbox.nodeAnswers(session) }
        if token == nil || state == .running { try await session.clock.sleep(.seconds(1)) }
        return token != nil
    }

    /// Makes one request and processes the answer.
    /// - Returns: the time that the node may wait in the next request, and the messages that the node had accepted before this request.
    private func sync(_ progress: Progress) async throws -> (wait: Duration, accepted: [String]) {
        let accepted = try await session.acceptedMessages()
        let (token, presence) = session.shared.withLock { shared in
            shared.isCatchingUp = progress.wait == .zero
            return (shared.token, shared.preferredSyncPresence)
        }
        session.report(.waitingForNode)
        let request = SyncRequest(
            since: token, filter: progress.filter, setPresence: presence == .online ? nil : presence.identifier,
            timeout: progress.wait)
        let number = session.roomWaiters.syncBegins()
        let began = session.clock.now()
        let response = try await session.ask(request, saying: presence)
        let ended = session.clock.now()
        guard let document = response.document else {
            throw SDNSDKError(
                .malformedResponse, endpoint: Endpoints.sync.name, reason: "the sync response has no body")
        }
        session.report(.storing)
        let changes = try await session.takeIn(document, isInitial: token == nil, accepted: accepted)
        session.noteEncryption(seenFrom: filter.showsEncryption && !changes.isOvertaken ? began : nil, to: ended)
        session.roomWaiters.syncEnded(number, leaving: changes.isOvertaken ? [] : document.leftRooms)
        // As long as to-device events arrive, there may be more of them. The node is therefore asked to answer the next request at once.
        return (changes.toDevice.isEmpty ? MXSession.longPoll : .zero, changes.isOvertaken ? [] : accepted)
    }

    /// Returns the wait after a failure, and sets the matching state; `nil` ends the run. After the wait, the node is asked to answer at once.
    private func pause(after error: any Error, _ progress: inout Progress) -> Duration? {
        let syncing = MXSessionState.syncing
        if error is CancellationError { return nil }
        if let error = error as? MXError {
            session.move(to: .syncError, from: syncing, error: error)
            if error.endsLogin { return nil }
            progress.wait = .zero
            guard error == .limitExceeded, let wait = error.retryAfter, wait >= .zero else {
                return backoff(&progress)
            }
            return min(max(wait, .milliseconds(50)), .seconds(600))
        }
        let code = (error as? SDNSDKError)?.code
        if code == .closed || code == .missingCredentials { return nil }
        if code == .timedOut, progress.wait == .zero {
            // The node needed more time than the client allows for an immediate answer. The next request is a long poll, which gives the
            // node more time (SDN sheet 5.3).
            progress.wait = MXSession.longPoll
            return .zero
        }
        if let error = error as? SDNSDKError, error.isOfStore {
            session.move(to: .syncError, from: syncing, storeError: error)
        } else {
            session.move(to: code?.isOfAnswer == true ? .syncError : .nodeNotReachable, from: syncing)
        }
        progress.wait = .zero
        return backoff(&progress)
    }

    /// Returns a wait that grows with each failure in a row, up to 32 s, and has a random part of up to 3 s.
    private func backoff(_ progress: inout Progress) -> Duration {
        progress.failures += 1
        let exponent = Int64(min(progress.failures - 1, 5))
        return .milliseconds(1000 << exponent) + session.clock.jitter(.seconds(3))
    }
}

extension MXSession {
    /// Processes a node's answer to a sync. An error in the answer becomes `malformedResponse`, and an unknown error becomes `storeFailed`.
    @discardableResult
    func takeIn(_ document: JSONDocument, isInitial: Bool, accepted: [String] = []) async throws -> SyncChanges {
        do {
            return try await handle(document, isInitial: isInitial, accepted: accepted)
        } catch let error as JSONError {
            throw SDNSDKError(
                .malformedResponse, field: error.path, endpoint: Endpoints.sync.name, reason: error.reason)
        } catch let error as SDNSDKError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SDNSDKError(.storeFailed, reason: "the store did not store a sync response")
        }
    }
}

/// A running sync request, with the presence that it announces.
struct RunningSync: Sendable {
    /// The error of a sync request that was cancelled so that it is sent again with another presence.
    struct CalledOff: Error {}

    let presence: MXPresence
    let task: Task<RawJSON, any Error>
}

extension MXSession {
    /// Asks the node for changes.
    /// - Throws: ``RunningSync/CalledOff`` when the user's presence has changed in the meantime, or the errors of the request.
    func ask(_ request: SyncRequest, saying presence: MXPresence) async throws -> RawJSON {
        // The loop repeats a failed sync, except the first one, whose failure ends the start. A rate limit alone does not end it.
        let (client, retry) = (sdnRestClient, request.since == nil ? RetryRule.onceAllowed : .once)
        let task = Task { try await client.perform(Endpoints.sync, request, timeout: Self.syncTimeout, retry: retry) }
        let isLate = shared.withLock { shared in
            shared.runningSync = RunningSync(presence: presence, task: task)
            return shared.preferredSyncPresence != presence
        }
        defer { shared.withLock { $0.runningSync = nil } }
        if isLate { task.cancel() }
        do {
            return try await withTaskCancellationHandler(
                operation: { try await task.value }, onCancel: { task.cancel() })
        } catch {
            if task.isCancelled, !Task.isCancelled { throw RunningSync.CalledOff() }
            throw error
        }
    }

    /// Cancels the running sync request if it announces another presence than `presence`. The next request announces `presence`. A node
    /// uses the presence of the latest sync request. Without this call, a request that was already waiting at the node would keep
    /// announcing the old presence.
    func callOffSync(notSaying presence: MXPresence) {
        let running = shared.withLock { $0.runningSync }
        if let running, running.presence != presence { running.task.cancel() }
    }
}
