import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

/// Sends the messages of one room, one after the other, until no message waits (SDN sheet 5.7).
struct OutboxWorker: Sendable {
    let outbox: Outbox
    let roomId: String
    let context: any OutboxContext

    /// The consequence of a failed attempt to send a message.
    private enum Verdict {
        /// The same request is sent again later.
        case retry
        /// The node failed, or something else answered in its place. The same request is sent again later, but not for ever.
        case retrySometimes(NodeErrors.Kind)
        /// The same request is sent again after the time that the node named, if it named one.
        case retryWhenAsked(Duration?)
        /// The node does not accept this message.
        case refused
        /// Nothing can be sent at the moment. The message waits.
        case stop
        /// Another process has sent, changed or removed the message. This worker takes over that change and does not send the message.
        case elsewhere
    }

    func run() async {
        var failures = 0
        var errors = NodeErrors()
        while let entry = outbox.next(inRoom: roomId, deviceId: context.myDeviceId) {
            do {
                let eventId = try await request(entry)
                try await accepted(entry, as: eventId)
                outbox.ended(entry.message.localId)
                failures = 0
            } catch {
                outbox.ended(entry.message.localId)
                errors.note(entry.message.localId, failedAt: endpoint(of: error))
                switch verdict(on: error) {
                case .retry:
                    failures += 1
                    await pause(entry, backoff(failures), .unreachable, error)
                case .retrySometimes(let kind):
                    guard errors.allowsRetry(after: kind) else {
                        (failures, errors) = (0, NodeErrors())
                        await refused(entry, error)
                        continue
                    }
                    failures += 1
                    await pause(entry, backoff(failures), .failing, error)
                case .retryWhenAsked(let time):
                    failures += 1
                    await pause(entry, time ?? backoff(failures), .asked, error)
                case .refused:
                    failures = 0
                    await refused(entry, error)
                case .elsewhere:
                    failures = 0
                    await takeOver(entry.message.localId)
                case .stop:
                    announce(entry, .preparing)
                    outbox.workerStopped(inRoom: roomId)
                    // Waiting callers receive the error. The message itself is sent when the session can send again.
                    if !(error is CancellationError) { entry.sent.fulfil(.failure(error)) }
                    return
                }
            }
        }
    }

    private func backoff(_ failures: Int) -> Duration {
        .milliseconds(500 << Int64(min(failures - 1, 6))) + context.clock.jitter(.seconds(1))
    }

    private func pause(
        _ entry: Outbox.Entry, _ duration: Duration, _ cause: OutboxPauses.Cause, _ reason: any Error
    ) async {
        announce(entry, .preparing, reason)
        await outbox.pauses.wait(
            duration, forRoom: roomId, message: entry.message.localId, cause, context.clock,
            unless: { outbox.entry(entry.message.localId)?.message.status != .queued })
    }

    /// Uploads the files and sends the event, in a task that the app may cancel without ending the room's worker.
    private func request(_ entry: Outbox.Entry) async throws -> String {
        let request = Task {
            var message = entry.message
            try await requireFit(entry)
            if try await OutboxUpload(worker: self, entry: entry).run(&message) { try await requireFit(entry) }
            announce(entry, .sending)
            try await claim(message)
            return try await send(message)
        }
        outbox.begins(request, for: entry.message.localId)
        return try await withTaskCancellationHandler {
            try await request.value
        } onCancel: {
            request.cancel()
        }
    }

    /// Throws when the room is encrypted and the message is plain text, unless the app allowed it. The room may have become encrypted while the
    /// message waited, or while its files were uploaded.
    private func requireFit(_ entry: Outbox.Entry) async throws {
        guard !entry.allowsPlainText, !entry.message.isFitForEncryptedRooms else { return }
        if try await context.isEncrypted(roomId) { throw PlainTextPermission.missing }
    }

    /// Stores which device sends the message, before the request is sent. A later login can then see that the message may have arrived.
    private func claim(_ message: MXOutgoingMessage) async throws {
        guard let deviceId = context.myDeviceId, message.attemptedBy != deviceId else { return }
        let localId = message.localId
        try await context.gate.run {
            try await context.store.write { store in
                guard var stored = try store.outgoingMessage(localId), !stored.isAttempted(besides: deviceId) else {
                    throw DealtWithElsewhere()
                }
                stored.attemptedBy = deviceId
                try store.save(stored)
            }
            _ = outbox.change(localId) { $0.attemptedBy = deviceId }
        }
    }

    private func send(_ message: MXOutgoingMessage) async throws -> String {
        if let target = message.redacts {
            let request = RedactRequest(
                roomID: roomId, eventID: target, transactionID: message.localId,
                reason: message.content["reason"]?.stringValue)
            return try await context.sender.redact(request)
        }
        let request = SendEventRequest(
            roomID: roomId, type: message.type, transactionID: message.localId, content: .object(message.content))
        return try await context.sender.send(request)
    }

