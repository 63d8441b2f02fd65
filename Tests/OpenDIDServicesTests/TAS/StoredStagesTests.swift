import Foundation
import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Stages of stored transactions")
struct StoredStagesTests {
    private typealias Data = TrustAgentTransaction

    private func read(_ text: String) throws -> Data {
        try JSONModelDecoder().decode(Data.self, from: Array(text.utf8))
    }

    private func text(_ data: some Encodable & Sendable) throws -> String {
        String(decoding: try JSONModelEncoder().canonicalBytes(data), as: UTF8.self)
    }

    private static let authorization = Data.Authorization(
        client: "did:omn:holder",
        token: IssuedToken(
            hash: "mAA", walletID: "w", deviceDID: "did:omn:device", appID: "a", validUntil: UTCInstant(seconds: 1_000))
    )

    @Test("a stored transaction is read back unchanged")
    func copy() throws {
        var data = Data(.restoreDocument(Data.Holder(did: "did:omn:holder", authNonce: "z1"), offerID: "o"))
        data.stage = .profiled(Self.authorization, authNonce: "z2")
        let copy = try read(try text(data))
        #expect(copy.flow == .restoreDocument)
        #expect(copy.subject == "did:omn:holder")
        #expect(copy.authorization?.token.validUntil == UTCInstant(seconds: 1_000))
        #expect(try text(copy) == text(data))
    }

    @Test("only the stages after the token have an authorised client")
    func authorization() {
        var data = Data(.registerUser)
        #expect(data.authorization == nil)
        data.stage = .authorized(Self.authorization)
        #expect(data.authorization?.client == "did:omn:holder")
        data.stage = .certified(provider: "did:omn:issuer", Data.Certificate(id: "c", text: "{}"))
        #expect(data.authorization == nil)
    }

    @Test(
        "a stage that is unknown, absent, doubled or without its data is refused",
        arguments: [
            "{}", "null", "\"opened\"", "{\"opened\":null}", "{\"unknown\":{}}", "{\"opened\":{},\"authorized\":{}}",
            "{\"authorized\":{}}", "{\"agreed\":{\"_0\":{\"client\":\"did:omn:holder\"}}}",
            "{\"certified\":{\"provider\":\"did:omn:issuer\"}}",
        ])
    func hostile(stage: String) throws {
        #expect(throws: (any Error).self) { try read("{\"proposal\":{\"registerUser\":{}},\"stage\":\(stage)}") }
    }

    @Test(
        "a time outside the calendar is refused", arguments: ["253402300800", "-9223372036854775808", "1.5", "\"1\""])
    func moments(until: String) throws {
        var data = Data(.registerUser)
        data.stage = .authorized(Self.authorization)
        let hostile = try text(data).replacingOccurrences(of: ":1000", with: ":\(until)")
        #expect(throws: (any Error).self) { try read(hostile) }
    }

    @Test("an issuance's profile is deleted after too many messages that cannot be decrypted")
    func undecryptable() throws {
        var state = IssuanceState(planID: "p", refID: "r", offerID: nil)
        #expect(state.drafting("v", at: UTCInstant(seconds: 0)) == nil)
        state.stage = .profiled(
            IssuanceState.Profile(profileID: "i", holder: "did:omn:holder", pii: nil, nonce: "z", channelKey: "m"))
        let drafted = try #require(state.drafting("v", at: UTCInstant(seconds: 7)))
        #expect(drafted.profile?.draft?.vcID == "v")
        #expect(drafted.drafting("w", at: UTCInstant(seconds: 8)) == nil)
        state = drafted
        for _ in 1..<HolderChannelKey.attempts { state = state.afterUndecryptable() }
        #expect(state.profile?.draft?.vcID == "v")
        #expect(state.afterUndecryptable().profile == nil)
    }
}
