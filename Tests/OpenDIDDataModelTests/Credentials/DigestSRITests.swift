import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Digests of claims")
struct DigestSRITests {
    @Test(
        "the digest of empty data is the well-known one",
        arguments: [
            (DigestSRI.Algorithm.sha256, "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            (.sha384, "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"),
            (
                .sha512,
                "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
            ),
        ])
    func empty(algorithm: DigestSRI.Algorithm, text: String) throws {
        let digest = DigestSRI(of: [], algorithm: algorithm)
        #expect(digest.text == text)
        #expect(try DigestSRI(text) == digest)
        #expect(try DigestSRI(String(text.prefix { $0 != "=" })) == digest)
        #expect(digest.matches([]) && !digest.matches([0]))
    }

    @Test(
        "another hash, another alphabet or another length is refused",
        arguments: [
            "", "sha384", "sha384-", "md5-1B2M2Y8AsgTpgAmy7PhCfg==",
            "SHA256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
            "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "sha384-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
            "sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: DataModelError.self) { try DigestSRI(text) }
        #expect(error?.code == .digest && error?.field == "digestSRI")
    }

    @Test("random data matches only its own digest", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var data = random.bytes(Int.random(in: 1...300, using: &random))
        for algorithm in DigestSRI.Algorithm.allCases {
            let digest = try DigestSRI(DigestSRI(of: data, algorithm: algorithm).text)
            #expect(digest.matches(data))
            data[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(!digest.matches(data))
        }
    }

    private func claim(
        _ type: ClaimType, _ format: ClaimFormat, _ value: String, digest: DigestSRI? = nil,
        at location: Location? = nil
    )
        -> VerifiableCredential.Claim
    {
        .init(
            code: "a.b", caption: "c", value: value, type: type, format: format, location: location,
            digestSRI: digest?.text)
    }

    @Test("the data of a text is its UTF-8, and that of an image is the decoded multibase")
    func inline() throws {
        #expect(try claim(.text, .plain, "홍길동").inlineData() == Array("홍길동".utf8))
        #expect(try claim(.image, .png, "f0102ff").inlineData() == [1, 2, 255])
        #expect(throws: DataModelError.self) { try claim(.image, .png, "?0102").inlineData() }
        #expect(throws: DataModelError.self) { try claim(.text, .plain, "https://a", at: .remote).inlineData() }
    }

    @Test("a claim's digest is checked against its own data, or against separate data")
    func check() throws {
        let data: [UInt8] = [1, 2, 255]
        try claim(.image, .png, "f0102ff", digest: DigestSRI(of: data)).checkDigest()
        try claim(.text, .plain, "no digest").checkDigest()
        #expect(throws: DataModelError.self) {
            try claim(.image, .png, "f0102fe", digest: DigestSRI(of: data)).checkDigest()
        }
        let remote = claim(
            .image, .png, "https://a/b.png", digest: DigestSRI(of: data, algorithm: .sha512), at: .remote)
        try remote.checkDigest(of: data)
        #expect(throws: DataModelError.self) { try remote.checkDigest(of: data + [0]) }
        #expect(throws: DataModelError.self) { try remote.checkDigest() }
        let missing = #expect(throws: DataModelError.self) {
            try claim(.image, .png, "https://a/b.png", at: .remote).checkDigest(of: data)
        }
        #expect(missing?.code == .digest)
    }

    @Test("a translation's digest is checked against the translation")
    func translations() throws {
        var claim = claim(.text, .plain, "Kim")
        claim.i18n = ["ko": .init(caption: "이름", value: "김", digestSRI: DigestSRI(of: Array("김".utf8)).text)]
        try claim.checkDigest()
        claim.i18n?["ko"]?.value = "이"
        let error = #expect(throws: DataModelError.self) { try claim.checkDigest() }
        #expect(error?.field == "i18n.ko.digestSRI")
    }
}