    private func verdict(on error: any Error) -> Verdict {
        // If the worker's task was not cancelled, the app has cancelled only this message. The worker still sends the other messages.
        if error is CancellationError { return Task.isCancelled ? .stop : .refused }
        if error is DealtWithElsewhere { return .elsewhere }
        if let error = error as? MXError {
            if error == .limitExceeded {
                return .retryWhenAsked(error.retryAfter.map { min(max($0, .milliseconds(50)), .seconds(600)) })
            }
            // A lock of the account refuses every message. The session asks on, and its first sync after the lock begins to send again.
            if error.endsLogin || error == .userLocked { return .stop }
            guard let status = error.httpStatus, status >= 500 else { return .refused }
            return .retrySometimes([502, 503, 504].contains(status) ? .away(endpoint: error.endpoint) : .own)
        }
        guard let error = error as? SDNSDKError else { return .retry }
        switch error.code {
        case .closed, .missingCredentials, .storeFailed, .storeDamaged: return .stop
        case .invalidArgument, .roomIsEncrypted: return .refused
        // Status 413 without a Matrix error means that the message is too large. Any other answer without a Matrix error does not come from
        // the node, but for example from the login page of a network, or from a firewall that refuses this message.
        case .httpStatus where error.httpStatus == 413: return .refused
        case .httpStatus, .malformedResponse, .responseTooLarge: return .retrySometimes(.away(endpoint: error.endpoint))
        default: return .retry
        }
    }

    private func endpoint(of error: any Error) -> String {
        (error as? MXError)?.endpoint ?? (error as? SDNSDKError)?.endpoint ?? ""
    }

    /// Stores that the node has accepted the message. The message stays in the outbox until a sync brings its event. If a sync has already
    /// brought the event, the message is removed.
    private func accepted(_ entry: Outbox.Entry, as eventId: String) async throws {
        var message = outbox.entry(entry.message.localId)?.message ?? entry.message
        message.status = .sent
        message.eventId = eventId
        let (kept, roomId) = (message, roomId)
        try await context.gate.run {
            let hasDependents = outbox.hasDependents(context)
            let isInRoom = try await context.store.write { store in
                guard try store.outgoingMessage(kept.localId) != nil else { return true }
                guard try store.position(ofEvent: eventId, inRoom: roomId) == nil else {
                    try store.finishOutgoingMessage(kept.localId, as: eventId, hasDependents: hasDependents)
                    return true
                }
                if hasDependents { try store.resolveOutgoingMessages(waitingFor: kept.localId, eventId) }
                try store.save(kept)
                return false
            }
            if isInRoom {
                entry.echo.update(sentState: .sent, eventId: eventId)
                outbox.hasArrived(
                    ArrivedMessage(localId: kept.localId, eventId: eventId), room: context.outboxRoom(roomId))
            } else {
                outbox.noteAcceptance(of: kept, as: eventId, entry, context)
            }
        }
        entry.sent.fulfil(.success(eventId))
    }

    private func refused(_ entry: Outbox.Entry, _ reason: any Error) async {
        let error = reason is CancellationError ? OutboxWorker.cancelled : reason
        // The message is read from the outbox again, because an upload of its files changes its content.
        var message = outbox.entry(entry.message.localId)?.message ?? entry.message
        message.status = .failed
        if let error = error as? MXError {
            message.failure = MXOutgoingMessage.Failure(code: error.errcode, reason: error.error)
        } else if let error = error as? SDNSDKError {
            message.failure = MXOutgoingMessage.Failure(code: error.code.rawValue, reason: error.reason)
        }
        let kept = message
        await context.gate.run {
            // If the store cannot be written, the message is queued again after a restart, and the node refuses it again.
            let isWritten: Void? = try? await context.store.write { store in
                // If another process has sent the message in the meantime, the store keeps the message as sent.
                if let stored = try store.outgoingMessage(kept.localId), stored.status != .sent { try store.save(kept) }
            }
            _ = outbox.change(kept.localId, failsHereAlone: isWritten == nil) { $0 = kept }
            outbox.tell(entry, .failed, error: error, context)
        }
        entry.sent.fulfil(.failure(error))
    }

    /// Takes over the state of a message that another process has sent, changed or removed.
    private func takeOver(_ localId: String) async {
        await context.gate.run {
            do {
                let stored = try await context.store.read { try $0.outgoingMessage(localId) }
                // If another device is sending the message, that device is noted in the outbox, so that this worker does not send the message.
                if let stored { _ = outbox.change(localId) { $0.attemptedBy = stored.attemptedBy } }
                outbox.takeOver(stored, localId, context)
            } catch {
                // The store cannot be read. The next request needs the store too, so it fails and ends the worker.
            }
        }
    }

    /// An error for a message that another process or the user has already dealt with.
    struct DealtWithElsewhere: Error {}

    static let cancelled = SDNSDKError(
        .sendingCancelled, reason: "sending was cancelled; the message can be sent again or removed")

    func announce(_ entry: Outbox.Entry, _ state: MXEventSentState, _ reason: (any Error)? = nil) {
        if entry.echo.sentState != state || reason != nil { outbox.tell(entry, state, error: reason, context) }
    }
}
