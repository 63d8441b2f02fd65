import HeraldJSON
import HeraldLocks
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

    @Test("a costly rule is applied last, and is told if the document is refused anyway")
    func costly() async throws {
        struct Costly: VerificationRule {
            var isCostly: Bool { true }
            func failures(in subject: VerificationSubject) -> [VerificationFailure] {
                subject.isRefused ? [] : [VerificationFailure(.credentials, at: "costly", "it is wrong")]
            }
        }
        let cast = try Cast()
        let signed = try await SignedSamples(cast: cast).document(.didAuth)
        func places(_ rules: [any VerificationRule]) async -> [String] {
            await VerificationPolicy(rules: rules).verify(signed, at: Cast.now, resolver: cast.registry)
                .failures.map(\.place)
        }
        let strict = ModelRule(DIDAuth.self) { _ in [DataModelError(.invalidValue, field: "cheap", reason: "at")] }
        #expect(await places([Costly(), strict]) == ["cheap"])
        #expect(await places([Costly()]) == ["costly"])
        #expect(EmbeddedCredentialsRule().isCostly)
    }

    @Test("the signatures of a presented credential are not checked if nobody accepts it or its presentation")
    func credentials() async throws {
        final class Asked: DIDResolver {
            let registry: Registry
            let dids = Mutex<Set<String>>([])
            init(_ registry: Registry) { self.registry = registry }
            func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
                dids.withLock { _ = $0.insert(did) }
                return try registry.resolve(did, versionId: versionId)
            }
        }
        let cast = try Cast(), issuer = cast.issuer.document.id
        let signed = try await SignedSamples(cast: cast).document(.presentation)
        func check(_ allowed: Set<String>, _ others: [any VerificationRule] = []) async
            -> (codes: Set<String>, hasAsked: Bool)
        {
            let asked = Asked(cast.registry)
            let inner = VerificationPolicy.standard(for: .presentedCredential).adding([IssuerRule(allowed: allowed)])
            let report = await VerificationPolicy(rules: [EmbeddedCredentialsRule(inner)] + others)
                .verify(signed, at: Cast.now, resolver: asked)
            return (Set(report.failures.map(\.code.rawValue)), asked.dids.withLock { $0.contains(issuer) })
        }
        let accepted = await check([issuer])
        #expect(accepted.codes.isEmpty && accepted.hasAsked)
        let foreign = await check([])
        #expect(foreign.codes == ["issuer"] && !foreign.hasAsked)
        let replayed = await check([issuer], [NonceRule(at: ["verifierNonce"], is: "zAnother")])
        #expect(replayed.codes == ["nonce"] && !replayed.hasAsked)
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
