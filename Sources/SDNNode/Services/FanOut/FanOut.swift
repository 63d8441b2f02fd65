import GRDB
import HeraldJSON
import SDNWire

/// The work of one request that makes many events or deletes many rows. The writer does it in turns, and other writes run between them.
///
/// The value describes the work that is left. It is stored in the database until all is done.
protocol FanOut: Codable, Sendable {
    static var kind: FanOutKind { get }
    /// The subject of the work. For some kinds of work, each subject has at most one fan-out at a time.
    var subject: String { get }

    /// Does the work of one turn. An event that one room refuses is left out, so that it does not stop the work in other rooms.
    /// - Returns: true if all is done.
    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool
}

/// The kinds of work. The names are stored in the database.
enum FanOutKind: String, Sendable, CaseIterable {
    case profile, departure, creation, upgrade, dissolution, redaction, leftovers, erasure, crowding, guests
    case backups, retiredKeys, closing, purge
}

/// One turn, which is the part of a fan-out that one write does.
struct FanOutTurn {
    /// The effects to report after the commit.
    struct Effects: Sendable {
        /// Users to wake.
        var concerned: Set<String> = []
        /// Users who are no longer in a room.
        var departed: [(user: String, room: RoomRowID)] = []
    }

    let db: Database
    /// The user whose request began the work.
    let user: String
    let now: Timestamp
    private let services: NodeServices
    /// The number of events that the turn may still make.
    private(set) var left: Int
    /// The number of events that the turn has made.
    private(set) var made = 0
    private(set) var effects = Effects()

    /// - Parameter spent: the number of events that the request itself makes. They count against the events of the turn.
    init(_ db: Database, user: String, spent: Int = 0, services: NodeServices) {
        self.left = FanOuts.eventsPerTurn - spent
        self.db = db
        self.user = user
        self.services = services
        self.now = services.now()
    }

    /// Removes a user's push rules from the cache, after this turn has changed them.
    func forgetRules(of user: String) { services.push.forgetRules(of: user) }

    /// The limits on the data of one user.
    var userLimits: UserLimits { services.configuration.userLimits }

    func log(of room: RoomRecord) -> RoomLog { RoomLog(db, room: room, now: now, push: services.push) }

    /// Appends an event.
    /// - Throws: the errors of ``RoomLog/append(_:origin:)``.
    @discardableResult
    mutating func append(_ draft: EventDraft, origin: EventOrigin? = nil, to log: inout RoomLog) throws
        -> RoomLog.Appended
    {
        left -= 1
        let before = log.room.lastOrd
        let appended = try log.append(draft, origin: origin)
        if log.room.lastOrd != before { made += 1 }
        return appended
    }

    /// Appends an event, or returns `nil` if it is refused. A refusal comes before anything is written.
    @discardableResult
    mutating func offer(_ draft: EventDraft, origin: EventOrigin? = nil, to log: inout RoomLog) throws -> RoomLog
        .Appended?
    {
        do {
            return try append(draft, origin: origin, to: &log)
        } catch is MatrixError, is JSONError {
            return nil
        }
    }

    /// Appends an event whose ID was reserved earlier.
    mutating func append(_ draft: EventDraft, as reserved: RoomLog.Reserved, to log: inout RoomLog) throws {
        left -= 1
        try log.append(draft, as: reserved)
        made += 1
    }

    /// Collects the effects of the events in `log`. It must be called after the last event of the room.
    mutating func finish(_ log: RoomLog) throws {
        guard log.hasChanged else { return }
        effects.concerned.formUnion(try services.audiences.toWake(by: log))
        effects.departed += log.departed.map { ($0, log.room.rowID) }
    }
}
