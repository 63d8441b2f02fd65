import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// An issuer chooses the ID of a credential. It may issue a credential again under the same ID, and it may copy the ID of another issuer.
@Suite("Credentials whose ID the wallet has already")
struct ReissuedCredentialTests {
    private static func earlier(_ text: String) -> String {
        text.replacing("Class 1 ordinary", with: "Class 2 ordinary")
    }

    private static func foreign(_ text: String) -> String {
        text.replacing("\"id\":\"did:omn:issuer\"", with: "\"id\":\"did:omn:other\"")
    }

    /// Receives a credential, puts an altered copy in its place, and lets the journal have the unchecked answer once more.
    /// - Returns: the bytes of the received credential and of the altered copy.
    private func receiveAgain(
        _ world: FlowWorld, over alteration: (String) -> String
    ) async throws -> (received: [UInt8], present: [UInt8]) {
        try await world.register()
        let entry = try await world.receiveUnchecked()
        world.transport.forge("vcschema", nil)
        try await world.reopened().settle()
        let received = try #require(try await world.vault.credentials().first)
        let present = Array(alteration(String(decoding: received.bytes, as: UTF8.self)).utf8)
        #expect(present != received.bytes)
        try await world.vault.commit([
            .deleteCredentials([received.id]), .addCredential(bytes: present, replacingSameSchema: false),
            .putJournal(entry),
        ])
        return (received.bytes, present)
    }

    @Test("M210: a credential that was issued again under its ID replaces the earlier one", arguments: [false, true])
    func version(settles: Bool) async throws {
        try await FlowWorld.run { world in
            let (received, _) = try await receiveAgain(world, over: Self.earlier)
            world.transport.forge("confirm-issue-vc") { call, _ in
                let request = try JSONValue(parsing: call.body ?? [])
                return ServiceAnswer(
                    status: 200, body: JSONValue.object(["txId": request["txId"] ?? .null]).serialized())
            }
            let wallet = world.reopened()
            let ended = try await settles ? wallet.settle() : wallet.resume()
            #expect(ended.map(\.refusal) == [nil])
            #expect(try await world.vault.credentials().map(\.bytes) == [received])
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }

    @Test(
        "M210: a credential with the ID of another issuer's credential is refused, and the run ends",
        arguments: [false, true])
    func copiedID(settles: Bool) async throws {
        try await FlowWorld.run { world in
            let (_, present) = try await receiveAgain(world, over: Self.foreign)
            let wallet = world.reopened()
            let ended = try await settles ? wallet.settle() : wallet.resume()
            #expect(ended.map(\.refusal?.code) == [.notReceived])
            #expect(try await world.vault.credentials().map(\.bytes) == [present])
            #expect(try await world.vault.doubtfulCredentials().isEmpty)
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(!world.transport.exchanges.contains { $0.name == "confirm-issue-vc" })
        }
    }

    @Test("M210: a credential of another issuer is not set aside because the registry does not know the received one")
    func otherBytes() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.lose(.request, of: "confirm-issue-vc")
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .transport)
            let received = try #require(try await world.vault.credentials().first)
            let present = Array(Self.foreign(String(decoding: received.bytes, as: UTF8.self)).utf8)
            try await world.vault.commit([
                .deleteCredentials([received.id]), .addCredential(bytes: present, replacingSameSchema: false),
            ])
            world.transport.forge("vc-meta") { _, _ in
                ServiceAnswer(
                    status: 400,
                    body: JSONValue.object(["code": "SSRVAGW00401", "description": "a lie"]).serialized())
            }
            #expect(try await world.reopened().settle().map(\.refusal?.code) == [.unfinished])
            #expect(try await world.vault.credentials().map(\.bytes) == [present])
            #expect(try await world.vault.doubtfulCredentials().isEmpty)
        }
    }
}
