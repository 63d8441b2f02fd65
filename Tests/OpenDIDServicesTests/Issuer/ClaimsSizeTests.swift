import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The size of claims")
struct ClaimsSizeTests {
    private func claim(_ text: String, languages: Int) -> VerifiableCredential.Claim {
        VerifiableCredential.Claim(
            code: text, caption: text, value: text, type: .document, format: .plain, hideValue: false,
            location: .attach, digestSRI: text,
            i18n: languages == 0
                ? nil
                : Dictionary(
                    uniqueKeysWithValues: (0..<languages).map {
                        (
                            "\(text)\($0)",
                            VerifiableCredential.Internationalization(caption: text, value: text, digestSRI: text)
                        )
                    }))
    }

    @Test(
        "the bound is never below the size of the canonical form",
        arguments: ["", "a", "\u{1}\u{1f}\"\\", "홍길동", String(repeating: "\u{2}", count: 3_000)], [0, 1, 40])
    func bound(text: String, languages: Int) throws {
        let claims = [VerifiableCredential.Claim](repeating: claim(text, languages: languages), count: 3)
        #expect(try JSONModelEncoder().canonicalBytes(claims).count <= claims.mostBytes)
    }

    @Test("a usual person's claims need not be encoded")
    func usual() {
        let claims = [VerifiableCredential.Claim](repeating: claim("a value of some length", languages: 2), count: 30)
        #expect(claims.mostBytes < CredentialSize.limit)
        #expect([VerifiableCredential.Claim]().mostBytes == 2)
    }
}
