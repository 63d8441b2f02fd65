import GRDB
import Logging
import SDNWire

/// Begins fan-outs and completes them.
///
/// The first turn runs in the request's own write, together with the change that causes the work. If all of the work fits into the first turn, the
/// fan-out ends with it. Further turns are separate writes in the account's queue. Each of their events counts against the account's write limit.
struct FanOuts: Sendable {
    /// The most events that one turn of the writer makes.
    static let eventsPerTurn = 50
    /// The pause of a fan-out when the disk is full or does not answer.
    private static let pause = Duration.seconds(5)

    let services: NodeServices

    /// A fan-out whose first turn has been made.
    struct Begun: Sendable {
        /// The fan-out's row ID; `nil` if all its work is done.
        fileprivate let id: Int64?
        fileprivate let user: String
        fileprivate let effects: FanOutTurn.Effects

        /// True if there is more to do.
        var isPending: Bool { id != nil }
    }

    /// Creates the first turn, inside the write of a request that has been counted.
    /// - Parameter spent: the number of events that the request itself makes. They count against the events of the turn.
    /// - Throws: `M_LIMIT_EXCEEDED` while the user is above the write limit because of an earlier fan-out.
    func turn(of user: String, spent: Int = 0, in db: Database) throws -> FanOutTurn {
        try services.limits.requireNoDebt(.send(user: user))
        return FanOutTurn(db, user: user, spent: spent, services: services)
    }

    /// Makes the first turn and stores the work that is left.
    /// - Parameter paid: the number of events that already count against the user's write limit.
    func begin(_ work: any FanOut, _ turn: FanOutTurn, paid: Int = 1) throws -> Begun {
        var work = work, turn = turn
        let isDone = try work.advance(&turn)
        services.limits.charge(.send(user: turn.user), max(0, turn.made - paid))
        let id = isDone ? nil : try FanOutStore.insert(work, of: turn.user, in: turn.db)
        return Begun(id: id, user: turn.user, effects: turn.effects)
    }

    /// Stores work without doing any of it in the request's own write.
    func plan(_ work: any FanOut, of user: String, in db: Database) throws -> Begun {
        Begun(id: try FanOutStore.insert(work, of: user, in: db), user: user, effects: FanOutTurn.Effects())
    }

    /// Returns a fan-out that another request began.
    func joining(_ id: Int64, of user: String) -> Begun { Begun(id: id, user: user, effects: FanOutTurn.Effects()) }

    /// Wakes the users of the first turn and starts the remaining work. It must be called after the commit.
    @discardableResult
    func follow(_ begun: Begun?) async throws -> Task<Void, any Error>? {
        guard let begun else { return nil }
        let rest = begun.id.map { start($0, of: begun.user) }
        try await tell(begun.effects)
        return rest
    }

    /// Does the same as ``follow(_:)``, and returns when all is done.
    func finish(_ begun: Begun) async throws { try await follow(begun)?.value }

    /// Continues the work that was unfinished when the node stopped.
    func carryOn() async throws {
        for (id, user) in try await services.database.read({ db in try FanOutStore.all(in: db) }) {
            start(id, of: user)
        }
    }

    /// Makes the next turn.
    /// - Returns: true if there is more to do.
    func step(_ id: Int64, of user: String) async throws -> Bool {
        let (effects, hasMore) = try await services.database.write(queue: user) { db -> (FanOutTurn.Effects, Bool) in
            guard var work = try FanOutStore.find(id, services.fanOutTypes, in: db) else {
                return (FanOutTurn.Effects(), false)
            }
            var turn = FanOutTurn(db, user: user, services: services)
            let isDone = try work.advance(&turn)
            services.limits.charge(.send(user: user), turn.made)
            if isDone { try FanOutStore.remove(id, in: db) } else { try FanOutStore.update(id, work, in: db) }
            return (turn.effects, !isDone)
        }
        try await tell(effects)
        return hasMore
    }

    @discardableResult
    private func start(_ id: Int64, of user: String) -> Task<Void, any Error> {
        services.fanOutTasks.start(id) { try await run(id, of: user) }
    }

    private func run(_ id: Int64, of user: String) async throws {
        while true {
            try Task.checkCancellation()
            do {
                guard try await step(id, of: user) else { return }
            } catch let error as DatabaseError
                where [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY].contains(error.resultCode)
            {
                services.logger.error("a fan-out waits for the disk", metadata: ["error": "\(error.resultCode)"])
                try await Task.sleep(for: Self.pause)
            } catch {
                // Only the type is logged. The error's text may quote data of the client.
                services.logger.error(
                    "a fan-out rests until the node starts anew", metadata: ["error": "\(type(of: error))"])
                throw error
            }
        }
    }

    private func tell(_ effects: FanOutTurn.Effects) async throws {
        if !effects.concerned.isEmpty { services.notifier.wake(users: effects.concerned) }
        // Users who have left the room are no longer typing.
        for (user, room) in effects.departed { try await services.live.endTyping(user, in: room) }
    }
}

extension NodeServices {
    var fanOuts: FanOuts { FanOuts(services: self) }
}
