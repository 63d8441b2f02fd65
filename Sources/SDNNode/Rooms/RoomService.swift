import GRDB
import HeraldJSON
import SDNWire
import Synchronization

/// The shared parts of the room and sync endpoints. Each family of endpoints is an extension in a file of its own.
struct RoomService: Sendable {
    let services: NodeServices
    let lazyMembers = LazyMemberMemory()
    let filters = FilterMemory()

    var audiences: RoomAudiences { services.audiences }

    /// Changes one room in one write, and wakes the affected users after the commit.
    /// - Parameters:
    ///   - caller: the user whose session makes the change.
    ///   - isShort: true if the write usually takes less than a millisecond; see ``GroupCommitWriter``. Defaults to `false`.
    /// - Throws: `M_FORBIDDEN` if the room is unknown; the errors of ``write(by:isShort:_:)`` and of `body`. If it throws, nothing has changed.
    func change<T: Sendable>(
        _ roomID: String, by caller: Caller, isShort: Bool = false,
        _ body: @escaping @Sendable (inout RoomLog) throws -> T
    ) async throws -> T {
        let now = services.now()
        let (result, room, departed) = try await write(by: caller, isShort: isShort) { db in
            var log = RoomLog(
                db, room: try RoomRecord.require(roomID, in: db).complete(), now: now, push: services.push)
            let result = try body(&log)
            return ((result, log.room.rowID, log.departed), log.hasChanged ? try audiences.toWake(by: log) : [])
        }
        // Users who have left the room are no longer typing.
        for user in departed { try await services.live.endTyping(user, in: room) }
        return result
    }

    /// Runs a write of a caller. After the commit, it wakes the users that the body returns.
    /// - Throws: `M_UNKNOWN_TOKEN` or `M_USER_LOCKED` if the caller's session ended or the account was locked after the request was admitted; and
    ///   errors of `body`.
    func write<T: Sendable>(
        by caller: Caller, isShort: Bool = false, _ body: @escaping @Sendable (Database) throws -> (T, Set<String>)
    ) async throws -> T {
        let (result, users) = try await services.database.write(isShort: isShort) { db -> (T, Set<String>) in
            try AccessTokens.requireAlive(caller, in: db)
            return try body(db)
        }
        if !users.isEmpty { services.notifier.wake(users: users) }
        return result
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await services.database.read(body)
    }

    /// - Throws: `M_FORBIDDEN` if the user is not the caller.
    static func requireSelf(_ userID: String, _ caller: Caller) throws(MatrixError) {
        guard userID == caller.userID else { throw MatrixError(.forbidden, "This belongs to another user.") }
    }
}

extension RoomService {
    /// Sends a message-like event.
    func send(_ request: SendEventRequest, _ caller: Caller) async throws -> EventIDResponse {
        guard request.type != EventType.redaction else {
            throw MatrixError(.invalidParam, "eventType: use the redact endpoint for redactions.")
        }
        let content = try contentObject(request.content)
        let draft = EventDraft(type: request.type, sender: caller.userID, content: content).prepared()
        let eventID = try await change(request.roomID, by: caller, isShort: true) { log in
            try TransactionStore.once(
                request.transactionID, endpoint: "send/\(request.roomID)/\(request.type)", caller: caller, log: &log
            ) { log in
                try StateForm(type: request.type, stateKey: nil, content: content, sender: caller.userID).check(in: log)
                return try log.append(
                    draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: request.transactionID)
                ).eventID
            }
        }
        return EventIDResponse(eventID: eventID)
    }

    /// Sets a piece of state. The iOS client also kicks this way, with `m.room.member` (SDN sheet 5.8).
    func setState(_ request: SetStateRequest, _ caller: Caller) async throws -> EventIDResponse {
        let content = try contentObject(request.content), services = services
        let push = services.push, copiesRules = Mutex(false)
        defer { if copiesRules.withLock(\.self) { push.forgetRules(of: caller.userID) } }
        let (eventID, begun) = try await change(request.roomID, by: caller) { log in
            var content = content
            try StateForm(type: request.type, stateKey: request.stateKey, content: content, sender: caller.userID)
                .check(in: log)
            if request.type == EventType.member {
                try GuestAccess(caller: caller, log: log).check(content)
                // A client's value is removed, because only the node decides which member authorises a join. A client could name any member.
                content["join_authorised_via_users_server"] = nil
                if content["membership"] == "join", request.stateKey.isIdentical(to: caller.userID) {
                    content.set(
                        "join_authorised_via_users_server",
                        try RestrictedJoin(user: caller.userID, room: log.room, db: log.db).voucher())
                }
            }
            let draft = EventDraft(
                type: request.type, stateKey: request.stateKey, sender: caller.userID, content: content)
            var invitation: RateLimiter.Subject?
            if request.type == EventType.member, content["membership"] == "invite" {
                // The caller's right is checked first, so that others learn nothing of the target's limits.
                try log.authorize(draft)
                let before = try StateStore.entry(EventType.member, request.stateKey, room: log.room.rowID, in: log.db)?
                    .value
                invitation = try admitInvitation(
                    of: request.stateKey, by: caller.userID, before: before.flatMap(Membership.init(rawValue:)),
                    in: log.db)
            }
            let eventID = try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
                .eventID
            if try ReplacedRoom(request, content)?.takeSettings(of: caller.userID, services, in: log.db) == true {
                copiesRules.withLock { $0 = true }
                push.forgetRules(of: caller.userID)
            }
            let begun = try GuestFanOut.begin(after: draft, in: log, services)
            if let invitation { try services.limits.use(invitation) }
            return (eventID, begun)
        }
        try await services.fanOuts.follow(begun)
        return EventIDResponse(eventID: eventID)
    }

    private func contentObject(_ value: JSONValue) throws(MatrixError) -> JSONObject {
        guard let content = value.objectValue else {
            throw MatrixError(.badJSON, "The content of an event must be an object.")
        }
        return content
    }
}
