import Foundation
import MYKEYWalletLib
import MYKEYWire
import TestSupport
import Testing

@Suite("Hostile answers")
struct HostileAnswerTests {
    @Test(
        "none of twenty thousand mutated answers crashes, and none without the ID ends the request",
        arguments: [11, 12] as [UInt64])
    func mutations(seed: UInt64) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        let foreign = String(repeating: "0", count: 32)
        let seedText = Array(
            asked.answer(result: "1", payload: Fixture.loginPayload).replacingOccurrences(of: asked.id, with: foreign)
                .utf8)
        var random = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] = [
            "&", "=", "%", "%zz", "%00", "payload=", "callBackId=", "result=", "://", "#", "?", "{", "\u{202E}", "é",
        ].map { Array($0.utf8) }
        // Counted, because an expectation for each would take longer than the work.
        var delivered = 0
        for _ in 0..<10_000 {
            var bytes = seedText
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
                case 1: if at < bytes.count { bytes[at] = UInt8.random(in: .min ... .max, using: &random) }
                case 2: bytes.removeSubrange(at..<min(at + Int.random(in: 0...20, using: &random), bytes.count))
                default: bytes = Array(bytes.prefix(at))
                }
            }
            if fixture.session.handle(String(decoding: bytes, as: UTF8.self)).isDelivered { delivered += 1 }
        }
        #expect(delivered == 0)
        #expect(fixture.session.pendingCount == 1)
        #expect(fixture.session.handle(asked.answer(result: "0")).isDelivered)
        _ = await task.value
    }

    @Test("ten thousand mutated payloads give a value or a typed error", arguments: [21] as [UInt64])
    func payloads(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let session = DappSession(Fixture.configuration, opener: RecordingOpener())
        #expect(session.pendingCount == 0)
        for _ in 0..<10_000 {
            var bytes = Array(Fixture.loginPayload.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            _ = MYKEYWalletResp(action: "login", payload: String(decoding: bytes, as: UTF8.self), code: 1).data
            _ = try? LoginPayload(payload: String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(
        "a forged success is not a login: a payload is a claim without proof, and an error's type says who made it"
    )
    func forged() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        // Anybody who knows the ID can end the request. Only the server's verdict counts, and this side has no way to look like it.
        let forged = Fixture.loginPayload.replacingOccurrences(of: "mykeydoctest", with: "somebodyelse")
        #expect(fixture.session.handle(asked.answer(result: "1", payload: forged)).isDelivered)
        #expect(try await task.value.get().account == "somebodyelse")
    }
}
