import Crypto
import Foundation
import HeraldJSON
import HeraldLocks
import HeraldPeer
import OpenDID_DataModel

/// The transactions of one server. Each transaction is a strict sequence of steps (OpenDID sheet 5.1).
///
/// A step is accepted only after its predecessor. The new data, the further writes and the answer of a step are stored in one
/// transaction of the database, so that after a crash the step is complete or absent. The same request, byte for byte, gets the stored answer again.
/// Another request for a completed step is refused. If the same request arrives several times at once, one of them does the work, and the
/// others get the same answer.
package final class TransactionStore: Sendable {
    /// The time for which the server still reports a transaction as expired, and not as unknown.
    static let memory: Duration = .seconds(86_400)
    /// The number of times that a step is begun if other processes change the transaction each time.
    private static let rounds = 8
    private let codes: TransactionCodes
    private let rows: TransactionRows
    private let lifetimes: Lifetimes
    private let now: @Sendable () -> UTCInstant
    private let random: @Sendable (Int) -> [UInt8]
    private let lock = KeyedLock()
    private let memory = TransactionMemory()
    private let sweeper: Sweeper
    private let limiter: ClientLimiter?

    /// Creates the store.
    /// - Parameter limiter: counts the transactions that clients have opened.
    init(
        role: ServiceRole, codes: TransactionCodes, database: any ServiceDatabase, seal: StorageSeal,
        lifetimes: Lifetimes,
        now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8], sweeper: Sweeper,
        limiter: ClientLimiter? = nil
    ) {
        self.codes = codes
        rows = TransactionRows(role: role.rawValue, database: database, seal: seal)
        self.lifetimes = lifetimes
        self.now = now
        self.random = random
        self.sweeper = sweeper
        self.limiter = limiter
    }

    /// Opens a transaction with its first step.
    /// - Parameters:
    ///   - flow: the protocol, such as `M210`.
    ///   - step: the name of the first step. It becomes the state of the transaction.
    ///   - lifetime: the lifetime until a step is completed. Defaults to ``ServiceLimits/unfinishedTransaction``, or
    ///     to the server's own lifetime if that is shorter.
    ///   - client: the client that opens the transaction, if a limit applies to it.
    /// - Returns: the transaction's ID, a UUID.
    package func open<Data: Codable & Sendable>(
        _ flow: String, step: String, data: Data, lifetime: Duration? = nil, for client: String? = nil,
        writes: [@Sendable (any ServiceRows, String) throws -> Void] = []
    ) async throws -> String {
        let id = MessageID.uuid(randomBytes: random(MessageID.uuidByteCount))
        let created = UTCInstant(seconds: now().seconds)
        let lifetime = lifetime ?? min(lifetimes.whole, lifetimes.unfinished)
        let expires = created + lifetime
        // After the expiry, the row is stored for as long as the lifetime was. During this time, the server reports the transaction as
        // expired, and not as unknown.
        let forgotten = expires + lifetime
        let info = TransactionInfo(
            id: id, flow: flow, state: step, created: created, expires: expires)
        if let client { limiter?.opened(id, by: client, lifetime: lifetime) }
        do {
            try await rows.insert(
                info, data, forgotten: forgotten, opener: client.flatMap { limiter?.opener($0) }, writes)
        } catch {
            limiter?.released(id)
            throw error
        }
        memory.put(TransactionMemory.Entry(info: info, revision: 0, data: data))
        await sweeper.nudge()
        return id
    }

    /// Performs a step, or returns its stored answer.
    /// - Parameters:
    ///   - id: the transaction's ID in the request.
    ///   - flows: the protocols to which the step belongs. Defaults to any.
    ///   - step: the name of the step.
    ///   - predecessors: the states after which the step is allowed.
    ///   - request: the body as received.
    ///   - isPreliminary: true if the step changes only its transaction. Clients can repeat such steps without end,
    ///     in new transactions. Therefore such a transaction has a shorter lifetime, its row is deleted sooner, and
    ///     it counts as one of the client's open transactions. Defaults to `false`.
    ///   - repeatsLate: true if the stored answer is also returned after the transaction has expired, as long as its row exists. It is
    ///     meant for answers that the client cannot get in any other way. Defaults to `false`.
    ///   - prepare: checks a request before anything is requested from another server. It receives the data and the
    ///     request's SHA-256. Data that it returns is stored at once, regardless of the result of `work`. If the
    ///     process ends after the other server has done its work, the process therefore still knows the request. If
    ///     another process changed the transaction in the meantime, `prepare` runs again. It must then return `nil`,
    ///     or the request is refused.
    ///   - work: performs the step, while no other step of the transaction runs. If it throws, the transaction stays
    ///     unchanged, except that a ``StepRefusal`` changes its data.
    /// - Throws: ``ServiceError`` with the server's codes for an unknown transaction, a wrong state or an expired transaction, and the errors of
    ///   `prepare`, `work` and the writes.
    package func step<Data: Codable & Sendable, Answer: Encodable & Sendable>(
        _ id: String, flows: Set<String> = [], step: String, after predecessors: Set<String>, request: [UInt8],
        isPreliminary: Bool = false, repeatsLate: Bool = false,
        preparing prepare: ((Data, [UInt8]) async throws -> Data?)? = nil,
        _ work: (Data, TransactionInfo) async throws -> StepOutcome<Data, Answer>
    ) async throws -> EncodedAnswer<Answer> {
        let digest = Array(SHA256.hash(data: request))
        let asked = Asked(
            flows: flows, step: step, predecessors: predecessors, digest: digest, isPreliminary: isPreliminary,
            repeatsLate: repeatsLate)
        return try await lock.withLock(id) {
            var held: (row: Row, data: Data)?
            if let entry = memory.take(id), let data = entry.data as? Data, fits(entry.info, asked) {
                held = (Row(info: entry.info, revision: entry.revision, isHeld: true), data)
            }
            for _ in 0..<Self.rounds {
                let (row, data): (Row, Data)
                if let known = held {
                    ((row, data), held) = (known, nil)
                } else {
                    switch try await read(id, asked, as: Data.self) {
                    case .done(let answer): return EncodedAnswer(stored: answer)
                    case .next(let next): (row, data) = next
                    }
                }
                do {
                    return try await self.step(row, data, asked, preparing: prepare, work)
                } catch is Outdated {
                    // Another process has continued the transaction. The next round reads the result from the database.
                }
            }
            throw codes.invalid("other requests came first")
        }
    }

    /// A request for a step.
    private struct Asked: Sendable {
        let flows: Set<String>
        let step: String
        let predecessors: Set<String>
        /// SHA-256 of the request.
        let digest: [UInt8]
        let isPreliminary: Bool
        let repeatsLate: Bool
    }

    /// The error if another process has changed the transaction, so that the step must be repeated with its data from the database.
    private struct Outdated: Error {}

    private typealias Row = TransactionRows.Row

    private enum Found<Data: Sendable>: Sendable {
        /// The request was completed before. The associated value is its stored answer.
        case done([UInt8])
        case next((row: Row, data: Data))
    }

    private func read<Data: Codable & Sendable>(_ id: String, _ asked: Asked, as type: Data.Type) async throws -> Found<
        Data
    > {
        guard let stored = try await rows.stored(id, step: asked.step) else { throw ServiceError(codes.unknown) }
        if let answer = try settled(stored, asked) { return .done(answer) }
        return .next((stored.row, try rows.opened(stored.data, id: id)))
    }

    private func step<Data: Codable & Sendable, Answer: Encodable & Sendable>(
        _ found: Row, _ known: Data, _ asked: Asked, preparing prepare: ((Data, [UInt8]) async throws -> Data?)?,
        _ work: (Data, TransactionInfo) async throws -> StepOutcome<Data, Answer>
    ) async throws -> EncodedAnswer<Answer> {
        let id = found.info.id
        var (row, data) = (found, known)
        let noted: Data?
        do {
            noted = try await prepare?(data, asked.digest)
        } catch {
            return EncodedAnswer(stored: try await answer(insteadOf: error, row, asked))
        }
        if let noted {
            // After this write, another server may do its work for this request. The transaction gets its whole lifetime now, so that the
            // client can request the result for as long.
            if try await rows.keep(noted, of: row, lifetimes.span(from: row.info.created, isPreliminary: false)) {
                limiter?.extended(
                    id, lifetime: row.info.created + lifetimes.whole - now())
                data = noted
                row.revision += 1
            } else {
                // Another process has changed the transaction first. If it received the same request, it has noted or completed the
                // request. This process then sends the same answer.
                switch try await read(id, asked, as: Data.self) {
                case .done(let answer): return EncodedAnswer(stored: answer)
                case .next(let next): (row, data) = next
                }
                guard try await prepare?(data, asked.digest) == nil else {
                    throw codes.invalid("another request came first")
                }
            }
        }
        let outcome: StepOutcome<Data, Answer>
        do {
            outcome = try await work(data, row.info)
        } catch let refusal as StepRefusal<Data> {
            guard try await rows.keep(refusal.data, of: row) else { throw Outdated() }
            throw refusal.error
        } catch {
            return EncodedAnswer(stored: try await answer(insteadOf: error, row, asked))
        }
        let answer = try EncodedAnswer(outcome.answer)
        let span = lifetimes.span(from: row.info.created, isPreliminary: asked.isPreliminary)
        let held = row
        let kept: [UInt8]
        do {
            kept = try await outcome.stored { outcome in
                try await keep(outcome, answer: answer.bytes, asked, of: held, span)
            }
        } catch  where outcome.around != nil {
            return EncodedAnswer(stored: try await self.answer(insteadOf: error, held, asked))
        }
        if asked.isPreliminary {
            let expires = max(span.expires, row.info.expires)
            limiter?.extended(id, lifetime: expires - now())
            // The new data is cached only if this process stored the answer. If another process stored its answer first, the two answers
            // differ.
            if kept == answer.bytes {
                let info = TransactionInfo(
                    id: id, flow: row.info.flow, state: asked.step, created: row.info.created,
                    expires: expires)
                memory.put(
                    TransactionMemory.Entry(info: info, revision: row.revision + 1, data: outcome.data))
            }
        } else {
            limiter?.released(id)
        }
        return EncodedAnswer(stored: kept)
    }

    /// Returns the stored answer if another process completed the step with the same request. The error may come from that: the step was
    /// still open in the data that this process had read, but no longer in the other tables.
    /// - Throws: `error` if the step is still open, and ``Outdated`` if it must be repeated.
    private func answer(insteadOf error: any Error, _ row: Row, _ asked: Asked) async throws -> [UInt8] {
        if error is Outdated || error is CancellationError || error is ServiceDatabaseError { throw error }
        guard let stored = try await rows.stored(row.info.id, step: asked.step) else { throw error }
        if let done = stored.done, done.request == asked.digest { return done.answer }
        guard stored.row.revision != row.revision else { throw error }
        throw Outdated()
    }

    /// Stores a completed step.
    /// - Returns: the stored answer.
    private func keep<Data, Answer>(
        _ outcome: StepOutcome<Data, Answer>, answer: [UInt8], _ asked: Asked, of row: Row, _ span: TransactionRows.Span
    ) async throws -> [UInt8] {
        let done = CompletedStep(step: asked.step, request: asked.digest, answer: answer)
        switch try await rows.keep(
            done, outcome.data, of: row, span, isPreliminary: asked.isPreliminary, outcome.writes)
        {
        case .kept: return answer
        case .was(let other):
            // Another process has changed the transaction in the meantime. If it noted another request that was then refused, the step is
            // still open.
            guard let other else { throw Outdated() }
            guard other.request == asked.digest else { throw codes.invalid("another request came first") }
            return other.answer
        }
    }

    /// Returns a transaction and its data.
    /// - Throws: ``ServiceError`` if the transaction is unknown or has expired.
    package func data<Data: Codable & Sendable>(
        of id: String, as type: Data.Type = Data.self
    ) async throws -> (data: Data, info: TransactionInfo) {
        guard let stored = try await rows.stored(id, step: "") else { throw ServiceError(codes.unknown) }
        guard now() < stored.row.info.expires else { throw ServiceError(codes.expired) }
        return (try rows.opened(stored.data, id: id), stored.row.info)
    }

    /// Returns the stored answer if this request was completed before, or `nil` if the step may be performed now.
    private func settled(_ stored: TransactionRows.Stored, _ asked: Asked) throws(ServiceError) -> [UInt8]? {
        let info = stored.row.info
        if asked.repeatsLate, let done = stored.done, done.request == asked.digest { return done.answer }
        guard now() < info.expires else { throw ServiceError(codes.expired) }
        guard asked.flows.isEmpty || asked.flows.contains(info.flow) else {
            throw codes.invalid("the transaction belongs to another protocol")
        }
        if let done = stored.done {
            guard done.request == asked.digest else { throw codes.invalid("the step was done with another request") }
            return done.answer
        }
        guard asked.predecessors.contains(info.state) else { throw codes.invalid("the step is not the next one") }
        return nil
    }

    /// True if the requested step is the next one of the transaction, which has not expired. Such a step was not completed before.
    private func fits(_ info: TransactionInfo, _ asked: Asked) -> Bool {
        now() < info.expires && (asked.flows.isEmpty || asked.flows.contains(info.flow))
            && asked.predecessors.contains(info.state)
    }
}
