import Foundation
import HeraldJSON
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
