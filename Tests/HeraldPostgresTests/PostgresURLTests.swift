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
