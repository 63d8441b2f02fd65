import HeraldJSON
import SDNSDK
import SDNWire

/// A user's session, which sends numbered messages while the user logs in on other devices.
struct LoadSession: Sendable {
    /// The outbox contains at most so many messages.
    private static let waiting = 10

    let client: LoadClient
    let session: MXSession
    let room: MXRoom

    private var record: LoadRecord { client.record }

    /// Sends and logs in until the load is over and the outbox is empty.
    /// - Returns: the user's ID, and the number of messages that the outbox has accepted.
    func live() async throws -> (String, JSONValue) {
        async let logins: Void = logInAgainAndAgain()
        let sent = try await send()
        try await logins
        try await outboxHas(atMost: 0)
        await session.close()
        session.sdnRestClient.close()
        return (session.myUserId, .int(sent))
    }

    private func send() async throws -> Int64 {
        var number: Int64 = 0
        while await !record.isOver {
            try await outboxHas(atMost: Self.waiting - 1)
            try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string("\(number)")])
            number += 1
        }
        return number
    }

    /// Waits until at most so many messages wait.
    /// - Throws: ``Refuted`` when the outbox has given up a message, or the messages still wait after 90 s.
    private func outboxHas(atMost most: Int) async throws {
        let end = ContinuousClock.now + .seconds(90)
        while case let messages = room.outgoingMessages(), messages.count > most {
            if let failed = messages.first(where: { $0.sentState == .failed }) {
                throw Refuted("the outbox gave up: \(failed.sentError.map { "\($0)" } ?? "without an error")")
            }
            guard ContinuousClock.now < end else { throw Refuted("\(messages.count) messages still wait after 90 s") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Each login must give a session of this user that works.
    private func logInAgainAndAgain() async throws {
        var number = 0
        while await !record.isOver {
            number += 1
            let device = MXRestClient(credentials: try await client.logIn("device \(number)"), apiRoot: client.root)
            defer { device.close() }
            let me = try await record.repeating("whoami") { try await device.whoami() }
            try expectEqual(me.userId, session.myUserId, "user ID")
            try await record.repeating("logout") {
                do {
                    try await device.logout()
                } catch let error as MXError where error.errcode == "M_UNKNOWN_TOKEN" {
                    // An earlier logout arrived, and its answer did not.
                }
            }
        }
    }
}
