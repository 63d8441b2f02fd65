import GRDB
import HeraldJSON
import SDNWire

/// Work of one request that makes many events, or takes many rows away: it is done in turns of the writer, between which others' writes have
/// theirs.
///
/// A value of it is what is still to do, and is kept in the database until all is done.
protocol FanOut: Codable, Sendable {
    static var kind: FanOutKind { get }
    /// What it is about: of some kinds there is one at a time for each.
    var subject: String { get }

    /// Does as much as the turn has room for. What one room refuses is left out, as it must not hold up the others.
    /// - Returns: whether all is done.
    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool
}

/// What makes many events, or takes many rows away. The names stand in the database.
enum FanOutKind: String, Sendable, CaseIterable {
    case profile, departure, creation, upgrade, dissolution, redaction, leftovers, erasure, crowding
}

/// One turn: the events of a fan-out that are made in one write.
struct FanOutTurn {
    /// What is to be told after the commit.
    struct Effects: Sendable {
        /// Users to wake.
        var concerned: Set<String> = []
        /// Users who are no longer in a room.
        var departed: [(user: String, room: Int64)] = []
    }

    let db: Database
    /// Whose work it is.
    let user: String
    let now: Int64
    private let services: NodeServices
    /// How many events may still be made.
    private(set) var left: Int
    /// How many were made.
    private(set) var made = 0
    private(set) var effects = Effects()

    /// - Parameter spent: how many events of the turn the request makes itself.
    init(_ db: Database, user: String, spent: Int = 0, services: NodeServices) {
        self.left = FanOuts.eventsPerTurn - spent
        self.db = db
        self.user = user
        self.services = services
        self.now = services.now()
    }

    func log(of room: RoomRecord) -> RoomLog { RoomLog(db, room: room, now: now, push: services.push) }

    /// Appends an event. - Throws: what ``RoomLog/append(_:origin:)`` does.
    @discardableResult
    mutating func append(_ draft: EventDraft, origin: EventOrigin? = nil, to log: inout RoomLog) throws -> RoomLog.Appended {
        left -= 1
        let before = log.room.lastOrd
        let appended = try log.append(draft, origin: origin)
        if log.room.lastOrd != before { made += 1 }
        return appended
    }

    /// Appends an event, unless it is refused, which is before anything of it is written.
    @discardableResult
    mutating func offer(_ draft: EventDraft, origin: EventOrigin? = nil, to log: inout RoomLog) throws -> RoomLog.Appended? {
        do {
            return try append(draft, origin: origin, to: &log)
        } catch is MatrixError, is JSONError {
            return nil
        }
    }

    /// Appends the event that has been reserved for a draft.
    mutating func append(_ draft: EventDraft, as reserved: RoomLog.Reserved, to log: inout RoomLog) throws {
        left -= 1
        try log.append(draft, as: reserved)
        made += 1
    }

    /// To be called when nothing more is appended to a room.
    mutating func finish(_ log: RoomLog) throws {
        guard log.hasChanged else { return }
        effects.concerned.formUnion(try services.audiences.toWake(by: log))
        effects.departed += log.departed.map { ($0, log.room.nid) }
    }
}
