import Foundation
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Stages of stored runs")
struct StoredStageTests {
    private let call = ServiceCall(role: .tas, method: .post, url: "https://tas.example/tas/api/v1/x", body: [])
    private let snapshot = WalletSnapshot(
        walletId: nil, device: nil, holder: nil, user: nil, allowedApps: [], appId: "a", pkgName: "p")

    @Test("a stored run is read back unchanged")
    func copy() throws {
        let flow = RegisterUserFlow(snapshot: snapshot, evidence: .token("jwt"), keys: [])
        let entry = try FlowRecord(flow: flow, call: call).entry(id: "1")
        let copy = try FlowRecord<RegisterUserFlow>(entry)
        #expect(copy.flow.step == FlowStep(rawValue: "propose-register-user"))
        #expect(try copy.entry(id: "1") == entry)
    }

    @Test("unknown members of a great depth and with any number are stored and read back")
    func unknownMembers() throws {
        let time = "2025-01-01T00:00:00Z"
        var holder = DIDDocument(
            context: [], id: VaultWorld.holderDID, controller: "did:omn:tas", verificationMethod: [], created: time,
            updated: time, versionId: "1", deactivated: false)
        let deep = (0..<62).reduce(JSONValue.int(9_007_199_254_740_993)) { value, _ in JSONValue.array([value]) }
        holder.unknownMembers = UnknownMembers(["deep": deep, "score": .double(1.5), "tiny": .double(1e-300)])
        var snapshot = snapshot
        snapshot.holder = holder
        let flow = RegisterUserFlow(snapshot: snapshot, evidence: .token("jwt"), keys: [])
        let entry = try FlowRecord(flow: flow, call: call).entry(id: "1")
        let text = String(decoding: entry.state, as: UTF8.self)
        #expect(text.contains("[9007199254740993]") && text.contains("\"score\":1.5"))
        let copy = try FlowRecord<RegisterUserFlow>(entry)
        #expect(try copy.entry(id: "1") == entry)
    }

    @Test("a revocation that an earlier version stored with the issuer's whole answer is read")
    func earlierRevocation() throws {
        let nonce = Multibase.encode([UInt8](repeating: 2, count: FlowTools.nonceByteCount), as: .base64)
        let token = Multibase.encode([UInt8](repeating: 1, count: 32), as: .base64)
        let flow = try RevokeFlow(
            snapshot: snapshot, vcId: "vc", session: OpenSession(standing: "tx", serverToken: token),
            proposal: _ProposeRevokeVc(txId: "tx", issuerNonce: nonce, authType: .pin),
            authentication: HolderAuthentication(keys: [.pin]))
        let entry = try FlowRecord(flow: flow, call: call).entry(id: "1")
        let text = String(decoding: entry.state, as: UTF8.self)
        let earlier = text.replacingOccurrences(
            of: "\"issuerNonce\":", with: "\"extra\":{\"a\":[1]},\"txId\":\"tx\",\"issuerNonce\":")
        #expect(earlier != text)
        let stored = JournalEntry(id: "1", flow: entry.flow, state: Array(earlier.utf8))
        let copy = try FlowRecord<RevokeFlow>(stored)
        #expect(try copy.entry(id: "1") == entry)
    }

    @Test(
        "a stage that is unknown, absent, doubled or without its data is refused",
        arguments: [
            "{}", "null", "\"propose\"", "{\"propose\":null}", "{\"unknown\":{}}", "{\"propose\":{},\"confirm\":{}}",
            "{\"kyc\":{}}", "{\"confirm\":{\"_0\":{\"txId\":\"t\"}}}", "{\"done\":{\"_0\":{}}}",
        ])
    func hostile(stage: String) throws {
        let flow = RegisterUserFlow(snapshot: snapshot, kycTxId: "u", keys: [])
        let entry = try FlowRecord(flow: flow, call: call).entry(id: "1")
        let text = String(decoding: entry.state, as: UTF8.self)
        let hostile = text.replacingOccurrences(
            of: #"\{"propose":\{"_0":\{[^{}]*\}\}\}"#, with: stage, options: .regularExpression)
        #expect(hostile != text)
        let altered = JournalEntry(id: "1", flow: entry.flow, state: Array(hostile.utf8))
        #expect { try FlowRecord<RegisterUserFlow>(altered) } throws: { ($0 as? WalletError)?.code == .damaged }
    }
}
