import HeraldJSON
import SDNWire
import Synchronization

/// Which filter a run of syncs goes through.
enum FilterChoice: Sendable {
    /// One the node knows by this id.
    case stored(String)
    /// One that the session makes and stores on the node.
    case made(MXFilterJSONModel)
    /// The one of the run before.
    case remembered
}

/// One run of syncs: from start, or from resume, until it is cancelled or the node no longer knows the token (SDN sheet 5.3).
struct SyncLoop: Sendable {
    let session: MXSession
    let filter: FilterChoice
    /// Told when the first response is done with, or will not come.
    let first: OneShot<Void>

    private struct Progress {
        var filter: String?
        /// Zero until the session is in step, so that the node answers at once.
        var wait = Duration.zero
        var failures = 0
        var hasRenewedFilter = false
    }

    func run() async {
        var progress = Progress()
        let isInitial = session.shared.withLock { $0.token == nil }
        while !Task.isCancelled {
            do {
                if progress.filter == nil { progress.filter = try await SyncFilterChoice(session: session).resolve(filter) }
                progress.wait = try await sync(progress)
                progress.failures = 0
                session.move(to: .running, from: [.syncInProgress, .nodeNotReachable, .syncError])
                first.fulfil(.success(()))
                session.outbox.retryNow()
            } catch {
                if mayBeAboutFilter(error, progress) {
                    progress.hasRenewedFilter = true
                    progress.filter = nil
                    session.shared.withLock { $0.filterId = nil }
                    continue
                }
                if isInitial, session.shared.withLock({ $0.token == nil }), !(error is CancellationError) {
                    session.move(to: .initialSyncFailed, from: [.syncInProgress])
                    return first.fulfil(.failure(error))
                }
                guard let pause = pause(after: error, &progress) else {
                    return first.fulfil(.failure(error))
                }
                do { try await session.clock.sleep(pause) } catch { break }
            }
        }
        first.fulfil(.failure(CancellationError()))
    }

    /// A node that was set up anew does not know a remembered filter id; then the filter is stored once more.
    private func mayBeAboutFilter(_ error: any Error, _ progress: Progress) -> Bool {
        guard case .made = filter, progress.filter != nil, !progress.hasRenewedFilter, let error = error as? MXError else { return false }
        return [400, 404].contains(error.httpStatus)
    }

    /// One request and what follows from it.
    /// - Returns: how long the node may wait next time.
    private func sync(_ progress: Progress) async throws -> Duration {
        let (token, presence) = session.shared.withLock { ($0.token, $0.preferredSyncPresence) }
        let request = SyncRequest(
            since: token, filter: progress.filter, setPresence: presence == .online ? nil : presence.identifier,
            timeout: Int(progress.wait / .milliseconds(1)))
        let response = try await session.sdnRestClient.perform(Endpoints.sync, request, timeout: MXSession.syncTimeout, retry: .once)
        guard let document = response.document else {
            throw SDNSDKError(.malformedResponse, endpoint: Endpoints.sync.name, reason: "a sync response has a body")
        }
        let changes = try await session.handle(document)
        // A device that was away catches up with its to-device events before it waits.
        return changes.toDevice.isEmpty ? MXSession.longPoll : .zero
    }

    /// How long to wait after a failure, with the state that goes with it; `nil` ends the run.
    private func pause(after error: any Error, _ progress: inout Progress) -> Duration? {
        let syncing: Set<MXSessionState> = [.syncInProgress, .running, .nodeNotReachable, .syncError]
        if error is CancellationError { return nil }
        if let error = error as? MXError {
            session.move(to: .syncError, from: syncing, error: error)
            if error == .unknownToken || error == .missingToken || error == .userDeactivated { return nil }
            guard error == .limitExceeded, let wait = error.retryAfterMilliseconds, wait >= 0 else { return .seconds(5) }
            return .milliseconds(max(wait, 50))
        }
        let code = (error as? SDNSDKError)?.code
        if code == .closed || code == .missingCredentials { return nil }
        if code == .httpStatus, (error as? SDNSDKError)?.httpStatus == 401 {
            // Foundation on Linux hands a 401 over without its body; there is only one error it can mean here.
            session.move(to: .syncError, from: syncing, error: .unknownToken)
            return nil
        }
        if code == .timedOut, progress.wait == .zero {
            // The node needs longer than the client's patience to answer at once; a long poll gives it time (SDN sheet 5.3).
            progress.wait = MXSession.longPoll
            return .zero
        }
        session.move(to: .nodeNotReachable, from: syncing)
        progress.failures += 1
        progress.wait = .zero
        let exponent = Int64(min(progress.failures - 1, 5))
        return .milliseconds(1000 << exponent) + session.clock.jitter(.seconds(3))
    }
}
