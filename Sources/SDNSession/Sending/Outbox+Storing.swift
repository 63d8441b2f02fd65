import HeraldLocks
import SDNValues

// New messages are stored with their files before anything is sent. Files are read outside of the session's gate, and large files are stored part
// by part, before their message, so that neither a sync nor another room waits for them.
extension Outbox {
    /// Starts the tasks that store new messages and their files, unless they are running.
    func startWriters(_ state: inout State, _ context: any OutboxContext) {
        if state.fileWriter == nil, state.arriving.contains(where: \.hasUnstoredFiles) {
            state.fileWriter = Task.detached { await self.storeFiles(context) }
        }
        if state.writer == nil, !state.storable.isEmpty {
            state.writer = Task.detached { await self.storeArriving(context) }
        }
    }

    /// Reads the files of new messages and stores the large ones, one after the other.
    private func storeFiles(_ context: any OutboxContext) async {
        while let entry = nextWithFiles() {
            do {
                let files = try await stored(entry, context)
                let isThere = state.withLock { state in
                    let index = state.arriving.firstIndex { $0.message.localId == entry.message.localId }
                    if let index { state.arriving[index].attachments = files }
                    startWriters(&state, context)
                    return index != nil
                }
                guard isThere else { throw CancellationError() }
            } catch {
                await withdraw(entry, error, context)
            }
        }
    }

    private func nextWithFiles() -> Entry? {
        state.withLock { state in
            let entry = state.arriving.first(where: \.hasUnstoredFiles)
            if entry == nil { state.fileWriter = nil }
            return entry
        }
    }

    /// Reads a message's short files, and stores the parts of the large ones.
    /// - Returns: the files as they are stored with the message.
    private func stored(_ entry: Entry, _ context: any OutboxContext) async throws -> [MXOutgoingAttachment] {
        let localId = entry.message.localId
        var files: [MXOutgoingAttachment] = []
        for var file in entry.attachments {
            if let source = file.source {
                if try await isStoredInParts(source, context) {
                    try await store(source, of: file.member, ofMessage: localId, context)
                    file.source = nil
                } else {
                    let bytes = try await MXUploadStream(source).all()
                    file = MXOutgoingAttachment(
                        member: file.member, filename: file.filename, mimeType: file.mimeType, bytes: bytes)
                }
            }
            files.append(file)
        }
        return files
    }

    private func isStoredInParts(_ source: MXAttachmentSource, _ context: any OutboxContext) async throws -> Bool {
        guard source.size > Int64(MXOutgoingAttachment.partSize) else { return false }
        return try await context.store.read { $0.storesAttachmentParts }
    }

    private func store(
        _ source: MXAttachmentSource, of member: String, ofMessage localId: String, _ context: any OutboxContext
    ) async throws {
        var (number, offset) = (Int64(0), Int64(0))
        while offset < source.size {
            // The user may remove the message while its file is stored.
            guard isArriving(localId) else { throw CancellationError() }
            let bytes = try source.read(at: offset, count: MXOutgoingAttachment.partSize)
            let part = number
            try await context.store.write { store in
                try store.saveAttachmentPart(bytes, number: part, of: member, ofMessage: localId)
            }
            (number, offset) = (number + 1, offset + Int64(bytes.count))
        }
    }

    private func isArriving(_ localId: String) -> Bool {
        state.withLock { $0.arriving.contains { $0.message.localId == localId } }
    }

    /// Removes a new message whose files cannot be stored, or that the user has removed, and its parts.
    private func withdraw(_ entry: Entry, _ error: any Error, _ context: any OutboxContext) async {
        let (localId, members) = (entry.message.localId, entry.attachments.map(\.member))
        // Parts that cannot be deleted now are deleted when the store is opened the next time.
        let _: Void? = try? await context.store.write { store in
            for member in members { try store.deleteAttachment(member, ofMessage: localId) }
        }
        await context.gate.run {
            let isKnown = self.state.withLock { state in
                defer {
                    state.arriving.removeAll { $0.message.localId == localId }
                    startWriters(&state, context)
                }
                return state.arriving.contains { $0.message.localId == localId }
            }
            if isKnown { self.giveUp(entry, error, context) }
        }
    }

    /// Stores all new messages, in as few transactions as possible, and starts the rooms' workers.
    private func storeArriving(_ context: any OutboxContext) async {
        while state.withLock({ state in
            let isDue = !state.storable.isEmpty
            if !isDue { state.writer = nil }
            return isDue
        }) {
            // The batch is taken inside the gate, where messages are also removed. A message that is removed is therefore either not in the batch, or
            // already in the store.
            await context.gate.run {
                let batch = self.state.withLock { $0.storable }
                if batch.isEmpty { return }
                let messages = batch.map { ($0.message, $0.attachments) }
                do {
                    let stored = try await context.store.write { store in
                        try messages.map { message, attachments in
                            let message = try message.answeringLatest(in: store)
                            try store.save(message)
                            for attachment in attachments { try store.save(attachment, ofMessage: message.localId) }
                            return message
                        }
                    }
                    self.finishArriving(batch, stored: stored)
                    for entry in batch { entry.stored.fulfil(.success(())) }
                    if let refusal = self.state.withLock({ $0.refusal }) {
                        for entry in batch { entry.sent.fulfil(.failure(refusal)) }
                    }
                    for room in Set(stored.map(\.roomId)) { self.startWorker(room, context) }
                } catch {
                    self.finishArriving(batch, stored: nil)
                    for entry in batch { self.giveUp(entry, error, context) }
                }
            }
        }
    }

    private func finishArriving(_ batch: [Entry], stored: [MXOutgoingMessage]?) {
        let ids = Set(batch.map(\.message.localId))
        state.withLock { state in
            state.arriving.removeAll { ids.contains($0.message.localId) }
            guard let stored else { return state.withheld.subtract(ids) }
            for (entry, message) in zip(batch, stored) {
                var entry = entry
                entry.message = message
                // The files are in the store now, so they are no longer kept in memory.
                entry.attachments = []
                state.entries.append(entry)
            }
        }
    }

    /// Reports to callers and to the room's lists that a message could not be stored, and removes its echo.
    private func giveUp(_ entry: Entry, _ error: any Error, _ context: any OutboxContext) {
        entry.echo.update(sentState: .failed, error: error)
        entry.stored.fulfil(.failure(error))
        entry.sent.fulfil(.failure(error))
        let room = context.outboxRoom(entry.message.roomId)
        room?.tell(entry.echo, localId: entry.message.localId)
        room?.tellEnd(ofEcho: entry.message.localId, eventId: nil, isFollowed: false)
    }
}

extension Outbox.Entry {
    /// True when the content of a file is still to be stored.
    var hasUnstoredFiles: Bool { attachments.contains { $0.source != nil } }
}

extension Outbox.State {
    /// The new messages that can be stored now. A message whose files are still being stored waits, and so do the later ones of its room.
    var storable: [Outbox.Entry] {
        guard arriving.contains(where: \.hasUnstoredFiles) else { return arriving }
        var waiting: Set<String> = []
        return arriving.filter { entry in
            if entry.hasUnstoredFiles { waiting.insert(entry.message.roomId) }
            return !waiting.contains(entry.message.roomId)
        }
    }
}
