import GRDB
import HeraldJSON
import HeraldPeer

/// The state of the rooms with results, which is written in parts while the client receives them.
struct SearchState: AnswerParts {
    private var left: ArraySlice<StateParts>
    /// True if the name of the first remaining room has been written.
    private var hasBegun = false
    private var isFirst = true
    private(set) var isDone = false

    /// - Parameter rooms: the state of each room, which ends with `]`.
    init(_ rooms: [StateParts]) { left = rooms[...] }

    mutating func next() async throws -> [UInt8]? {
        guard !isDone else { return nil }
        var out: [UInt8] = []
        if var room = left.first {
            begin(room, &out)
            out += try await room.next() ?? []
            went(on: room)
        }
        end(&out)
        return out
    }

    /// Writes until a part is complete or nothing is left.
    mutating func write(to out: inout [UInt8], _ accesses: [RoomRowID: RoomAccess], now: Timestamp, in db: Database)
        throws
    {
        while out.count < LongAnswer.partSize, var room = left.first,
            let access = accesses.values.first(where: { $0.room.roomID == room.roomID })
        {
            begin(room, &out)
            try room.write(to: &out, access, now: now, in: db)
            went(on: room)
        }
        end(&out)
    }

    private mutating func begin(_ room: StateParts, _ out: inout [UInt8]) {
        guard !hasBegun else { return }
        if !isFirst { out.append(UInt8(ascii: ",")) }
        (hasBegun, isFirst) = (true, false)
        JSONText.appendQuoted(room.roomID, to: &out)
        out.append(contentsOf: ":[".utf8)
    }

    private mutating func went(on room: StateParts) {
        guard room.isDone else {
            left[left.startIndex] = room
            return
        }
        left.removeFirst()
        hasBegun = false
    }

    private mutating func end(_ out: inout [UInt8]) {
        guard left.isEmpty else { return }
        out.append(contentsOf: "}}}}".utf8)
        isDone = true
    }
}
