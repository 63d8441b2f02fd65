import Foundation
import GRDB
import HeraldJSON

/// An accepted event as the database stores it. `content` stays bytes from the moment it was accepted.
struct StoredEvent: Sendable {
    /// The position in the node-wide stream.
    let ord: Int64
    let eventID: String
    let type: String
    let stateKey: String?
    let sender: String
    let timestamp: Timestamp
    let content: [UInt8]
    let redacts: String?
    /// The `ord` of the state event that this event replaced.
    let replaces: Int64?
    /// The `ord` of the redaction that redacted this event.
    let redactedBy: Int64?
    let origin: EventOrigin?

    static let columns =
        "ord, event_id, type, state_key, sender, ts, content, redacts, replaces, redacted_by, device, txn"

    /// Reads a row with ``columns`` in this order.
    init(row: Row) throws {
        self.ord = row[0]
        self.eventID = row[1]
        self.type = row[2]
        self.stateKey = row[3]
        self.sender = row[4]
        self.timestamp = Timestamp(milliseconds: row[5])
        self.content = try row.withUnsafeData(atIndex: 6) { data in data.map { [UInt8]($0) } ?? [] }
        self.redacts = row[7]
        self.replaces = row[8]
        self.redactedBy = row[9]
        let device: String? = row[10]
        self.origin = device.map { EventOrigin(deviceID: $0, transactionID: row[11]) }
    }

    /// The state key of an event that was read as state.
    /// - Throws: ``NodeError`` if the event is not a state event. The database is then damaged.
    func requiredStateKey() throws(NodeError) -> String {
        guard let stateKey else {
            throw NodeError(
                .databaseUnreadable, field: "event.state_key", reason: "an event of the state has no state key")
        }
        return stateKey
    }

    /// The content as a tree. It is empty if the content cannot be parsed.
    var contentObject: JSONObject { (try? JSONValue(parsing: content))?.objectValue ?? [:] }
}
