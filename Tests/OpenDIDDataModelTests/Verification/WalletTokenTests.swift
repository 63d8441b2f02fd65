import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("A wallet token's data and its seed (OpenDID sheet 6.4)")
struct WalletTokenTests {
    private func codes(
        _ cast: Cast, sent: WalletTokenSeed?, at now: UTCInstant = Cast.now,
        _ edit: (inout WalletTokenSeed) -> Void = { _ in }
    ) async throws -> [VerificationFailure] {
        var data = Samples(cast: cast).walletToken
        edit(&data.seed)
        let signed = try await data.signed(by: cast.cas.request("assert"))
        return try await VerificationPolicy.standard(for: .walletTokenData, sentSeed: sent)
            .verify(signed, at: now, resolver: cast.registry).failures
    }

    @Test("the data is valid after the seed's own time, which is not checked later")
    func late() async throws {
        let cast = try Cast()
        let seed = Samples(cast: cast).seed
        for now in ["2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z", "2036-01-01T00:00:00Z"] {
            for sent in [nil, seed] { #expect(try await codes(cast, sent: sent, at: UTCInstant(now)).isEmpty) }
        }
    }

    @Test("a returned seed in another spelling counts as the same")
    func rewritten() async throws {
        let cast = try Cast()
        let sent = Samples(cast: cast).seed
        #expect(
            try await codes(cast, sent: sent) { seed in
                seed.nonce = Multibase.encode((try? Multibase.decode(sent.nonce).bytes) ?? [], as: .base16upper)
                seed.validUntil = "2026-01-01T09:00:00.000+09:00"
                seed.unknownMembers.members["x"] = 1
            }.isEmpty)
    }

    @Test(
        "an answer to another seed is refused with the members that differ",
        arguments: ["purpose", "pkgName", "nonce", "validUntil", "userId"])
    func other(member: String) async throws {
        let cast = try Cast()
        let failures = try await codes(cast, sent: Samples(cast: cast).seed) { seed in
            switch member {
            case "purpose": seed.purpose = .PRESENT_VP
            case "pkgName": seed.pkgName += "x"
            case "nonce": seed.nonce = "mEAECAwQFBgcICQoLDA0ODw"
            case "validUntil": seed.validUntil = "2026-01-01T00:00:00.000001Z"
            default: seed.userId = nil
            }
        }
        #expect(failures.map(\.code) == [.seed] && failures.map(\.place) == ["seed." + member])
    }

    @Test("names that look the same to people are two users")
    func lookalike() async throws {
        let cast = try Cast()
        var sent = Samples(cast: cast).seed
        sent.userId = "e\u{301}"
        #expect(try await codes(cast, sent: sent) { $0.userId = "\u{e9}" }.map(\.place) == ["seed.userId"])
        #expect(try await codes(cast, sent: sent) { $0.userId = "e\u{301}" }.isEmpty)
    }
}
