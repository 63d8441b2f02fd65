import GRDB
import HeraldJSON
import SDNWire

/// The global account data of a sync answer, or that of one room. This value stores the types. It reads the content of a type only when the content
/// is written.
///
/// Content that has changed meanwhile is written in its newest form, and again in the next answer.
struct SyncAccountData: Sendable {
    private let user: String
    /// The row ID of the room; 0 for global account data.
    private let room: RoomRowID
    private var left: ArraySlice<String>
    private var isFirst = true
    let isEmpty: Bool

    /// - Parameters:
    ///   - types: the types in the order of their changes.
    ///   - matcher: the filter. If there are too many types, the ones that changed last are written.
    init(_ user: String, room: RoomRowID, types: [String], _ matcher: FilterMatcher) {
        let admitted = types.filter { matcher.admitsEntry(type: $0, sender: user) }
        self.user = user
        self.room = room
        left = matcher.filter.limit.map { admitted.suffix($0) } ?? admitted[...]
        isEmpty = left.isEmpty
    }

    /// Writes events until `out` has `limit` bytes.
    /// - Returns: true if all are written.
    mutating func write(to out: inout [UInt8], upTo limit: Int, in db: Database) throws -> Bool {
        while out.count < limit, let type = left.popFirst() {
            guard let content = try content(type, in: db) else { continue }
            if !isFirst { out.append(UInt8(ascii: ",")) }
            isFirst = false
            var object = JSONObjectWriter()
            object.add("type", JSONText.quoted(type))
            object.add("content", content)
            out.append(contentsOf: object.finished())
        }
        return left.isEmpty
    }

    private func content(_ type: String, in db: Database) throws -> [UInt8]? {
        if room == .noRoom, type == PushRuleStore.accountDataType {
            return try PushRuleStore.accountData(of: user, changedAfter: nil, in: db)
        }
        return try AccountDataStore.contentOrMark(user, room: room, type: type, in: db)
    }
}
