import GRDB
import HeraldJSON
import HeraldPeer

/// The keys of a backup, which are read in parts while the client receives them. A backup can have 128 MiB.
struct BackupParts: AnswerParts {
    let services: NodeServices
    let caller: Caller
    let version: Int64
    /// The only room; `nil` for all rooms.
    let room: String?
    private var place: BackupStore.Place?
    private var isBegun = false
    private(set) var isDone = false

    init(services: NodeServices, caller: Caller, version: Int64, room: String?) {
        self.services = services
        self.caller = caller
        self.version = version
        self.room = room
    }

    mutating func next() async throws -> [UInt8]? {
        guard !isDone else { return nil }
        let (part, parts) = try await services.database.read { [self] db in
            try AccessTokens.requireAlive(caller, in: db)
            var parts = self, out: [UInt8] = []
            try parts.write(to: &out, in: db)
            return (out, parts)
        }
        self = parts
        return part
    }

    /// Writes the next keys. The part ends at ``LongAnswer/partSize`` bytes, or when no keys are left.
    private mutating func write(to out: inout [UInt8], in db: Database) throws {
        if !isBegun { out += (room == nil ? #"{"rooms":{"# : #"{"sessions":{"#).utf8 }
        isBegun = true
        isDone = true
        var (place, isCut) = (place, false)
        try BackupStore.walk(version, room: room, after: place, in: db) { placed in
            guard out.count < LongAnswer.partSize else {
                isCut = true
                return false
            }
            if room == nil, place?.room != placed.place.room {
                if place != nil { out += "}},".utf8 }
                JSONText.appendQuoted(placed.place.room, to: &out)
                out += #":{"sessions":{"#.utf8
            } else if place != nil {
                out.append(UInt8(ascii: ","))
            }
            JSONText.appendQuoted(placed.place.session, to: &out)
            out.append(UInt8(ascii: ":"))
            out += placed.key.json
            place = placed.place
            return true
        }
        self.place = place
        isDone = !isCut
        guard isDone else { return }
        if room == nil, place != nil { out += "}}".utf8 }
        out += "}}".utf8
    }
}
