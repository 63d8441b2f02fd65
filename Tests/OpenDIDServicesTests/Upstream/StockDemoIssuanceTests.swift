import Crypto
import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

/// Each person enters what the demo's pages ask for, and gets a credential of it: bodies as did-demo-server V1.0.0 and V2.0.0 send them.
@Suite("Upstream's demo server and its users, up to their credentials")
struct StockDemoIssuanceTests {
    struct Person: Sendable {
        let first: String, last: String, born: String, home: String

        static let two = [
            Person(first: "Ada", last: "Ito", born: "1990-01-02", home: "1 Hill Road"),
            Person(first: "Bo", last: "Sund", born: "1985-06-07", home: "2 Lake Street"),
        ]

        var names: JSONValue { ["firstname": .string(first), "lastname": .string(last)] }
        /// In the order of ``StockDemoIssuanceTests/items``.
        var values: [String?] { [last, first, born, home] }
    }

    private static let items = ["family_name", "given_name", "birth_date", "address"]

    private func world() async throws -> TrustAgentWorld {
        try await TrustAgentWorld(items: Self.items, trustedNetworks: ["loopback"])
    }

    /// The demo's body for names, without those that it did not receive (DemoServiceImpl.saveUserInfo).
    private func pii(_ names: JSONValue) throws -> String {
        Hex.encode(Array(SHA256.hash(data: try JSONDocument(names.serialized()).root.canonicalBytes())))
    }

    private func post(_ path: String, _ body: JSONValue, to world: TrustAgentWorld) async -> Int {
        await world.services.handler.respond(
            to: ServiceRequest(method: "POST", path: path, body: body.serialized(), origin: .network("127.0.0.1"))
        ).status
    }

    /// The first call of both releases, from the app's page for names: the user ID is eight characters of a UUID.
    private func enrol(_ user: String, _ pii: String, at world: TrustAgentWorld) async {
        #expect(
            await post(
                "/cas/api/v1/save-user-info", ["userId": .string(user), "pii": .string(pii), "result": false], to: world
            ) == 200)
    }

    private func expectCredential(of person: Person, for wallet: TestWallet, in world: TrustAgentWorld) async throws {
        let credential = try await wallet.issued(in: world)
        #expect(credential.credentialSubject.id == wallet.holder.id)
        #expect(credential.credentialSubject.claims.map(\.value) == person.values)
    }

    @Test(
        "stock fault 7: release 1's form for operators, with an empty DID, gives two people their credentials")
    func wholeForm() async throws {
        let world = try await world()
        for (number, person) in Person.two.enumerated() {
            let pii = try pii(person.names)
            await enrol("ab12cd3\(number)", pii, at: world)
            let body: JSONValue = [
                "did": "", "firstname": .string(person.first), "lastname": .string(person.last),
                "birthdate": .string(person.born),
                "address": .string(person.home), "licenseNum": "123-45", "issueDate": "2024-01-01", "pii": .string(pii),
            ]
            #expect(await post("/issuer/api/v1/user", body, to: world) == 200)
            let wallet = try await TestWallet.registered(in: world, seed: UInt64(number + 2), user: "ab12cd3\(number)")
            try await expectCredential(of: person, for: wallet, in: world)
        }
        await world.stop()
    }

    @Test(
        "stock fault 7: release 1's two pages in the app give two people their credentials"
    )
    func twoPages() async throws {
        let world = try await world()
        for (number, person) in Person.two.enumerated() {
            let pii = try pii(person.names)
            await enrol("ab12cd3\(number)", pii, at: world)
            var user = try #require(person.names.objectValue)
            user["pii"] = .string(pii)
            #expect(await post("/issuer/api/v1/user", .object(user), to: world) == 200)
            let wallet = try await TestWallet.registered(in: world, seed: UInt64(number + 2), user: "ab12cd3\(number)")
            let rest: JSONValue = [
                "did": .string(wallet.holder.id), "userName": .string(person.last + person.first),
                "birthdate": .string(person.born),
                "address": .string(person.home), "licenseNum": "123-45", "issueDate": "2024-01-01",
            ]
            #expect(await post("/issuer/api/v1/vc", rest, to: world) == 200)
            try await expectCredential(of: person, for: wallet, in: world)
            // The same person in one form later: what were two records become one, and the card is renewed as theirs.
            user["did"] = .string(wallet.holder.id)
            #expect(await post("/issuer/api/v1/user", .object(user), to: world) == 200)
            try await expectCredential(of: person, for: wallet, in: world)
        }
        await world.stop()
    }

    /// The page of release 2 that both apps open before they issue: no names, so that everybody has the same PII.
    private func page(_ person: Person, _ did: String) throws -> JSONValue {
        let fields = Dictionary(
            uniqueKeysWithValues: zip(Self.items, person.values).map {
                ("org.example.v1.\($0)", JSONValue.string($1 ?? ""))
            })
        let object = JSONValue.object(JSONObject(fields))
        return [
            "did": .string(did), "pii": .string(try pii([:])), "vcSchemaId": .string(TrustAgentWorld.schemaName),
            "fields": object,
            "userInfo": .string(String(decoding: object.serialized(), as: UTF8.self)),
        ]
    }

    @Test(
        "stock fault 7: release 2's page in the app, which sends one PII for everybody, gives two people their credentials"
    )
    func namelessPage() async throws {
        let world = try await world()
        #expect(try pii([:]) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
        var wallets: [TestWallet] = []
        for (number, person) in Person.two.enumerated() {
            await enrol("ab12cd3\(number)", try pii(person.names), at: world)
            let wallet = try await TestWallet.registered(in: world, seed: UInt64(number + 2), user: "ab12cd3\(number)")
            await enrol("ff12cd3\(number)", try pii([:]), at: world)
            #expect(await post("/issuer/admin/v1/users/demo", try page(person, wallet.holder.id), to: world) == 200)
            wallets.append(wallet)
        }
        for (wallet, person) in zip(wallets, Person.two) {
            try await expectCredential(of: person, for: wallet, in: world)
        }
        // Somebody without names and without a DID is nobody.
        #expect(await post("/issuer/admin/v1/users/demo", try page(Person.two[0], ""), to: world) == 500)
        await world.stop()
    }

    @Test(
        "stock fault 7: release 2's form for operators names claims by namespace, and the app's page may follow it",
        arguments: [true, false])
    func formThenPage(hasDID: Bool) async throws {
        let world = try await world()
        for (number, person) in Person.two.enumerated() {
            let pii = try pii(person.names)
            await enrol("ab12cd3\(number)", pii, at: world)
            let wallet = try await TestWallet.registered(in: world, seed: UInt64(number + 2), user: "ab12cd3\(number)")
            // The page sends the plan's schema id, a URL, and an empty text for what was left out (index.js of V2.0.0).
            var form = try #require(try page(person, hasDID ? wallet.holder.id : "").objectValue)
            (form["firstname"], form["lastname"], form["pii"]) = (
                .string(person.first), .string(person.last), .string(pii)
            )
            (form["email"], form["vcSchemaId"]) = (
                "", .string(world.services.baseURL + "/issuer/api/v1/vc/vcschema?name=person")
            )
            #expect(await post("/issuer/admin/v1/users/demo", .object(form), to: world) == 200)
            try await expectCredential(of: person, for: wallet, in: world)
            let moved = Person(first: person.first, last: person.last, born: person.born, home: "3 New Street")
            #expect(await post("/issuer/admin/v1/users/demo", try page(moved, wallet.holder.id), to: world) == 200)
            try await expectCredential(of: moved, for: wallet, in: world)
        }
        await world.stop()
    }
}
