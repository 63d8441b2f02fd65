import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Images and documents as values of a credential")
struct LargeValueTests {
    private func errors(_ value: String, digest: DigestSRI? = nil) throws -> [DataModelError] {
        var credential = Samples(cast: try Cast()).credential(claims: 1)
        credential.proof.proofValue = "m"
        credential.credentialSubject.claims[0].type = .image
        credential.credentialSubject.claims[0].format = .jpg
        credential.credentialSubject.claims[0].value = value
        credential.credentialSubject.claims[0].digestSRI = digest?.text
        return credential.validationErrors()
    }

    @Test(
        "a value may have any size and encoding, and is decoded if it has a digest",
        arguments: [Multibase.Base.base64, .base64url, .base16])
    func large(base: Multibase.Base) throws {
        let picture = [UInt8](repeating: 0xA5, count: 300_000)
        #expect(try errors(Multibase.encode(picture, as: base)).isEmpty)
        #expect(try errors(Multibase.encode(picture, as: base), digest: DigestSRI(of: picture)).isEmpty)
        #expect(try errors(Multibase.encode(picture, as: base), digest: DigestSRI(of: [1])).map(\.code) == [.digest])
    }

    /// The longest base58 text of a claim that is read, in characters.
    private static let base58Limit = 65_536

    @Test("a base58 value over the limit is refused only if it has to be decoded")
    func base58() throws {
        let long = "z" + String(repeating: "x", count: Self.base58Limit + 1)
        #expect(try errors(long).isEmpty)
        let refused = try errors(long, digest: DigestSRI(of: [1]))
        #expect(refused.map(\.code) == [.invalidValue] && refused.first?.reason.contains("\(Self.base58Limit)") == true)
    }

    @Test("a value has to name its encoding", arguments: ["?", "m", "no multibase", " mAAA"])
    func noMultibase(value: String) throws {
        #expect(try errors(value).map(\.field) == ["credentialSubject.claims[0].value"])
    }

    @Test("a value may be empty")
    func empty() throws {
        #expect(try errors("").isEmpty)
        #expect(try errors("", digest: DigestSRI(of: [])).isEmpty)
        var claim = Samples(cast: try Cast()).credential().credentialSubject.claims[0]
        (claim.type, claim.format, claim.value) = (.image, .png, "")
        #expect(try claim.inlineData() == [])
    }

    @Test(
        "a presented credential with a signature of the whole may have an empty list of claim signatures, and an issued one may not"
    )
    func emptyList() async throws {
        let cast = try Cast()
        var credential = try await Samples(cast: cast).credential().signed(by: cast.issuer.request("assert"))
        credential.proof.proofValueList = []
        #expect(credential.validationErrors().isEmpty)
        func codes(_ message: SignedMessage) async throws -> [VerificationFailure.Code] {
            try await VerificationPolicy.standard(for: message).verify(
                credential, at: Cast.now, resolver: cast.registry
            ).codes
        }
        #expect(try await codes(.presentedCredential).isEmpty)
        #expect(try await codes(.credential) == [.missingSignature])
        credential.proof.proofValue = nil
        #expect(try await codes(.presentedCredential) == [.missingSignature])
        #expect(credential.validationErrors().map(\.field) == ["proof.proofValueList"])
    }
}
