import CPostgres
import HeraldLocks

/// The exchange of one statement with the server. Only ``PostgresConnection/run(_:if:)`` calls it, inside the gate.
extension PostgresConnection {
    func exchange(_ statement: PostgresStatement) async throws -> PostgresResult {
        if statement.isCancellable { try Task.checkCancellation() }
        let due = ContinuousClock.now + statement.time
        guard case .prepared(let values) = statement.form else {
            guard PQsendQuery(link.pointer, statement.sql) == 1 else { throw lostNow() }
            return try await answer(to: statement, until: due)
        }
        let parameters = try ParameterBuffer(values)
        let place = link.statements.place(of: statement.sql)
        do {
            try await prepare(statement, place, until: due)
        } catch {
            link.statements.remove(statement.sql)
            throw error
        }
        let isSent = parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(link.pointer, place.name, count, values, lengths, formats, 1) == 1
        }
        guard isSent else { throw lostNow() }
        return try await answer(to: statement, until: due)
    }

    private func prepare(
        _ statement: PostgresStatement, _ place: StatementCache.Place, until due: ContinuousClock.Instant
    ) async throws {
        if let evicted = place.evicted {
            guard PQsendQuery(link.pointer, "DEALLOCATE \(evicted)") == 1 else { throw lostNow() }
            _ = try await answer(to: statement, until: due)
        }
        guard place.isNew else { return }
        guard PQsendPrepare(link.pointer, place.name, statement.sql, 0, nil) == 1 else { throw lostNow() }
        _ = try await answer(to: statement, until: due)
    }

    /// The reason why a statement was ended early.
    private enum Interruption {
        case cancelled
        case timedOut
        case tooLarge
        case unreadable(PostgresError)
    }

    /// The answer to a statement, as far as it has arrived.
    private struct Answer {
        var result = PostgresResult()
        var bytes = 0
        var failure: PostgresError?
        var interruption: Interruption?
        /// Ends when the request to end the statement has arrived.
        var request: Waiter<Bool>?
        var due: ContinuousClock.Instant
        /// False for a script, whose rows come in text form and are ignored.
        let readsRows: Bool

        /// True if the result is not returned, so that no more rows are collected.
        var isUseless: Bool {
            guard readsRows else { return true }
            return switch interruption {
            case .tooLarge, .unreadable: true
            case .cancelled, .timedOut, nil: false
            }
        }
    }

    /// Reads the answer to the message that was sent.
    private func answer(
        to statement: PostgresStatement, until due: ContinuousClock.Instant
    ) async throws -> PostgresResult {
        // It has no effect on a failed connection, which is found below.
        PQsetSingleRowMode(link.pointer)
        var answer = Answer(due: due, readsRows: statement.isPrepared)
        while true {
            try await receive(&answer, statement)
            guard let result = PQgetResult(link.pointer) else { break }
            defer { PQclear(result) }
            try take(result, into: &answer)
        }
        if link.isLost { retire() }
        if let request = answer.request {
            // A request that arrives later would end a later statement.
            let isSent = await watch.wait(for: request, until: answer.due, otherwise: false)
            if !isSent { retire() }
        }
        return try outcome(of: answer)
    }

    /// Returns when libpq has the next result.
    private func receive(_ answer: inout Answer, _ statement: PostgresStatement) async throws {
        while true {
            // A failed write is not the end, because the server may have sent the reason.
            let isWriting = PQflush(link.pointer) == 1
            guard isWriting || PQisBusy(link.pointer) == 1 else { return }
            let event = await watch.wait(
                for: link.socket, writes: isWriting, until: answer.due,
                endsWhenCancelled: statement.isCancellable && answer.interruption == nil)
            switch event {
            // When the connection has ended, libpq still has the server's last message as a result.
            case .ready: if PQconsumeInput(link.pointer) == 0, !link.isLost { throw lostNow() }
            case .cancelled: interrupt(&answer, .cancelled)
            case .failed: throw lostNow()
            case .timedOut:
                guard statement.isCancellable, answer.interruption == nil else {
                    retire()
                    throw failure(ofUnanswered: answer)
                }
                interrupt(&answer, .timedOut)
            }
        }
    }

    /// Asks the server to end the statement. It may still end as if nothing had happened, and then has its whole result.
    private func interrupt(_ answer: inout Answer, _ reason: Interruption) {
        let isFirst = answer.interruption == nil
        answer.interruption = reason
        guard isFirst else { return }
        answer.due = .now + limits.cancelTime
        answer.request = CancelRequest.send(for: link)
        if answer.request == nil { retire() }
    }

    private func take(_ result: OpaquePointer, into answer: inout Answer) throws {
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE: takeRows(of: result, into: &answer)
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            takeRows(of: result, into: &answer)
            answer.result.changes = Int(String(cString: PQcmdTuples(result))) ?? 0
            answer.result.tag = String(cString: PQcmdStatus(result))
        case PGRES_EMPTY_QUERY: break
        case PGRES_FATAL_ERROR: answer.failure = answer.failure ?? PostgresError(result: result)
        default:
            // With COPY, the server would wait for data or send it without a limit.
            retire()
            throw PostgresError(.invalidStatement, reason: "COPY is not supported")
        }
    }

    private func takeRows(of result: OpaquePointer, into answer: inout Answer) {
        for number in 0..<PQntuples(result) where !answer.isUseless {
            do {
                let row = try PostgresRow(result, row: number)
                answer.bytes += row.values.reduce(0) { $0 + $1.size }
                guard answer.result.rows.count < limits.rows, answer.bytes <= limits.bytes else {
                    return interrupt(&answer, .tooLarge)
                }
                answer.result.rows.append(row)
            } catch {
                interrupt(&answer, .unreadable(error))
            }
        }
    }

    /// Returns the error of a statement that the server has not ended in time.
    private func failure(ofUnanswered answer: Answer) -> any Error {
        switch answer.interruption {
        case .tooLarge: Self.tooLarge
        case .unreadable(let error): error
        case .cancelled: CancellationError()
        case .timedOut, nil: PostgresError(.timedOut, reason: "the server did not answer in time")
        }
    }

    private static let tooLarge = PostgresError(
        .resultTooLarge, reason: "the result is above the limit of rows or bytes")

    private func outcome(of answer: Answer) throws -> PostgresResult {
        switch answer.interruption {
        case .tooLarge: throw Self.tooLarge
        case .unreadable(let error): throw error
        case .cancelled where answer.failure?.kind == .timedOut: throw CancellationError()
        case .timedOut where answer.failure?.kind == .timedOut:
            throw PostgresError(.timedOut, sqlState: answer.failure?.sqlState, reason: "the statement took too long")
        default: break
        }
        if let failure = answer.failure { throw failure }
        if link.isLost { throw link.lost() }
        return answer.result
    }

    private func lostNow() -> PostgresError {
        retire()
        return link.lost()
    }
}
