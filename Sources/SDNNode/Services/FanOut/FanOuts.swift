import GRDB
import Logging
import SDNWire

/// Begins fan-outs and carries them through.
///
/// The first turn is made in the request's own write, together with what causes the rest; what fits into it needs no more. The rest is made
/// turn by turn, each in a write that waits in the account's lane, and is counted event by event against what the account may write.
struct FanOuts: Sendable {
    /// How many events one turn of the writer makes.
    static let eventsPerTurn = 50
    /// How long a fan-out rests when the disk is full or does not answer, in milliseconds.
    private static let pause = 5_000

    let services: NodeServices

    /// A fan-out whose first turn was made.
    struct Begun: Sendable {
        /// `nil` when all is done.
        fileprivate let id: Int64?
        fileprivate let user: String
        fileprivate let effects: FanOutTurn.Effects

        /// Whether there is more to do.
        var isPending: Bool { id != nil }
    }

    /// A first turn, inside the write of a request that has been paid for.
    /// - Parameter spent: how many events of it the request makes itself.
    /// - Throws: `M_LIMIT_EXCEEDED` while the user has not paid off an earlier fan-out.
    func turn(of user: String, spent: Int = 0, in db: Database) throws -> FanOutTurn {
        try services.limits.requireNoDebt(.send(user: user))
        return FanOutTurn(db, user: user, spent: spent, services: services)
    }

    /// Makes what the first turn has room for, and writes down the rest.
    /// - Parameter paid: how many of the events are paid for by the request.
    func begin(_ work: any FanOut, _ turn: FanOutTurn, paid: Int = 1) throws -> Begun {
        var work = work, turn = turn
        let isDone = try work.advance(&turn)
        services.limits.charge(.send(user: turn.user), max(0, turn.made - paid))
        let id = isDone ? nil : try FanOutStore.insert(work, of: turn.user, in: turn.db)
        return Begun(id: id, user: turn.user, effects: turn.effects)
    }

    /// Writes down work of which nothing is done in the request's own write.
    func plan(_ work: any FanOut, of user: String, in db: Database) throws -> Begun {
        Begun(id: try FanOutStore.insert(work, of: user, in: db), user: user, effects: FanOutTurn.Effects())
    }

    /// One that another request began.
    func joining(_ id: Int64, of user: String) -> Begun { Begun(id: id, user: user, effects: FanOutTurn.Effects()) }

    /// Tells whom a first turn concerns, and has the rest made. To be called after the commit.
    @discardableResult
    func follow(_ begun: Begun?) async throws -> Task<Void, any Error>? {
        guard let begun else { return nil }
        let rest = begun.id.map { start($0, of: begun.user) }
        try await tell(begun.effects)
        return rest
    }

    /// The same, and returns when all is done.
    func finish(_ begun: Begun) async throws { try await follow(begun)?.value }

    /// Goes on with what was under way when the node stopped.
    func carryOn() async throws {
        for (id, user) in try await services.database.read({ db in try FanOutStore.all(in: db) }) { start(id, of: user) }
    }

    /// Makes the next turn. - Returns: whether there is more to do.
    func step(_ id: Int64, of user: String) async throws -> Bool {
        let (effects, hasMore) = try await services.database.write(lane: user) { db -> (FanOutTurn.Effects, Bool) in
            guard var work = try FanOutStore.find(id, services.fanOutTypes, in: db) else { return (FanOutTurn.Effects(), false) }
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
            } catch let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY].contains(error.resultCode) {
                services.logger.error("a fan-out waits for the disk", metadata: ["error": "\(error.resultCode)"])
                try await Task.sleep(for: .milliseconds(Self.pause))
            } catch {
                // The type alone: an error's text may quote what a client sent.
                services.logger.error("a fan-out rests until the node starts anew", metadata: ["error": "\(type(of: error))"])
                throw error
            }
        }
    }

    private func tell(_ effects: FanOutTurn.Effects) async throws {
        if !effects.concerned.isEmpty { services.notifier.wake(users: effects.concerned) }
        // Who is gone writes no more.
        for (user, room) in effects.departed { try await services.live.endTyping(user, in: room) }
    }
}

extension NodeServices {
    var fanOuts: FanOuts { FanOuts(services: self) }
}
