import HeraldJSON
import SDNValues
import SDNWire

extension StoreTransaction {
    private func outgoing(_ row: StoreStatement) throws -> MXOutgoingMessage {
        let localId = try row.text(0)
        let reason = try row.isNull(9) ? nil : row.blob(9) { try cell.open($0, for: .failure(localId)) }
        return try MXOutgoingMessage(
            localId: localId, roomId: row.text(1), type: row.text(2), content: object(row, 3, for: .outgoing(localId)),
            redacts: row.optionalText(4),
            createdAt: Timestamp(milliseconds: row.int(5)),
            status: MXOutgoingMessage.Status(rawValue: row.text(6)) ?? .failed,
            eventId: row.optionalText(7),
            failure: row.optionalText(8).map {
                MXOutgoingMessage.Failure(code: $0, reason: String(decoding: reason ?? [], as: UTF8.self))
            },
            attemptedBy: row.optionalText(10))
    }

    func outgoingMessages() throws -> [MXOutgoingMessage] { try statement(.outgoingMessages).all(outgoing) }

    func outgoingMessage(_ localId: String) throws -> MXOutgoingMessage? {
        let statement = try statement(.outgoingMessage)
        statement.bind(localId, at: 1)
        return try statement.first(outgoing)
    }

    func outgoingMessage(sentAs eventId: String, inRoom roomId: String) throws -> MXOutgoingMessage? {
        let statement = try statement(.outgoingSentAs)
        statement.bind(roomId, at: 1)
        statement.bind(eventId, at: 2)
        return try statement.first(outgoing)
    }

    func save(_ message: MXOutgoingMessage) throws {
        let statement = try statement(.saveOutgoing)
        statement.bind(message.localId, at: 1)
        statement.bind(message.roomId, at: 2)
        statement.bind(message.type, at: 3)
        statement.bind(message.redacts, at: 5)
        statement.bind(Int64(clamping: message.createdAt.published), at: 6)
        statement.bind(message.status.rawValue, at: 7)
        statement.bind(message.eventId, at: 8)
        statement.bind(message.failure?.code, at: 9)
        if let reason = message.failure?.reason {
            statement.bind(try cell.seal(Array(reason.utf8), for: .failure(message.localId)), at: 10)
        } else {
            statement.bind(nil as String?, at: 10)
        }
        statement.bind(message.attemptedBy, at: 11)
        _ = try run(
            statement, sealing: JSONValue.object(message.content).serialized(), for: .outgoing(message.localId), at: 4)
    }

    /// Gives the message a new number, so that it comes last. The row stays, because a message's files are deleted together with its row.
    func moveOutgoingMessageToEnd(_ localId: String) throws {
        let statement = try statement(.moveOutgoing)
        statement.bind(localId, at: 1)
        try statement.run()
    }

    func deleteOutgoingMessage(_ localId: String) throws {
        let statement = try statement(.deleteOutgoing)
        statement.bind(localId, at: 1)
        try statement.run()
    }
}
