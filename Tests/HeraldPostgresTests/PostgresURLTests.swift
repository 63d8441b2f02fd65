import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("The URL of a database") struct PostgresURLTests {
    @Test("has the parts that libpq reads")
    func parts() throws {
        let url = try PostgresURL(
            "postgres://anna:s%40cret@db.example:5433/herald?sslmode=verify-full&sslrootcert=/etc/ca.pem")
        #expect(
            url.parameters == [
                "user": "anna", "password": "s@cret", "host": "db.example", "port": "5433", "dbname": "herald",
                "sslmode": "verify-full", "sslrootcert": "/etc/ca.pem",
            ])
        #expect(try PostgresURL("postgresql:///db?host=/run/pg").parameters == ["dbname": "db", "host": "/run/pg"])
        #expect(try PostgresURL("postgres://a:1,b:2/db").parameters == ["host": "a,b", "port": "1,2", "dbname": "db"])
    }

    @Test("never shows its password")
    func redaction() throws {
        let url = try PostgresURL("postgres://anna:topsecret@db.example:5433/herald?sslpassword=topsecret")
        var dumped = ""
        dump(url, to: &dumped)
        #expect("\(url)" == "postgres://anna@db.example:5433/herald")
        for text in ["\(url)", String(reflecting: url), dumped] { #expect(!text.contains("topsecret")) }
    }

    @Test(
        "names the part that is wrong, and shows nothing of it",
        arguments: [
            ("mysql://u:topsecret@h/d", "scheme"), ("host=h password=topsecret", "scheme"), ("", "scheme"),
            ("postgres://u:topsecret/x@h/d", "port"), ("postgres://u:topsecret@h:0/d", "port"),
            ("postgres://u:topsecret@h:70000/d", "port"), ("postgres://u:%topsecret@h/d", "url"),
            ("postgres://u:topsecret%@h/d", "url"), ("postgres://[topsecret/d", "url"),
            ("postgres://u@h/d?topsecret=1", "query parameter 1"),
            ("postgres://u:p@h/d?sslmode=require&topsecret", "query parameter 2"),
            ("postgres://h/p?topsecret", "query parameter 1"), ("postgres://u@h/d?sslmode=topsecret", "sslmode"),
            ("postgres://u@h/d?connect_timeout=topsecret", "connect_timeout"),
        ])
    func wrong(text: String, part: String) throws {
        let error = #expect(throws: PostgresError.self) { try PostgresURL(text) }
        #expect(error?.kind == .configuration)
        #expect(error?.field == part)
        #expect(error.map { !"\($0)".contains("topsecret") } == true)
    }

    @Test("a percent-encoded password is read as it was", arguments: UInt64(0)..<8)
    func passwords(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let scalars = (0..<random.below(24)).map { _ in
                random.pick(Array("aZ09 :/@?#[]%&=+;'\"\\\n\u{7F}äß€😀".unicodeScalars))
            }
            let password = String(String.UnicodeScalarView(scalars))
            let hexadecimal = Array("0123456789abcdefABCDEF")
            let encoded = password.utf8.map { byte in
                "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
            }.joined()
            let url = try PostgresURL("postgres://anna:\(encoded)@db.example/herald?sslmode=require")
            #expect(url.parameters["password"] ?? "" == password)
            #expect("\(url)" == "postgres://anna@db.example/herald")
        }
    }

    @Test("a damaged URL is read or refused, and neither shows the password", arguments: UInt64(0)..<8)
    func damaged(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = "postgres://anna:topsecret@db.example:5433/herald?sslmode=require&application_name=a%20b"
        let marks = Array(":/@?#[]%&=+, \0\n9aZ😀")
        for _ in 0..<250 {
            var text = Array(whole)
            for _ in 0...random.below(3) {
                let place = random.below(text.count + 1)
                switch random.below(4) {
                case 0: text.insert(random.pick(marks), at: place)
                case 1 where place < text.count: text[place] = random.pick(marks)
                case 2 where place < text.count: text.remove(at: place)
                default: text.removeSubrange(place..<min(place + random.below(12), text.count))
                }
            }
            do throws(PostgresError) {
                let url = try PostgresURL(String(text))
                // The damage may have made it a part that is no secret.
                let shown = ["user", "host", "port", "dbname"].compactMap { url.parameters[$0] }
                #expect(shown.contains { $0.contains("topsecret") } || !"\(url)".contains("topsecret"))
            } catch {
                #expect(error.kind == .configuration && !"\(error)".contains("topsecret"), "\(String(text))")
            }
        }
    }

    @Test(
        "a schema has a plain name",
        arguments: ["", "Anna", "a-b", "a\"b", "pg_x", "1a", String(repeating: "a", count: 64)])
    func schemas(name: String) throws {
        let url = try PostgresURL("postgres:///d")
        let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(url, schema: name) }
        #expect(error?.field == "schema")
        #expect(try PostgresConfiguration(url, schema: "opendid_tas").schema == "opendid_tas")
    }
}
