import HeraldJSON
import HeraldKeys
import MYKEYServices
import TestSupport
import Testing

@Suite("Callback decisions: hostile bodies")
struct MutatedBodyTests {
    @Test("100,000 mutated bodies never trap, and none with another meaning is accepted", .tags(.slow))
    func mutations() throws {
        let cast = try LoginCast()
        let uuID = "31128043-36ae-4d2a-a78c-76dab7ab95f8"
        let seeds = [
            try cast.body(uuID: uuID), try cast.body(cast.ethereum, uuID: uuID),
            try cast.body(uuID: uuID, protocol: "SimpleWallet"),
            try cast.body(uuID: uuID) {
                $0["siwx"] = ["message": "x wants you to sign in with your EOS account:\ny", "signature": "z"]
            },
        ]
        let keys: [LoginAccount: ReservedKey] = [cast.eos: try cast.eosReserved, cast.ethereum: cast.ethereumReserved]
        let rules = CallbackRules(dappKeys: ["9mDxSbyR"], tagged: .checked(domain: "dapp.example"))
        let context = CallbackContext(now: cast.clock.now, rules: rules, expectedUUIDs: [uuID])
        let signed = Set(try seeds.map { LoginCast.signedString(try JSONValue(parsing: $0)) })
        let words = [
            "\"", "{", "}", "\\u0000", "1e999", "-", "null", "0x", "SIG_K1_", "SIG_R1_", "EOS", "ANY", "\u{FF}", "[[[[",
        ].map { Array($0.utf8) }
        var random = SeededGenerator(seed: 5)
        var accepted = 0
        for round in 0..<100_000 {
            var body = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<max(1, body.count), using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0 where place < body.count: body[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1 where place < body.count: body.remove(at: place)
                case 2:
                    body.insert(
                        contentsOf: words[Int.random(in: 0..<words.count, using: &random)], at: min(place, body.count))
                case 3: body.removeLast(min(body.count, place % 40))
                default: body.append(contentsOf: body.prefix(place % 60))
                }
            }
            guard
                let login = CallbackVerifier.decide(body, in: context, keys: { keys[$0].map { .known($0) } ?? .absent })
                    .login
            else { continue }
            accepted += 1
            #expect(signed.contains("\(login.signedAt)\(login.account.text)\(login.uuID)\(login.ref)"))
        }
        #expect(accepted > 0, "some mutations hit members that mean nothing")
    }
}
