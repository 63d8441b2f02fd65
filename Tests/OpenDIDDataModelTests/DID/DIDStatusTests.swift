import OpenDID_DataModel
import Testing

@Suite("The status of a DID")
struct DIDStatusTests {
    @Test("only the ledger's transitions are allowed")
    func transitions() throws {
        let allowed: Set<[DIDStatus]> = [
            [.activated, .deactivated], [.activated, .revoked], [.deactivated, .activated], [.deactivated, .revoked],
            [.revoked, .terminated],
        ]
        for from in DIDStatus.allCases {
            for next in DIDStatus.allCases {
                #expect(from.canBecome(next) == allowed.contains([from, next]))
                if allowed.contains([from, next]) {
                    try from.checkTransition(to: next)
                } else {
                    let error = #expect(throws: DataModelError.self) { try from.checkTransition(to: next) }
                    #expect(error?.code == .transition)
                }
            }
        }
    }

    @Test("only an active DID can sign, unless a rule says otherwise")
    func rules() {
        #expect(DIDStatus.allCases.filter { DIDStatusRule.activeOnly.accepts($0) } == [.activated])
        #expect(DIDStatus.allCases.filter { DIDStatusRule.restoring.accepts($0) } == [.activated, .deactivated])
        #expect(
            DIDStatus.allCases.filter { DIDStatusRule.nonRepudiation.accepts($0) } == [
                .activated, .deactivated, .revoked,
            ])
    }

    @Test("a signature of a terminated DID counts as evidence if it was made before the end")
    func terminated() {
        let end = UTCInstant(seconds: 1000)
        let rule = DIDStatusRule.nonRepudiation
        #expect(rule.accepts(.terminated, signed: UTCInstant(seconds: 999), terminated: end))
        #expect(!rule.accepts(.terminated, signed: end, terminated: end))
        #expect(!rule.accepts(.terminated, signed: UTCInstant(seconds: 999)))
        #expect(!rule.accepts(.terminated, terminated: end))
        #expect(!DIDStatusRule.activeOnly.accepts(.terminated, signed: UTCInstant(seconds: 999), terminated: end))
    }
}
