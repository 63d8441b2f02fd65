import OpenDID_DataModel
import Testing

@Suite("The form of a presentation")
struct PresentationFormTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let change: @Sendable (inout VerifiablePresentation) -> Void
        var testDescription: String { field }
    }

    static let faults: [Fault] = [
        Fault(field: "@context") { $0.context = ["x"] },
        Fault(field: "id") { $0.id = "" },
        Fault(field: "type") { $0.type = [] },
        Fault(field: "holder") { $0.holder = "me" },
        Fault(field: "validUntil") { $0.validUntil = "1999-01-01T00:00:00Z" },
        Fault(field: "validUntil") { $0.validFrom = "now" },
        Fault(field: "verifierNonce") { $0.verifierNonce = "f0102" },
        Fault(field: "verifierNonce") { $0.verifierNonce = "" },
        Fault(field: "verifiableCredential") { $0.verifiableCredential = [] },
        Fault(field: "verifiableCredential[1].id") { $0.verifiableCredential.append($0.verifiableCredential[0]) },
        Fault(field: "verifiableCredential[0].credentialSubject.id") {
            $0.verifiableCredential[0].credentialSubject.id = "did:omn:x"
        },
    ]

    @Test("the error of each broken rule names the presentation's member", arguments: faults)
    func validation(_ fault: Fault) async throws {
        var cast = try DocumentsCast()
        var draft = PresentationDraft(
            id: "vp", holder: cast.holder.id, verifierNonce: "f000102030405060708090a0b0c0d0e0f", now: DocumentsCast.now
        )
        try draft.add(try await cast.credential(), showing: .all)
        var presentation = draft.unsigned
        #expect(presentation.validationErrors().isEmpty)
        fault.change(&presentation)
        #expect(presentation.validationErrors().map(\.field).contains(fault.field))
        #expect(throws: DataModelError.self) { try presentation.validate() }
    }

    @Test("a policy refuses a document that is not a presentation of the model")
    func rule() async throws {
        let cast = try DocumentsCast()
        let policy = VerificationPolicy(rules: [PresentationFormRule()])
        let report = try await policy.verify(cast.holder, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.failures.contains { $0.code == .malformedDocument })
    }
}
