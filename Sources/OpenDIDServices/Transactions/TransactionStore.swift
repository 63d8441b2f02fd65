import Crypto
import Foundation
import GRDB
import HeraldJSON
import HeraldPeer
import OpenDID_DataModel

/// The transactions of one server: each a strict sequence of steps (OpenDID sheet 5.1).
///
/// A step is accepted only after its predecessor. Its new data, its further writes and its answer are kept in one SQLite transaction, so
/// that after a crash it has happened or it has not. The same request, byte for byte, gets the stored answer again; another request for a
/// step that is done is refused. Of requests that arrive together one does the work and the others get its answer.
package final class TransactionStore: Sendable {
    /// How long an expired transaction is still told from an unknown one, in seconds.
    private static let memory: Int64 = 86_400
    private let codes: TransactionCodes
    private let rows: TransactionRows
    private let lifetimes: Lifetimes
    private let now: @Sendable () -> UTCInstant
    private let random: @Sendable (Int) -> [UInt8]
    private let lock = KeyedLock()
    private let memory = TransactionMemory()
    private let sweeper: Sweeper
    private let limiter: ClientLimiter?

    /// How long transactions live, in seconds.
    struct Lifetimes: Sendable, Hashable {
        /// From its opening, once a step was done.
        let whole: Int64
        /// From its opening, until a step is done.
        let unfinished: Int64
        /// From its opening, while nothing was done but preliminary steps. Defaults to ``whole``.
        let begun: Int64

        init(whole: Int64, unfinished: Int64, begun: Int64? = nil) {
            (self.whole, self.unfinished, self.begun) = (whole, unfinished, min(begun ?? whole, whole))
        }
    }

    /// - Parameter limiter: counts the transactions that clients have opened.
    init(
        role: ServiceRole, codes: TransactionCodes, database: ServiceDatabase, seal: StorageSeal, lifetimes: Lifetimes,
        now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8], sweeper: Sweeper, limiter: ClientLimiter? = nil
    ) {
        self.codes = codes
        rows = TransactionRows(role: role.rawValue, database: database, seal: seal)
        self.lifetimes = lifetimes
        self.now = now
        self.random = random
        self.sweeper = sweeper
        self.limiter = limiter
    }

    /// Opens a transaction by its first step.
    /// - Parameters:
    ///   - flow: the protocol, such as `M210`.
    ///   - step: the name of the first step; it becomes the state.
    ///   - lifetime: until a step is done, in seconds. Defaults to ``ServiceLimits/unfinishedTransaction``, or the server's own where that
    ///     is shorter.
    ///   - client: who opens it, as far as that is limited.
    /// - Returns: its id, a UUID.
    package func open<Data: Codable & Sendable>(
        _ flow: String, step: String, data: Data, lifetime: Int64? = nil, for client: String? = nil,
        writes: [@Sendable (Database, String) throws -> Void] = []
    ) async throws -> String {
        let id = MessageID.uuid(randomBytes: random(MessageID.uuidByteCount))
        let created = now().seconds
        let lifetime = lifetime ?? min(lifetimes.whole, lifetimes.unfinished)
        let expires = created.addingReportingOverflow(lifetime).partialValue
        // Told from an unknown one for as long again.
        let forgotten = expires.addingReportingOverflow(lifetime).partialValue
        let info = TransactionInfo(
            id: id, flow: flow, state: step, created: UTCInstant(seconds: created), expires: UTCInstant(seconds: expires))
        if let client { limiter?.opened(id, by: client, lifetime: lifetime) }
        do {
            try await rows.insert(info, data, forgotten: forgotten, writes)
        } catch {
            limiter?.released(id)
            throw error
        }
        memory.put(TransactionMemory.Entry(info: info, revision: 0, data: data), at: now())
        await sweeper.nudge()
        return id
    }

    /// Does a step, or answers it again.
    /// - Parameters:
    ///   - id: the transaction, as the request names it.
    ///   - flows: the protocols to which the step belongs; any when empty.
    ///   - step: the name of the step.
    ///   - predecessors: the states after which the step may come.
    ///   - request: the body as it came.
    ///   - isPreliminary: whether the step changes nothing but the transaction, so that somebody may do it again and again in new ones. Such a
    ///     transaction lives as long as somebody may need to go on, is not remembered for long after that, and stays one of those that its
    ///     client has open. Defaults to `false`.
    ///   - repeatsLate: whether a request that was done is answered again as long as its transaction is remembered, also when that has
    ///     expired: for an answer that nobody else can give.
    ///   - prepare: checks a request, given its SHA-256, before anything is asked of another server. What it returns, if anything, is kept then
    ///     and there, whatever becomes of `work`: a process that ends after the other server's work and before its own still knows what it asked for.
    ///     It runs again when another process changed the transaction meanwhile; then it has to return `nil`, or the request is refused.
    ///   - work: does the step; runs alone in its transaction. What it throws leaves the transaction where it was.
    /// - Throws: ``ServiceError`` with the server's codes for an unknown transaction, a wrong state, an expired transaction; what `work`
    ///   and its writes throw.
    package func step<Data: Codable & Sendable, Answer: Encodable & Sendable>(
        _ id: String, flows: Set<String> = [], step: String, after predecessors: Set<String>, request: [UInt8],
        isPreliminary: Bool = false, repeatsLate: Bool = false, preparing prepare: ((Data, [UInt8]) async throws -> Data?)? = nil,
        _ work: (Data, TransactionInfo) async throws -> StepOutcome<Data, Answer>
    ) async throws -> EncodedAnswer<Answer> {
        let digest = Array(SHA256.hash(data: request))
        let asked = Asked(flows: flows, step: step, predecessors: predecessors, digest: digest, isPreliminary: isPreliminary, repeatsLate: repeatsLate)
        return try await lock.withLock(id) {
            if let held = memory.take(id), let data = held.data as? Data, fits(held.info, asked) {
                let row = Row(info: held.info, revision: held.revision, isHeld: true)
                do {
                    return try await self.step(row, data, asked, preparing: prepare, work)
                } catch is Outdated {
                    // Another process went on; what it left is read.
                }
            }
            let (row, data): (Row, Data)
            switch try await read(id, asked, as: Data.self) {
            case .done(let answer): return EncodedAnswer(stored: answer)
            case .next(let next): (row, data) = next
            }
            return try await self.step(row, data, asked, preparing: prepare, work)
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

    /// A transaction is not where ``TransactionMemory`` has it.
    private struct Outdated: Error {}

    private typealias Row = TransactionRows.Row

    private enum Found<Data: Sendable>: Sendable {
        /// The request was done; its stored answer.
        case done([UInt8])
        case next((row: Row, data: Data))
    }

    private func read<Data: Codable & Sendable>(_ id: String, _ asked: Asked, as type: Data.Type) async throws -> Found<Data> {
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
        if let noted = try await prepare?(data, asked.digest) {
            // Another server may do its part from here on, and what it did is asked for as long as the whole transaction lives.
            if try await rows.keep(noted, of: row, span(of: row, isPreliminary: false)) {
                limiter?.extended(id, lifetime: row.info.created.adding(seconds: lifetimes.whole).seconds - now().seconds)
                data = noted
                row.revision += 1
            } else {
                // Another process was faster. When it was with this request, that is noted or done now, and is answered here too.
                switch try await read(id, asked, as: Data.self) {
                case .done(let answer): return EncodedAnswer(stored: answer)
                case .next(let next): (row, data) = next
                }
                guard try await prepare?(data, asked.digest) == nil else { throw codes.invalid("another request came first") }
            }
        }
        let outcome: StepOutcome<Data, Answer>
        do {
            outcome = try await work(data, row.info)
        } catch let refusal as StepRefusal<Data> {
            guard try await rows.keep(refusal.data, of: row) || !row.isHeld else { throw Outdated() }
            throw refusal.error
        }
        let answer = try EncodedAnswer(outcome.answer)
        let span = span(of: row, isPreliminary: asked.isPreliminary)
        let held = row
        let kept = try await around(outcome) { outcome in try await keep(outcome, answer: answer.bytes, asked, of: held, span) }
        if asked.isPreliminary {
            let expires = max(span.expires, row.info.expires.seconds)
            limiter?.extended(id, lifetime: expires - now().seconds)
            // What is answered is this process's own unless another's counts.
            if kept == answer.bytes {
                let info = TransactionInfo(
                    id: id, flow: row.info.flow, state: asked.step, created: row.info.created, expires: UTCInstant(seconds: expires))
                memory.put(TransactionMemory.Entry(info: info, revision: row.revision + 1, data: outcome.data), at: now())
            }
        } else {
            limiter?.released(id)
        }
        return EncodedAnswer(stored: kept)
    }

    /// - Returns: the answer that is now stored.
    private func keep<Data, Answer>(
        _ outcome: StepOutcome<Data, Answer>, answer: [UInt8], _ asked: Asked, of row: Row, _ span: TransactionRows.Span
    ) async throws -> [UInt8] {
        let done = TransactionRows.Done(step: asked.step, request: asked.digest, answer: answer)
        switch try await rows.keep(done, outcome.data, of: row, span, isPreliminary: asked.isPreliminary, outcome.writes) {
        case .kept: return answer
        case .was(let other):
            // Another process did a step meanwhile; when it was this request, its answer counts.
            guard !row.isHeld else { throw Outdated() }
            guard let other, other.request == asked.digest else { throw codes.invalid("another request came first") }
            return other.answer
        }
    }

    private func around<Data: Codable & Sendable, Answer: Encodable & Sendable>(
        _ outcome: StepOutcome<Data, Answer>, _ keep: @Sendable (StepOutcome<Data, Answer>) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        guard let around = outcome.around else { return try await keep(outcome) }
        return try await around { more in
            var whole = outcome
            whole.writes += more
            return try await keep(whole)
        }
    }

    /// What is known of a transaction.
    /// - Throws: ``ServiceError`` when it is not known or has expired.
    package func data<Data: Codable & Sendable>(
        of id: String, as type: Data.Type = Data.self
    ) async throws -> (data: Data, info: TransactionInfo) {
        guard let stored = try await rows.stored(id, step: "") else { throw ServiceError(codes.unknown) }
        guard now() < stored.row.info.expires else { throw ServiceError(codes.expired) }
        return (try rows.opened(stored.data, id: id), stored.row.info)
    }

    /// The stored answer when this request was done before; `nil` when the step may be done now.
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

    /// Whether the step is the next one: then it was not done before.
    private func fits(_ info: TransactionInfo, _ asked: Asked) -> Bool {
        now() < info.expires && (asked.flows.isEmpty || asked.flows.contains(info.flow)) && asked.predecessors.contains(info.state)
    }

    /// Until when a transaction lives after a step, and when it is forgotten, in seconds since 1970.
    private func span(of row: Row, isPreliminary: Bool) -> TransactionRows.Span {
        let lifetime = isPreliminary ? lifetimes.begun : lifetimes.whole
        let expires = row.info.created.adding(seconds: lifetime)
        let forgotten = expires.adding(seconds: isPreliminary ? lifetimes.unfinished : Self.memory)
        return TransactionRows.Span(expires: expires.seconds, forgotten: forgotten.seconds)
    }
}
