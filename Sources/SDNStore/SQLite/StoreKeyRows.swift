import Foundation
import GRDB

extension StoreKey {
    /// Seals all unencrypted content.
    static func sealEverything(_ cell: StoreCell, in db: Database) throws {
        let bare = StoreCell(cipher: nil)
        func reseal(_ table: String, _ column: String, keys: String, _ owner: (Row) throws -> StoreCell.Owner) throws {
            let condition = keys.split(separator: ",").map { "\($0) = ?" }.joined(separator: " AND ")
            let update = try db.makeStatement(sql: "UPDATE \(table) SET \(column) = ? WHERE \(condition)")
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(keys) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY \(keys)")
            var all: [Row] = []
            while let row = try rows.next() { all.append(row.copy()) }
            for row in all {
                let values = Array(row.databaseValues)
                let select = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE \(condition)")
                guard let data = try Data.fetchOne(select, arguments: StatementArguments(values)) else { continue }
                let place = try owner(row)
                let content = try data.withUnsafeBytes { try bare.open($0, for: place) }
                try update.execute(
                    arguments: StatementArguments([Data(try cell.seal(content, for: place)).databaseValue] + values))
            }
        }
        try reseal("event", "raw", keys: "place") { .event(place: try $0.decode(atIndex: 0)) }
        try reseal("state", "raw", keys: "room,type,stateKey") {
            .state(
                room: RoomRowID(rawValue: try $0.decode(atIndex: 0)), type: try $0.decode(atIndex: 1),
                key: try $0.decode(atIndex: 2))
        }
        try reseal("firstState", "events", keys: "room") {
            .firstState(room: RoomRowID(rawValue: try $0.decode(atIndex: 0)))
        }
        try reseal("firstReceipts", "receipts", keys: "room") {
            .receipts(room: RoomRowID(rawValue: try $0.decode(atIndex: 0)))
        }
        try reseal("room", "details", keys: "roomId") { .room(try $0.decode(atIndex: 0)) }
        try reseal("profile", "names", keys: "userId") { .profile(try $0.decode(atIndex: 0)) }
        try reseal("accountData", "raw", keys: "roomId,type") {
            .accountData(room: try $0.decode(atIndex: 0), type: try $0.decode(atIndex: 1))
        }
        try reseal("outgoing", "content", keys: "localId") { .outgoing(try $0.decode(atIndex: 0)) }
        try reseal("outgoing", "failureReason", keys: "localId") { .failure(try $0.decode(atIndex: 0)) }
        try reseal("attachment", "bytes", keys: "localId,member") {
            .attachment(try $0.decode(atIndex: 0), member: try $0.decode(atIndex: 1))
        }
        try reseal("attachment", "about", keys: "localId,member") {
            .aboutAttachment(try $0.decode(atIndex: 0), member: try $0.decode(atIndex: 1))
        }
        try reseal("attachmentPart", "bytes", keys: "localId,member,number") {
            .attachmentPart(
                try $0.decode(atIndex: 0), member: try $0.decode(atIndex: 1), number: try $0.decode(atIndex: 2))
        }
        try reseal("draft", "text", keys: "roomId,threadId") {
            .draft(room: try $0.decode(atIndex: 0), thread: try $0.decode(atIndex: 1))
        }
        try reseal("cachedSync", "response", keys: "nextBatch") { .cachedSync(try $0.decode(atIndex: 0)) }
        try db.setSessionValue(unwiped, "")
        try mark(cell, in: db)
    }
}
