import Foundation
import HeraldJSON
import SDNSDK
import SDNWire

/// Ann and Bob in one room, each with a session.
struct TwinScene: Sendable {
    let ann: MXSession
    let bob: MXSession
    /// Ann's room.
    let room: MXRoom
    let names: TwinNames
    /// The events that Bob's session has delivered.
    let bobsLog: SessionLog
    let accounts: TwinAccounts
    let report: InteropReport
    /// Bob's room object from his first join.
    private let entered: MXRoom

    static func begin(_ accounts: TwinAccounts, _ report: InteropReport) async throws -> (JSONValue, TwinScene) {
        let names = TwinNames()
        let ann = try await person("ann", accounts, names), bob = try await person("bob", accounts, names)
        let bobsLog = SessionLog(bob)
        // The version is named, because servers have different default versions.
        var parameters = MXRoomCreationParameters(name: "Twins", topic: "One scenario")
        parameters.inviteArray = [bob.myUserId]
        parameters.preset = .privateChat
        parameters.roomVersion = "10"
        let room = try await ann.createRoom(parameters: parameters)
        await names.know(room.roomId, as: "!room")
        let invite = try await bob.eventually("the invite") { bob.invitedRooms()?.first { $0.roomId == room.roomId } }
        let invited: JSONValue = [
            "name": .string(invite.summary.displayName), "inviter": .string(await names.told(invite.summary.inviter)),
            "direct": .bool(invite.summary.isInvitedDirectly),
        ]
        let bobsRoom = try await bob.joinRoom(room.roomId)
        try await ann.eventually("the join") { room.summary.membersCount.joined == 2 ? true : nil }
        let scene = TwinScene(
            ann: ann, bob: bob, room: room, names: names, bobsLog: bobsLog, accounts: accounts, report: report,
            entered: bobsRoom)
        return (await names.told(["invite": invited, "state": try await scene.state(of: bobsRoom)]), scene)
    }

    static func person(
        _ name: String, _ accounts: TwinAccounts, _ names: TwinNames, options: MXSDKOptions = .sharedInstance
    ) async throws -> MXSession {
        let credentials = try await accounts.register(name, device: "\(name)'s first")
        let session = MXSession(sdnRestClient: accounts.client(credentials, options))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        await names.know(session.myUserId, as: "@\(name)")
        try await session.sdnRestClient.setDisplayName(name.capitalized)
        return session
    }

    /// Bob's room. After he was removed and has joined again, the object is a different one.
    var bobsRoom: MXRoom { bob.room(withRoomId: room.roomId) ?? entered }

    /// The server's name, with a leading colon.
    var server: String { String(ann.myUserId.drop { $0 != ":" }) }

    /// Runs one step. Its result is compared with the other server's.
    func step(_ name: String, _ body: @Sendable () async throws -> JSONValue) async {
        await report.step(name) { () -> (JSONValue, Void) in (try await names.told(body()), ()) }
    }

    /// Runs one step in which a server must ask for a proof. It is left out for a server that does not.
    func provenStep(_ name: String, _ body: @Sendable () async throws -> JSONValue) async {
        if accounts.asksForProofs { await step(name, body) }
    }

    /// Returns a server's refusal: the code and the HTTP status.
    func refusal(_ body: @Sendable () async throws -> Void) async throws -> JSONValue {
        do {
            try await body()
            return "accepted"
        } catch let error as MXError {
            return ["errcode": .string(error.errcode), "status": .int(Int64(error.httpStatus ?? 0))]
        }
    }

    /// Returns the whole state of a room in its owner's session, sorted.
    func state(of room: MXRoom) async throws -> JSONValue {
        let events = try await room.state().stateEvents.sorted {
            ($0.type, $0.stateKey ?? "") < ($1.type, $1.stateKey ?? "")
        }
        return .array(
            events.map { event in
                [
                    "type": .string(event.type), "key": .string(event.stateKey ?? ""), "sender": .string(event.sender),
                    "content": .object(event.content),
                ]
            })
    }

    /// The step in which a session with an empty store reads the same room as the first session.
    func remember() async {
        await step("a session on an empty store finds the same room") {
            let fresh = MXSession(sdnRestClient: accounts.client(bob.credentials))
            try await fresh.setStore(MXMemoryStore())
            try await fresh.start()
            guard let again = fresh.room(withRoomId: room.roomId), let known = bob.room(withRoomId: room.roomId) else {
                throw Refuted("the room is missing")
            }
            let history = try await RoomHistory.walk(again, pageSize: 20).map(\.eventId)
            let same = try await RoomHistory.walk(known, pageSize: 20).map(\.eventId) == history
            let kinds = try await RoomHistory.walk(again, pageSize: 50).reversed().map(\.type)
            let value: JSONValue = [
                "same": .bool(same), "kinds": .array(kinds.map(JSONValue.string)), "state": try await state(of: again),
            ]
            await fresh.close()
            return value
        }
    }

    func end() async {
        for session in [ann, bob] {
            await session.close()
            session.sdnRestClient.close()
        }
    }

    /// The time that a server has for what it does after its answer. A busy machine takes its time.
    static let longestWait = Duration.seconds(60)

    /// Returns the result of a wait that may never end.
    /// - Throws: ``Refuted`` after ``longestWait``.
    static func inTime<T: Sendable>(_ what: String, _ wait: @escaping @Sendable () async throws -> T?) async throws -> T
    {
        let found = try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask { try await wait() }
            group.addTask {
                try await Task.sleep(for: longestWait)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let found else { throw Refuted("\(what) did not come within \(longestWait)") }
        return found
    }
}

extension MXSession {
    /// Returns the result of `look` once there is one. It is called again at every update.
    /// - Throws: ``Refuted`` after ``TwinScene/longestWait``.
    @discardableResult
    func eventually<T: Sendable>(_ what: String, _ look: @escaping @Sendable () async throws -> T?) async throws -> T {
        let updates = updates()
        return try await TwinScene.inTime(what) {
            if let found = try await look() { return found }
            for await _ in updates {
                if let found = try await look() { return found }
            }
            return nil
        }
    }
}
