import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

/// Sends every mutation of a message and sees that each is refused, that nothing changed, and that the message itself comes through.
struct MutationCheck: Sendable {
    let world: IssuanceWorld
    /// Mutations that are no fault, by their descriptions.
    var harmless: Set<String> = ["id swapped"]

    /// - Parameters:
    ///   - other: a message of the same type in another exchange.
    ///   - codes: with which codes the mutations are refused.
    ///   - send: sends a message and gives the answer.
    /// - Returns: the number of mutations that were refused.
    func callAsFunction(
        _ message: JSONValue, other: JSONValue? = nil, refusedWith codes: ExpectedCodes,
        sourceLocation: SourceLocation = #_sourceLocation, send: (JSONValue) async throws -> ServiceResponse
    ) async throws -> Int {
        let before = try await ledger()
        var count = 0
        for mutation in JSONMutation.all(of: message, swappingWith: other)
        where !harmless.contains(mutation.description) {
            let response = try await send(mutation.value)
            let code = try IssuanceWorld.code(of: response)
            let expected = codes.code(for: mutation)
            #expect(
                code == expected.text && response.status == expected.status, "\(mutation)",
                sourceLocation: sourceLocation)
            count += 1
        }
        #expect(try await ledger() == before, sourceLocation: sourceLocation)
        let answer = try await send(message)
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))", sourceLocation: sourceLocation)
        return count
    }

    /// The same for a message to an endpoint.
    func callAsFunction<Q: Jsonable & Sendable, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ message: Q, other: Q? = nil, refusedWith codes: ExpectedCodes,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Int {
        try await self(
            JSONValue(parsing: message.canonicalBytes()),
            other: other.map { try JSONValue(parsing: $0.canonicalBytes()) },
            refusedWith: codes, sourceLocation: sourceLocation
        ) { changed in
            await world.respond(endpoint.path, method: endpoint.method, body: changed.serialized(), as: .peer)
        }
    }

    /// Everything that the registry says of credentials and DIDs.
    private func ledger() async throws -> [String] {
        try await world.assembly.database.read { rows in
            try String.fetchAll(
                rows.sqlite,
                sql: """
                    SELECT id || ' ' || issuer || ' ' || subject || ' ' || status FROM ledger_credential
                    UNION ALL SELECT did || ' ' || status || ' ' || newest FROM ledger_did ORDER BY 1
                    """)
        }
    }
}
