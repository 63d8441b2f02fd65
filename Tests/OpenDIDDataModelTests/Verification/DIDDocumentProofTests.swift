import OpenDID_DataModel
import Testing

@Suite("Proofs of DID documents (OpenDID sheet 2.5)")
struct DIDDocumentProofTests {
    private func report(_ document: DIDDocument, _ message: SignedMessage) async throws -> VerificationReport {
        try await VerificationPolicy.standard(for: message).verify(document, at: Cast.now, resolver: Registry([]))
    }

    @Test("proofs may come in any order, and none may be missing")
    func several() async throws {
        let cast = try Cast()
        let device = try await cast.device.document.signed(by: [
            cast.device.request("assert"), cast.device.request("auth", .authentication),
        ])
        #expect(try await report(device, .deviceDIDDocument).isValid)
        var turned = device
        turned.proofs?.reverse()
        #expect(try await report(turned, .deviceDIDDocument).isValid)
        for index in 0..<2 {
            var less = device
            less.proofs?.remove(at: index)
            #expect(try await report(less, .deviceDIDDocument).codes == [.incompleteProofs])
        }
    }

    @Test("a proof that occurs twice does not replace a missing one")
    func double() async throws {
        let cast = try Cast()
        var device = try await cast.device.document.signed(by: [
            cast.device.request("assert"), cast.device.request("auth", .authentication),
        ])
        let first = try #require(device.proofs?.first)
        device.proofs = [first, first]
        #expect(try await Set(report(device, .deviceDIDDocument).codes) == [.malformedProof, .incompleteProofs])
    }

    @Test("a holder proves the keys pin and bio if they exist, and needs one of them")
    func holder() async throws {
        let pinOnly = try Actor(
            "did:omn:h", ["keyagree": [.keyAgreement], "pin": [.assertionMethod, .authentication]])
        #expect(try await report(pinOnly.document.signed(by: [pinOnly.request("pin")]), .holderDIDDocument).isValid)
        let cast = try Cast()
        #expect(
            try await report(cast.holder.document.signed(by: [cast.holder.request("pin")]), .holderDIDDocument).codes
                == [.incompleteProofs])
        let none = try Actor("did:omn:h", ["keyagree": [.keyAgreement]])
        let report = try await report(
            none.document.signed(by: [none.request("keyagree", .keyAgreement)]), .holderDIDDocument)
        #expect(!report.isValid && report.codes.contains(.incompleteProofs))
    }

    @Test("one document's keys do not prove another")
    func borrowed() async throws {
        let cast = try Cast()
        var stolen = try await cast.device.document.signed(by: [
            cast.device.request("assert"), cast.device.request("auth", .authentication),
        ])
        stolen.id = "did:omn:victim"
        let report = try await report(stolen, .deviceDIDDocument)
        #expect(!report.isValid && report.proofs.isEmpty)
    }

    @Test("a document that cannot be read has no keys and is never valid")
    func unreadable() async throws {
        let document = try SignedDocument(Array(#"{"id":"did:omn:x","proof":{}}"#.utf8))
        let report = await VerificationPolicy.standard(for: .deviceDIDDocument).verify(
            document, at: Cast.now, resolver: Registry([]))
        #expect(report.codes == [.malformedDocument] && !report.isValid)
    }
}
