import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Selective disclosure")
struct SelectiveDisclosureTests {
    private let policy = VerificationPolicy.standard(for: .presentedCredential)

    @Test("a reduced credential has its claims and their signatures in order, and no signature of the whole")
    func part() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let codes = credential.claimCodes
        let shown = try credential.disclosing(.codes([codes[3], codes[1]]))
        #expect(shown.claimCodes == [codes[1], codes[3]])
        #expect(shown.proof.proofValue == nil)
        let list = try #require(credential.proof.proofValueList)
        #expect(shown.proof.proofValueList == [list[1], list[3]])
        var restored = shown
        restored.credentialSubject = credential.credentialSubject
        restored.proof = credential.proof
        #expect(restored == credential)
        #expect(shown.proof.created == credential.proof.created)
    }

    @Test("a credential with all claims keeps the signature of the whole", arguments: [true, false])
    func whole(named: Bool) async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let selection: ClaimSelection = named ? .codes(Set(credential.claimCodes)) : .all
        #expect(try credential.disclosing(selection) == credential)
        #expect(try SignedDocument(credential).disclosing(selection).bytes == credential.canonicalBytes())
    }

    @Test(
        "any choice of claims verifies, with the same bytes from the model and from the tree",
        arguments: 1...24 as ClosedRange<UInt64>)
    func choices(seed: UInt64) async throws {
        var cast = try DocumentsCast(seed: seed, secp256k1: seed % 2 == 0)
        let count = Int.random(in: 1...9, using: &cast.random)
        let credential = try await cast.credential(claims: count)
        var chosen = Set(credential.claimCodes.filter { _ in Bool.random(using: &cast.random) })
        if chosen.isEmpty, let first = credential.claimCodes.first { chosen = [first] }
        let model = try credential.disclosing(.codes(chosen))
        let tree = try SignedDocument(credential).disclosing(.codes(chosen))
        #expect(try model.canonicalBytes() == tree.bytes)
        let report = await policy.verify(tree, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.isValid, "\(report.failures)")
        #expect((model.proof.proofValue == nil) == (chosen.count < count))
        // Showing less of what is shown already is the same as showing less at once.
        if let last = model.claimCodes.last {
            #expect(try model.disclosing(.codes([last])) == credential.disclosing(.codes([last])))
        }
    }

    @Test("members of a newer version stay under the signatures")
    func unknownMembers() async throws {
        var cast = try DocumentsCast()
        var credential = try await cast.credential()
        credential.unknownMembers.members["renewal"] = ["every": 2]
        credential.credentialSubject.unknownMembers.members["nickname"] = "K"
        credential.credentialSubject.claims[2].unknownMembers.members["weight"] = 7
        credential = try await credential.signed(by: cast.request(cast.issuerKey, "assert", of: cast.issuer))
        // As a peer may send it: indented, and with null members.
        let received = try SignedDocument(JSONModelEncoder().prettyBytes(credential))
        let shown = try received.disclosing(.codes([credential.claimCodes[2]]))
        #expect(shown[["credentialSubject", "nickname"]]?.string == "K" && shown[["renewal", "every"]]?.int == 2)
        let report = await policy.verify(shown, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.isValid, "\(report.failures)")
        #expect(try credential.disclosing(.codes([credential.claimCodes[2]])).canonicalBytes() == shown.bytes)
    }

    @Test("claims of two credentials cannot be mixed, nor their signatures")
    func mixed() async throws {
        var cast = try DocumentsCast()
        let first = try await cast.credential(id: "1")
        let second = try await cast.credential(id: "2")
        var mixed = try first.disclosing(.codes([first.claimCodes[0], first.claimCodes[1]]))
        mixed.credentialSubject.claims[1] = second.credentialSubject.claims[1]
        mixed.proof.proofValueList?[1] = second.proof.proofValueList?[1] ?? ""
        let report = try await policy.verify(mixed, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.failures.map(\.code) == [.signature])
        var swapped = try first.disclosing(.codes([first.claimCodes[0], first.claimCodes[1]]))
        swapped.proof.proofValueList?.swapAt(0, 1)
        #expect(try await !policy.verify(swapped, at: DocumentsCast.now, resolver: cast.registry).isValid)
        var stripped = first
        stripped.credentialSubject.claims.removeLast()
        stripped.proof.proofValueList?.removeLast()
        #expect(try await !policy.verify(stripped, at: DocumentsCast.now, resolver: cast.registry).isValid)
    }

    @Test("a choice that cannot be shown is the same error from model and tree")
    func refused() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        func code(_ credential: VerifiableCredential, _ selection: ClaimSelection) throws -> DataModelError.Code? {
            let document = try SignedDocument(credential)
            let model = #expect(throws: DataModelError.self) { try credential.disclosing(selection) }
            let tree = #expect(throws: DataModelError.self) { try document.disclosing(selection) }
            #expect(model == tree)
            return model?.code
        }
        #expect(try code(credential, .codes([])) == .missing)
        #expect(try code(credential, .codes(["org.example.v1.c0", "org.example.v1.c9"])) == .unknown)
        var odd = credential
        odd.proof.proofValueList?.removeLast()
        #expect(try code(odd, .codes([credential.claimCodes[0]])) == .invalidValue)
        odd.proof.proofValueList = nil
        #expect(try code(odd, .codes([credential.claimCodes[0]])) == .missing)
        #expect(throws: DataModelError.self) { try SignedDocument(cast.holder).disclosing(.all) }
        #expect(throws: DataModelError.self) {
            try SignedDocument(Array(#"{"credentialSubject":{"claims":[{"code":1}]},"proof":{}}"#.utf8)).disclosing(
                .all)
        }
    }

    @Test(
        "a damaged credential throws or fails a check, and does nothing worse", arguments: 1...8 as ClosedRange<UInt64>)
    func damage(seed: UInt64) async throws {
        var cast = try DocumentsCast(seed: seed)
        let credential = try await cast.credential(claims: 2)
        let bytes = try credential.canonicalBytes()
        let schema = DocumentsCast.schema(claims: 2)
        var read = 0
        for _ in 0..<150 {
            var damaged = bytes
            switch Int.random(in: 0..<3, using: &cast.random) {
            case 0:
                damaged[Int.random(in: 0..<damaged.count, using: &cast.random)] = UInt8.random(
                    in: 0x20...0x7E, using: &cast.random)
            case 1:
                let start = Int.random(in: 0..<damaged.count, using: &cast.random)
                damaged.removeSubrange(start..<min(damaged.count, start + Int.random(in: 1...20, using: &cast.random)))
            default:
                // A string becomes another kind of value.
                let quotes = damaged.indices.filter { damaged[$0] == UInt8(ascii: "\"") }
                let place = Int.random(in: 0..<quotes.count - 1, using: &cast.random)
                let other = [#"1"#, "{}", "[]", "null", "true", #""""#][Int.random(in: 0..<6, using: &cast.random)]
                damaged.replaceSubrange(quotes[place]...quotes[place + 1], with: Array(other.utf8))
            }
            guard let document = try? SignedDocument(damaged) else { continue }
            _ = try? document.disclosing(.codes([schema.items[0].code]))
            guard let model = try? VerifiableCredential(jsonBytes: damaged) else { continue }
            read += 1
            _ = try? model.disclosing(.codes([schema.items[1].code]))
            let errors =
                model.validationErrors() + schema.errors(in: model) + schema.errors(in: model, coverage: .presented)
            #expect(errors.allSatisfy { !$0.field.isEmpty && !$0.reason.isEmpty })
            _ = try? ProviderCertificate(model)
        }
        #expect(read > 0)
    }
}
