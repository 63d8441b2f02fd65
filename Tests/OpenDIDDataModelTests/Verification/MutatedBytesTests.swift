import HeraldJSON
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Documents with damaged bytes")
struct MutatedBytesTests {
    private static func damaged(_ bytes: [UInt8], _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...2, using: &chance) {
            let index = Int.random(in: bytes.indices, using: &chance)
            let pieces = ["\"", "{", "}", "[", "]", ",", ":", "null", "0", "-1", "1e9", "\\", " ", "\u{0}", "é"]
            switch Int.random(in: 0...3, using: &chance) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &chance)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &chance) ?? "").utf8, at: index)
            default: bytes.removeSubrange(index..<min(index + Int.random(in: 1...40, using: &chance), bytes.count))
            }
            if bytes.isEmpty { return [0] }
        }
        return bytes
    }

    @Test(
        "a damaged document is valid only if its signed form is unchanged, and never ends the program",
        arguments: SignedMessage.allCases.filter {
            [.credential, .presentedCredential, .presentation, .deviceDIDDocument].contains($0)
        })
    func damage(message: SignedMessage) async throws {
        let cast = try Cast()
        let samples = Samples(cast: cast)
        let credential = try await samples.credential(claims: 2).signed(by: cast.issuer.request("assert"))
        let whole: [UInt8] =
            switch message {
            case .presentation:
                try await samples.presentation([credential]).signed(by: [cast.holder.request("pin")]).canonicalBytes()
            case .deviceDIDDocument:
                try await cast.device.document.signed(by: [
                    cast.device.request("assert"), cast.device.request("auth", .authentication),
                ]).canonicalBytes()
            case .presentedCredential: try samples.presented(credential, claims: [1]).canonicalBytes()
            default: try credential.canonicalBytes()
            }
        let first: ProofSelection =
            message == .deviceDIDDocument ? .proofs(0) : message == .presentedCredential ? .claim(0) : .proof
        let signed = try SignedDocument(whole).signedBytes(first)
        let policy = VerificationPolicy.standard(for: message)
        var chance = SeededGenerator(seed: 20_260_615)
        var readable = 0
        for _ in 0..<1_500 {
            guard let document = try? SignedDocument(Self.damaged(whole, &chance)) else { continue }
            readable += 1
            guard await policy.verify(document, at: Cast.now, resolver: cast.registry).isValid else { continue }
            #expect(try document.signedBytes(first) == signed)
        }
        #expect(readable > 50)
    }
}
