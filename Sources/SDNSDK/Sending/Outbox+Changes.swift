import Synchronization

// Messages that the app takes back, and messages that wait for another one's id.
extension Outbox {
    /// Keeps a message from going out while it is being removed. - Returns: whether there is such a message.
    /// - Parameter onlyIdle: whether a message that the node may have, or be about to get, is left alone.
    func withhold(_ localId: String, onlyIdle: Bool = false) -> Bool {
        state.withLock { state in
            guard let entry = (state.entries + state.arriving).first(where: { $0.message.localId == localId }) else { return false }
            if onlyIdle, entry.message.status == .sent || state.underWay.keys.contains(localId) { return false }
            state.withheld.insert(localId)
            return true
        }
    }

    /// A worker's request begins.
    func begins(_ request: Task<String, any Error>, for localId: String) {
        let isCancelled = state.withLock { state in
            state.underWay.updateValue(request, forKey: localId)
            return state.cancelled.remove(localId) != nil
        }
        if isCancelled { request.cancel() }
    }

    func ended(_ localId: String) {
        state.withLock { state in
            state.underWay.removeValue(forKey: localId)
            state.cancelled.remove(localId)
        }
    }

    /// Cancels a request. - Returns: whether one is under way.
    func cancelRequest(_ localId: String) -> Bool {
        let (isUnderWay, request) = state.withLock { state -> (Bool, Task<String, any Error>?) in
            guard let request = state.underWay[localId] else { return (false, nil) }
            if request == nil { state.cancelled.insert(localId) }
            return (true, request)
        }
        request?.cancel()
        return isUnderWay
    }

    /// Messages that wait for another one, and those that wait for them.
    func dependents(of localId: String) -> [String] {
        state.withLock { state in
            var found = [localId]
            for entry in state.entries + state.arriving {
                if let target = entry.message.dependsOn, found.contains(target) { found.append(entry.message.localId) }
            }
            return Array(found.dropFirst())
        }
    }

    /// Whether any message in the store waits for the id of another one; another process that shares the store may have some.
    func hasDependents(_ session: MXSession) -> Bool { session.isSharingStore || state.withLock { $0.entries.contains(where: \.isDependent) } }

    /// A message has its id: what waits for it may go out. Only inside the session's gate.
    func resolve(_ localId: String, _ eventId: String, _ session: MXSession) {
        let rooms = state.withLock { state in
            state.resolved.note(localId, eventId)
            var rooms: Set<String> = []
            for index in state.entries.indices where state.entries[index].isDependent {
                state.entries[index].message.resolve(localId, eventId)
                rooms.insert(state.entries[index].message.roomId)
            }
            for index in state.arriving.indices where state.arriving[index].isDependent {
                state.arriving[index].message.resolve(localId, eventId)
            }
            return rooms
        }
        for room in rooms { startWorker(room, session) }
    }

    /// A message that was withheld could not be removed and may go out again.
    func release(_ localId: String, _ session: MXSession) {
        _ = state.withLock { $0.withheld.remove(localId) }
        startWorkers(session)
    }
}
