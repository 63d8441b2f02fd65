import HeraldJSON
import Testing

@testable import OpenDIDServices

@Suite("The trust agent's requests to an issuer")
struct AskedRequestsTests {
    private typealias Issuance = TrustAgentTransaction.Issuance

    private func digest(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }

    @Test("the first requests stay stored, whatever comes after them")
    func limit() throws {
        var issuance = Issuance(issuer: "did:omn:issuer", transaction: "t")
        for number in 0..<20 {
            #expect(issuance.note(digest(number)) == (number < Issuance.askedLimit))
            let wasNotedAgain = issuance.note(digest(0))
            #expect(!wasNotedAgain)
        }
        let kept = try JSONModelDecoder().decode(Issuance.self, from: JSONModelEncoder().canonicalBytes(issuance))
        #expect((0..<20).map { kept.wasAsked(digest($0)) } == (0..<20).map { $0 < Issuance.askedLimit })
    }
}
