import Crypto
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

/// The issuer of release 2 signs what Jackson makes of a profile, in which large numbers are numbers, and sends what Gson makes of it, in
/// which they are texts (did-issuer-server IssueServiceBase.signProfile, did-zkp-sdk-server V2.0.0 BigIntegerSerializer).
@Suite("Issue profiles of release 2 with signed numbers that arrive as texts")
struct SignedNumbersTests {
    private static let offer = ["profile", "credentialOffer"]
    private static let keyProof = offer + ["keyCorrectnessProof"]

    /// Each number is there once.
    private static func credentialOffer(xzCap: String = "47110815471108154711") -> String {
        #"""
        {"credDefId":"did:omn:issuer:3:CL:did:omn:issuer:2:mdl:1.0:Tag1","keyCorrectnessProof":{"c":"81928374650918273645","xrCap":\#
        {"zip":"300","master_secret":"0","주소":"9007199254740993"},"xzCap":"\#(xzCap)"},"nonce":"1208925819614629174706176",\#
        "schemaId":"2026"}
        """#
    }

    private static let numbers = [
        "81928374650918273645", "300", "0", "9007199254740993", "47110815471108154711", "1208925819614629174706176",
    ]

    /// A profile that its issuer signed with these as numbers.
    private func profile(_ cast: Cast, offer: String = credentialOffer(), numbers: [String] = numbers) async throws
        -> JSONValue
    {
        var profile = Samples(cast: cast).issueProfile
        profile.profile.credentialOffer = try ZKPObject(from: offer)
        let signed = try await profile.signed(by: cast.issuer.request("assert"))
        var form = String(decoding: try SignedDocument(signed).signedBytes(.proof), as: UTF8.self)
        for number in numbers { form = form.replacing("\"\(number)\"", with: number) }
        let key = try #require(cast.issuer.keys["assert"])
        let signature = try key.sign(digest: Array(SHA256.hash(data: Array(form.utf8))))
        var tree = try JSONValue(parsing: signed.canonicalBytes())
        tree["proof"]?["proofValue"] = .string(Multibase.encode(signature.bytes, as: .base58btc))
        return tree
    }

    private func report(_ tree: JSONValue, _ cast: Cast, isStrict: Bool = false) async throws -> VerificationReport {
        var policy = VerificationPolicy.standard(for: .issueProfile, signer: cast.issuer.did)
        if isStrict { policy.signature.modelForm = nil }
        return await policy.verify(try SignedDocument(tree.serialized()), at: Cast.now, resolver: cast.registry)
    }

    private func put(_ value: JSONValue?, at path: [String], of tree: inout JSONValue) {
        guard let name = path.first else { return }
        var inner = path.count > 1 ? tree[name] ?? [:] : value
        if path.count > 1, var deeper = inner {
            put(value, at: Array(path.dropFirst()), of: &deeper)
            inner = deeper
        }
        tree[name] = inner
    }

    @Test(
        "stock fault 11: the profile is valid and reports its form, and a profile signed in its received form is valid as such"
    )
    func holds() async throws {
        let cast = try Cast()
        let asNumbers = try await profile(cast)
        let report = try await report(asNumbers, cast)
        #expect(report.isValid && report.proofs.map(\.form) == [.model])
        #expect(try await self.report(asNumbers, cast, isStrict: true).codes == [.signature])
        let asTexts = try await self.report(profile(cast, numbers: []), cast)
        #expect(asTexts.isValid && asTexts.proofs.map(\.form) == [.received])
        // Nothing else of an offer is a number, however it looks.
        #expect(try await self.report(profile(cast, numbers: Self.numbers + ["2026"]), cast).codes == [.signature])
        // All of them are, or none is.
        #expect(
            try await self.report(profile(cast, numbers: Array(Self.numbers.dropFirst())), cast).codes == [.signature])
    }

    @Test("stock fault 11: an offer whose numbers are all absent or null is signed as received")
    func absent() async throws {
        let cast = try Cast()
        for offer in [#"{"nonce":null,"schemaId":"2026"}"#, #"{"keyCorrectnessProof":{"xrCap":{}}}"#, "{}"] {
            let report = try await report(profile(cast, offer: offer, numbers: []), cast)
            #expect(report.isValid && report.proofs.map(\.form) == [.received], "\(offer)")
        }
    }

    @Test(
        "stock fault 11: a malformed or changed number breaks the proof",
        arguments: [
            "01208925819614629174706176", "1208925819614629174706177", "120892581961462917470617",
            "-1208925819614629174706176",
            "+1208925819614629174706176", " 1208925819614629174706176", "1208925819614629174706176.0",
            "12089258196146291747061e2",
            "１２０８９２５８１９６１４６２９１７４７０６１７６", "", "null", #"1208925819614629174706176,"x":1"#,
        ])
    func altered(nonce: String) async throws {
        let cast = try Cast()
        var tree = try await profile(cast)
        put(.string(nonce), at: Self.offer + ["nonce"], of: &tree)
        #expect(try await report(tree, cast).codes == [.signature])
    }

    @Test(
        "stock fault 11: everything in such a profile is signed, beside and among its numbers",
        arguments: [
            (["title"], "x"), (["profile", "x"], "x"), (offer, nil), (offer + ["nonce"], nil), (offer + ["nonce"], 5),
            (offer + ["x"], "1"),
            (offer + ["schemaId"], "2027"), (keyProof, nil), (keyProof, "1"), (keyProof + ["c"], ["1"]),
            (keyProof + ["xrCap", "zip"], "301"),
            (keyProof + ["xrCap", "zip"], nil), (keyProof + ["xrCap", "more"], "1"), (keyProof + ["xrCap"], "300"),
            (["proof", "x"], "x"),
        ] as [([String], JSONValue?)])
    func covered(path: [String], value: JSONValue?) async throws {
        let cast = try Cast()
        var tree = try await profile(cast)
        put(value, at: path, of: &tree)
        #expect(try await report(tree, cast).codes.contains(.signature))
    }

    @Test("stock fault 11: a number has at most 4,096 digits", arguments: [(4096, true), (4097, false)])
    func longest(count: Int, holds: Bool) async throws {
        let cast = try Cast()
        let long = String(repeating: "7", count: count)
        let tree = try await profile(cast, offer: Self.credentialOffer(xzCap: long), numbers: Self.numbers + [long])
        #expect(try await report(tree, cast).isValid == holds)
    }
}
