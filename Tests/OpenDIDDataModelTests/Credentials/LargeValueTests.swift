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

    @Test(
        "a value may be a data URL or base64, as upstream's issuers write them, and its digest is that of the bytes",
        arguments: ["data:image/png;base64,", "data:image/jpeg;charset=utf-8;BASE64,", "data:;base64,", ""])
    func otherForms(beginning: String) throws {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0xA5, count: 3_000)
        let base64 = Base64.encode(picture, padding: true)
        let broken = String(base64.prefix(76)) + "\r\n" + String(base64.dropFirst(76))
        for value in [beginning + base64, beginning + broken] {
            #expect(try errors(value).isEmpty)
            #expect(try errors(value, digest: DigestSRI(of: picture)).isEmpty)
            #expect(try errors(value, digest: DigestSRI(of: [1])).map(\.code) == [.digest])
            #expect(try claim(value).inlineData() == picture)
        }
    }

    private func claim(_ value: String, digest: DigestSRI? = nil) throws -> VerifiableCredential.Claim {
        var claim = Samples(cast: try Cast()).credential().credentialSubject.claims[0]
        (claim.type, claim.format, claim.value, claim.digestSRI) = (.document, .txt, value, digest?.text)
        return claim
    }

    @Test(
        "base64 that begins like multibase is read as base64 if it cannot be multibase",
        arguments: [[0x7C, 0xFF, 0xFE], [0x14, 0xFF, 0xFE], [0xCC, 0xFF, 0xFE], [0x98, 0xFF], [0xB8, 0xFF]] as [[UInt8]]
    )
    func ambiguous(data: [UInt8]) throws {
        let value = Base64.encode(data, padding: true)
        #expect(value.first.map { "fFzmu".contains($0) } == true)
        #expect(try claim(value).inlineData() == data)
        #expect(try errors(value, digest: DigestSRI(of: data)).isEmpty)
    }

    @Test("if a text can be multibase and base64, the digest decides, and without a digest it is multibase")
    func digestDecides() throws {
        let both = "z1111111"
        let (multibase, base64) = ([UInt8](repeating: 0, count: 7), try Base64.decode(both))
        #expect(try claim(both).inlineData() == multibase)
        #expect(try claim(both, digest: DigestSRI(of: multibase)).inlineData() == multibase)
        #expect(try claim(both, digest: DigestSRI(of: base64)).inlineData() == base64)
        #expect(try errors(both, digest: DigestSRI(of: base64)).isEmpty)
        #expect(try errors(both, digest: DigestSRI(of: [1])).map(\.code) == [.digest])
    }

    @Test("long base64 that begins with the prefix of base58 is read")
    func longBase64() throws {
        let document: [UInt8] = [0xCC] + [UInt8](repeating: 0xFF, count: 60_000)
        let value = Base64.encode(document, padding: true)
        #expect(value.hasPrefix("z"))
        #expect(try errors(value, digest: DigestSRI(of: document)).isEmpty)
    }

    @Test(
        "a value has to be multibase, a data URL or base64",
        arguments: [
            "?", "m", "no multibase", " mAAA", "iVBORw", "iVBOR===", "iVBO-_==", "data:image/png;base64,",
            "data:image/png,iVBO", "data:image/png;base64", "data:image/png;base64,?", "data:,",
        ])
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
