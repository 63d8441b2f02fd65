import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Work that a stranger can cause a verifier")
struct BoundedWorkTests {
    @Test("a document with too many keys is refused before any key is read")
    func keys() throws {
        var document = try Cast().holder.document
        let first = try #require(document.verificationMethod.first)
        document.verificationMethod = (0..<65).map { number in
            var method = first
            method.id = "key\(number)"
            method.publicKeyMultibase = "no key"
            return method
        }
        let errors = document.validationErrors()
        #expect(errors.count == 1 && errors.first?.field == "verificationMethod" && errors.first?.code == .invalidValue)
        document.verificationMethod.removeLast()
        #expect(document.validationErrors().contains { $0.field == "verificationMethod[63].publicKeyMultibase" })
    }

    @Test("a document's form is always checked, and the rules of its kind only if a proof is valid")
    func forms() async throws {
        let cast = try Cast()
        let signed = try await SignedSamples(cast: cast).document(.didAuth)
        let rule = ModelRule(DIDAuth.self) { _ in [DataModelError(.invalidValue, field: "looked", reason: "at")] }
        let policy = VerificationPolicy(rules: [rule])
        let known = await policy.verify(signed, at: Cast.now, resolver: cast.registry)
        #expect(known.failures.map(\.place) == ["looked"])
        let unknown = await policy.verify(signed, at: Cast.now, resolver: Registry([]))
        #expect(unknown.codes == [.unresolved])
        var tree = try JSONValue(parsing: signed.bytes)
        tree["did"] = nil
        let formless = await policy.verify(try SignedDocument(tree.serialized()), at: Cast.now, resolver: Registry([]))
        #expect(Set(formless.codes) == [.unresolved, .malformedDocument])
    }

    @Test("a report lists a limited number of failures and counts the others")
    func failures() async throws {
        struct Strict: VerificationRule {
            let count: Int
            func failures(in subject: VerificationSubject) -> [VerificationFailure] {
                (0..<count).map {
                    VerificationFailure($0 == count - 1 ? .nonce : .schema, at: "claims[\($0)]", "it is wrong")
                }
            }
        }
        let cast = try Cast()
        let signed = try await SignedSamples(cast: cast).document(.didAuth)
        func report(_ count: Int) async -> VerificationReport {
            await VerificationPolicy(rules: [Strict(count: count)]).verify(
                signed, at: Cast.now, resolver: cast.registry)
        }
        #expect(await report(100).failures.count == 100)
        let many = await report(40_002)
        #expect(!many.isValid && many.failures.count == VerificationReport.failureLimit + 1)
        #expect(many.codes.contains(.nonce), "the first of each code is listed")
        #expect(many.failures.last?.code == .tooManyFailures && many.failures.last?.reason.contains("39902") == true)
    }
}
