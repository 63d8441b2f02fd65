import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import Testing

@Suite("SendingNetwork's additions through the REST client (SDN sheet 2)")
struct RestClientContactTests {
    private func id(_ client: MXRestClient) throws -> String { try #require(client.credentials.userId) }

    @Test("contacts are stored, tagged, read and removed")
    func contacts() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            defer {
                ann.close()
                bob.close()
            }
            let me = try id(ann), other = try id(bob)
            try await bob.setDisplayName("Bo")
            #expect(try await ann.getContactsList(withUserId: me).isEmpty)
            try await ann.addToFavorites(withUserId: me, contactId: other, tags: ["work"], isRoom: false)
            try await ann.addToFavorites(withUserId: me, contactId: "!r:x", isRoom: true)
            let list = try await ann.getContactsList(withUserId: me)
            #expect(list.rooms == ["!r:x"])
            #expect(list.people.map(\.contactId) == [other])
            #expect(list.people.first?.displayname == "Bo")
            #expect(list.people.first?.tags == ["work"])
            #expect(list.people.first?.extendedFields.nftIsTrial == false)
            #expect(try await ann.isFavorite(withUserId: me, contactId: other, isRoom: false).isFavorite)
            try await ann.deleteFavorites(withUserId: me, contactId: other, isRoom: false)
            #expect(try await ann.isFavorite(withUserId: me, contactId: other, isRoom: false).isFavorite == false)
            await #expect(throws: MXError.forbidden) { _ = try await bob.getContactsList(withUserId: me) }
        }
    }

    @Test("the closure forms have the iOS SDK's names")
    func closures() async throws {
        var configuration = NodeConfiguration.quick
        configuration.meetingServerURL = "https://meet.example"
        try await withNode(configuration) { node in
            let ann = try await node.loggedIn()
            defer { ann.close() }
            let me = try id(ann)
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                ann.addToFavorites(
                    withUserId: me, contactId: "!r:x", tags: nil, isRoom: true, success: { done.resume() },
                    failure: { done.resume(throwing: $0) })
            }
            let rooms = try await withCheckedThrowingContinuation { done in
                ann.getContactsList(
                    withUserId: me, success: { done.resume(returning: $0.rooms) },
                    failure: { done.resume(throwing: $0) })
            }
            #expect(rooms == ["!r:x"])
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                ann.deleteFavorites(
                    withUserId: me, contactId: "!r:x", isRoom: true, success: { done.resume() },
                    failure: { done.resume(throwing: $0) })
            }
            let server = try await withCheckedThrowingContinuation { done in
                ann.getMeetingSvr({ done.resume(returning: $0) }, failure: { done.resume(throwing: $0) })
            }
            #expect(server == "https://meet.example")
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                ann.setSignature(
                    withUserId: me, signature: "gm", success: { done.resume() }, failure: { done.resume(throwing: $0) })
            }
            let signature = try await withCheckedThrowingContinuation { done in
                ann.getSignature(
                    withUserId: me, success: { done.resume(returning: $0) }, failure: { done.resume(throwing: $0) })
            }
            #expect(signature == "gm")
        }
    }

    @Test("a profile has the wallet's address and the bio")
    func profile() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let ann = try await node.loggedIn(wallet)
            defer { ann.close() }
            let me = try id(ann)
            #expect(try await ann.getSignature(withUserId: me) == "")
            try await ann.setSignature(withUserId: me, signature: "gm")
            let profile = try await ann.fullProfile(forUser: me)
            #expect(profile.signature == "gm")
            #expect(profile.walletAddress == wallet.address)
            #expect(profile.displayName == nil)
            await #expect(throws: MXError.invalidParam) {
                try await ann.setSignature(withUserId: me, signature: String(repeating: "x", count: 101))
            }
        }
    }

    @Test("a wallet's direct room is found or created, an invitation is withdrawn, and a room is dissolved")
    func wallets() async throws {
        try await withNode { node in
            let wallet = LocalWalletSigner.random()
            let ann = try await node.loggedIn(), bob = try await node.loggedIn(wallet)
            defer {
                ann.close()
                bob.close()
            }
            let room = try await ann.directRoom(withWallet: wallet.address)
            #expect(try await ann.directRoom(withWallet: wallet.address) == room)
            #expect(try await ann.directRooms(withUserId: id(bob)) == [room])
            #expect(try await ann.dids(ofUsers: [id(bob)]).keys.sorted() == [id(bob)])
            // In a direct room both have the same power, so neither puts the other out.
            await #expect(throws: MXError.forbidden) { try await ann.revokeInvitation(of: id(bob), toRoom: room) }
            await #expect(throws: MXError.forbidden) { try await ann.dissolveRoom(room) }
            let own = try await ann.createRoom(
                parameters: ["preset": "private_chat", "invite": [.string(id(bob))]] as JSONObject
            ).roomId
            try await ann.revokeInvitation(of: id(bob), toRoom: own)
            await #expect(throws: MXError.forbidden) { _ = try await bob.joinRoom(own) }
            try await ann.dissolveRoom(own)
            #expect(try await ann.joinedRooms() == [room])
            try await ann.setGuideStep(2)
        }
    }

    @Test("a plain Matrix homeserver has no contacts, and the error says so")
    func plainMatrix() async throws {
        let unknown = ScriptedTransport.Step.answer(
            404, #"{"errcode":"M_UNRECOGNIZED","error":"Unrecognized request"}"#)
        let client = MXRestClient.scripted(ScriptedTransport(Array(repeating: unknown, count: 5)), apiRoot: .matrix)
        await #expect(throws: MXError.unrecognized) { _ = try await client.getContactsList(withUserId: "@me:x") }
        await #expect(throws: MXError.unrecognized) {
            try await client.addToFavorites(withUserId: "@me:x", contactId: "@a:b", isRoom: false)
        }
        await #expect(throws: MXError.unrecognized) {
            try await client.deleteFavorites(withUserId: "@me:x", contactId: "@a:b", isRoom: false)
        }
        await #expect(throws: MXError.unrecognized) { _ = try await client.getMeetingSvr() }
        await #expect(throws: MXError.unrecognized) { _ = try await client.getSignature(withUserId: "@me:x") }
    }
}
