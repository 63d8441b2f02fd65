import HeraldLocks
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The deletion of expired rows", .timeLimit(.minutes(10)))
struct SweeperTests {
    /// A database whose sweeps wait until they are released.
    private struct HeldDatabase: ForwardingDatabase {
        let database: SQLiteDatabase
        let begun = Waiter<Void>(), released = Waiter<Void>(), ended = Waiter<Void>()

        func sweep<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
            begun.resume()
            await released.wait()
            defer { ended.resume() }
            return try await database.sweep(body)
        }
    }

    /// A database whose sweeps fail, as if PostgreSQL were down.
    private struct BrokenDatabase: ForwardingDatabase {
        let database: SQLiteDatabase
        let tries = Tally()

        func sweep<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
            tries.add()
            let error = ServiceDatabaseError(.temporary(retryAfter: .seconds(5)), reason: "down")
            TemporaryOutage.note(error)
            throw error
        }
    }

    private let clock = StoppedClock(UTCInstant(seconds: 1_000_000))

    private func sweeper(_ database: any ServiceDatabase) -> Sweeper {
        Sweeper(database: database, now: { [clock] in clock.now })
    }

    @Test("a request does not wait for the deletion that it causes, and a stop does")
    func ownTask() async throws {
        let database = HeldDatabase(database: try SQLiteDatabase(.memory, migrations: SQLiteSchema.migrations))
        let sweeper = sweeper(database)
        let running = Task { await sweeper.run(every: .seconds(3_600)) }
        while !sweeper.hasOwnTask { await Task.yield() }
        // With a wait, this would not return.
        await sweeper.nudge()
        await database.begun.wait()
        running.cancel()
        database.released.resume()
        await running.value
        #expect(database.ended.isOver)
        #expect(!sweeper.hasOwnTask)
        await database.close()
    }

    @Test(
        "a deletion that fails is no outage for the request that causes it, and is tried again",
        arguments: [true, false])
    func failing(hasOwnTask: Bool) async throws {
        let database = BrokenDatabase(database: try SQLiteDatabase(.memory, migrations: SQLiteSchema.migrations))
        let sweeper = sweeper(database), outage = TemporaryOutage()
        let running = hasOwnTask ? Task { await sweeper.run(every: .seconds(3_600)) } : nil
        while sweeper.hasOwnTask != hasOwnTask { await Task.yield() }
        await TemporaryOutage.$current.withValue(outage) {
            for number in 1...2 {
                // The deletion before may not have ended, so that the nudge does nothing.
                while database.tries.count < number {
                    await sweeper.nudge()
                    clock.advance(by: 1)
                    await Task.yield()
                }
            }
        }
        #expect(outage.note == nil)
        running?.cancel()
        await running?.value
        await database.close()
    }
}
