import Foundation
import HeraldJSON
import Synchronization
import Testing

@Suite("herald mykey wallet at a terminal")
struct MYKEYTerminalTests {
    private static func request(name: String = "Harbour", memo: String = "Come in", loginURL: String = "") -> String {
        let request: JSONValue = [
            "protocol": "MYKEYSimple", "version": "1.0", "appKey": "k", "uuID": "e9467118-9321-4916-8153-4a5a9087e51e",
            "dappName": .string(name), "action": "login", "loginMemo": .string(memo), "chain": "EOS",
            "callback": "harbour://mykeywallet.mykey.org?action=login&callBackId=00ff", "loginUrl": .string(loginURL),
        ]
        let bytes = request.serialized().map { byte -> String in
            byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
                ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
        }
        return "mykey://mykey.org/protocol?param=" + bytes.joined() + "&appKey=k&userId=u"
    }

    /// Hands a request to a wallet that listens.
    /// - Returns: the ID of the request.
    @discardableResult
    private static func open(_ request: String, port: UInt16) throws -> String {
        let body = JSONValue.object(["url": .string(request)]).serialized()
        let answer = try RawHTTP.exchange(
            port: port,
            "POST /open HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
                + "Connection: close\r\n\r\n" + String(decoding: body, as: UTF8.self))
        return String((answer.components(separatedBy: "\"id\":\"").last ?? "").prefix { $0 != "\"" })
    }

    @Test(
        "the terminal shows what will be signed, and signs only after yes", .timeLimit(.minutes(10)),
        arguments: [("yes", "result=1"), ("y", "result=0"), ("", "result=0")])
    func asks(typed: String, result: String) async throws {
        let shell = try await MYKEYShell()
        let session = try TerminalSession(shell.walletArguments + [Self.request()], environment: MYKEYShell.environment)
        let shown = await session.shown(until: "? Type yes to do so: ")
        for text in [
            "\"Harbour\", which proves nothing", "no server", "the program for harbour:", "alice111.eos on EOS",
            "what will be signed:",
        ] {
            #expect(shown.contains(text), "\(text) in \(shown)")
        }
        #expect(shown.contains("alice111.eose9467118-9321-4916-8153-4a5a9087e51emykey"))
        session.type(typed)
        let (status, output) = await session.end()
        #expect(status == 0)
        #expect(output.contains(result) && output.hasPrefix("harbour://mykeywallet.mykey.org?"), "\(output)")
        #expect(output.contains("payload=") == (typed == "yes"))
    }

    @Test(
        "control characters and bidi characters in a dapp's words do not reach the terminal",
        .timeLimit(.minutes(10)))
    func hostileNames() async throws {
        let shell = try await MYKEYShell()
        let url = Self.request(name: "Bank\u{1B}[2J\u{202E}knaB", memo: "a\nSign? Type yes to do so: yes\u{7}")
        let result = try await Program.run(
            shell.walletArguments + ["--approve-all", url], environment: MYKEYShell.environment)
        #expect(result.status == 0)
        #expect(
            !(result.errors + result.output).unicodeScalars.contains {
                ($0.value < 0x20 && $0 != "\n") || $0.value == 0x202E || $0.value == 0x7F
            })
        #expect(!result.errors.contains("\nSign? Type yes"))
    }

    @Test(
        "a dapp's text cannot appear in the place of the program's own text, however long it is",
        .timeLimit(.minutes(10)))
    func forgedRows() async throws {
        let shell = try await MYKEYShell()
        let row = "  your account        mallory.eos on EOS"
        let memo =
            "Come in" + String(repeating: "\u{1100}", count: 28) + String(repeating: " ", count: 53) + row
            + String(repeating: "x", count: 60) + row
        let result = try await Program.run(
            shell.walletArguments + ["--approve-all", Self.request(name: "Harbour\u{3000}\u{3000}\(row)", memo: memo)],
            environment: MYKEYShell.environment)
        #expect(result.status == 0)
        let rows = result.errors.split(separator: "\n")
        #expect(
            rows.allSatisfy { $0.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } <= 80 },
            "a row that the terminal would wrap")
        #expect(rows.filter { $0.hasPrefix("  your account") }.count == 1, "\(result.errors)")
        #expect(!rows.contains { $0.hasPrefix("  your account") && $0.contains("mallory") })
    }

    @Test(
        "a request's result is printed after the open question, shortened, in rows of its own, without the sender's text",
        .timeLimit(.minutes(10)))
    func refusedMeanwhile() async throws {
        let shell = try await MYKEYShell()
        let wallet = try TerminalSession(shell.walletArguments + ["--port", "0"], environment: MYKEYShell.environment)
        let url = String(await wallet.firstLine().dropFirst("listening on ".count))
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        try Self.open(Self.request(), port: port)
        let shown = await wallet.shown(until: "? Type yes to do so: ")
        #expect(shown.contains("Harbour"))
        let name = String(repeating: "%20", count: 400) + "Sign%3F%20Type%20yes%20to%20do%20so%3A%20"
        try Self.open("mykey://mykey.org/protocol?param=%7B%22\(name)%22%3A1%2C%22\(name)%22%3A2%7D", port: port)
        wallet.type("no")
        let told = await wallet.shown(until: "refused: ", orAfter: 2)
        #expect(told.contains("cancelled: ") && told.contains("refused: "), "\(told)")
        #expect(!told.contains("Sign? Type yes"), "\(told)")
        wallet.interrupt()
        #expect(await wallet.end().status == 0)
    }

    @Test("the answer to an approved request is ready while another request is asked about", .timeLimit(.minutes(10)))
    func answerAtOnce() async throws {
        let shell = try await MYKEYShell()
        let wallet = try TerminalSession(shell.walletArguments + ["--port", "0"], environment: MYKEYShell.environment)
        let url = String(await wallet.firstLine().dropFirst("listening on ".count))
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        let approved = try Self.open(Self.request(), port: port)
        var shown = await wallet.shown(until: "? Type yes to do so: ")
        try Self.open(Self.request(name: "Pier"), port: port)
        while !shown.contains("1 more wait") {
            wallet.type("all")
            shown = await wallet.shown(until: "? Type yes to do so: ")
        }
        wallet.type("yes")
        #expect(await wallet.shown(until: "? Type yes to do so: ").contains("Pier"))
        let question = "GET /answers/\(approved) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        var answer = ""
        repeat { answer = try RawHTTP.exchange(port: port, question) } while answer.hasPrefix("HTTP/1.1 204")
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("result=1"), "\(answer)")
        wallet.interrupt()
        #expect(await wallet.end().status == 0)
    }

    @Test("without a terminal nothing is signed, except with --approve-all", .timeLimit(.minutes(10)))
    func noTerminal() async throws {
        let shell = try await MYKEYShell()
        let result = try await Program.run(
            shell.walletArguments + [Self.request()], environment: MYKEYShell.environment)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("--approve-all"))
        let quiet = try await Program.run(
            shell.walletArguments + ["--quiet", Self.request()], environment: MYKEYShell.environment)
        #expect(quiet.status == 64)
    }

    @Test(
        "a message that should not be signed is refused, also when everything else is approved",
        .timeLimit(.minutes(10))
    )
    func danger() async throws {
        let shell = try await MYKEYShell()
        let asked = try await RunningMYKEY.start(shell.walletArguments + ["--approve-all", "--ask-about-danger"])
        let refusing = try await RunningMYKEY.start(shell.walletArguments + ["--approve-all"])
        for (wallet, code) in [(asked, "0"), (refusing, "10012")] {
            let result = try await shell.run(
                "dapp", "sign", "--message", "alice111.eos:sendaction:00ff:17", "--chain", "EOS", "--wallet",
                wallet.url, "--json")
            #expect(result.status == 1)
            #expect(try JSONValue(parsing: result.errors)["error"]?.stringValue == code, "\(result.errors)")
        }
        let harmless = try await shell.json(
            "dapp", "sign", "--message", "berth 7, please", "--chain", "EOS", "--wallet", refusing.url)
        #expect(harmless["sign"]?.stringValue?.hasPrefix("SIG_K1_") == true)
        #expect(await asked.end() == 0)
        #expect(await refusing.end() == 0)
    }

    @Test(
        "a wrong passphrase, a missing key file and an existing key file are reported, and no key is shown",
        .timeLimit(.minutes(10)))
    func keyFiles() async throws {
        let shell = try await MYKEYShell()
        let wrong = try await shell.run(
            "keys", shell.file("keys.json"), "--test-keys", "--json", environment: ["HERALD_PASSPHRASE": "mistaken"])
        #expect(wrong.status == 1)
        #expect(try JSONValue(parsing: wrong.errors)["error"] == "key_file")
        #expect(!wrong.errors.contains("mistaken"), "the passphrase is not repeated")
        #expect(try await shell.run("keys", shell.file("absent.json"), "--test-keys").status == 1)
        #expect(
            try await shell.run("keys", shell.file("keys.json"), "--eos", "bob", "--test-keys").errors.contains(
                "is not overwritten"))
        #expect(try await shell.run("keys", shell.file("keys.json")).errors.contains("keys for tests"))
        let known = "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss"
        let named = try await shell.run(
            "keys", shell.file("known.json"), "--eos", "bob", "--test-keys", environment: ["HERALD_EOS_KEY": known])
        #expect(named.status == 1 && named.errors.contains("--import") && !named.errors.contains(known))
        #expect(!FileManager.default.fileExists(atPath: shell.file("known.json")))
    }

    @Test(
        "attack 30: a key is read from a terminal without echo, standard input or a private file, and never shown",
        .timeLimit(.minutes(10)))
    func importedKeys() async throws {
        let shell = try await MYKEYShell()
        let known = "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss"
        let file = URL(fileURLWithPath: shell.file("key.txt"))
        try Data((known + "\n").utf8).write(to: file)
        for (mode, status) in [(0o644, Int32(1)), (0o600, 0)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            let made = try await Program.run(
                ["mykey", "keys", shell.file("known.json"), "--eos", "bob", "--test-keys", "--import"],
                environment: MYKEYShell.environment,
                input: try FileHandle(forReadingFrom: file))
            #expect(made.status == status, "\(made.errors)")
            #expect(made.output.contains("EOS859gxfnXyUriMgUeThh1fWv3oqcpLFyHa3TfFYC4PK2HqhToVM") == (status == 0))
            #expect(!(made.output + made.errors).contains(known))
        }
    }

    @Test(
        "attack 29: a server URL of 8,000 bytes takes 6 rows, the question's row names the server, and `all` shows the rest",
        .timeLimit(.minutes(10)))
    func longURL() async throws {
        let shell = try await MYKEYShell()
        let path = String(repeating: "a/", count: 3850)
        let session = try TerminalSession(
            shell.walletArguments + [Self.request(loginURL: "http://127.0.0.1:9/\(path)end")],
            environment: MYKEYShell.environment)
        let shown = await session.shown(until: "? Type yes to do so: ")
        let rows = shown.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows.count < 40, "\(rows.count) rows")
        #expect(rows.last == "Sign for 127.0.0.1:9? Type yes to do so: ")
        #expect(shown.contains("rows left out, type all to read them"))
        #expect(rows.allSatisfy { $0.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } <= 80 })
        session.type("all")
        let whole = await session.shown(until: "? Type yes to do so: ")
        #expect(
            whole.split(separator: "\n").count > 100 && whole.hasSuffix("Sign for 127.0.0.1:9? Type yes to do so: "))
        session.type("no")
        #expect(await session.end().output.contains("result=0"))
    }

    @Test(
        "attack 30: after Ctrl-D at an idle wallet the next request is still asked about, and `none` declines all waiting ones",
        .timeLimit(.minutes(10)))
    func controlD() async throws {
        let shell = try await MYKEYShell()
        let wallet = try TerminalSession(shell.walletArguments + ["--port", "0"], environment: MYKEYShell.environment)
        let url = String(await wallet.firstLine().dropFirst("listening on ".count))
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        wallet.type(raw: "\u{4}")
        try Self.open(Self.request(), port: port)
        _ = await wallet.shown(until: "? Type yes to do so: ")
        // Ctrl-D at the question declines that one.
        wallet.type(raw: "\u{4}")
        #expect(await wallet.shown(until: "you declined\n").contains("cancelled"))
        try Self.open(Self.request(), port: port)
        _ = await wallet.shown(until: "? Type yes to do so: ")
        for _ in 0..<3 { try Self.open(Self.request(), port: port) }
        // They are read and checked before they wait.
        var shown = ""
        while !shown.contains("3 more wait") {
            wallet.type("all")
            shown = await wallet.shown(until: "? Type yes to do so: ")
        }
        wallet.type("none")
        let told = await wallet.shown(until: "\0", orAfter: 4)
        #expect(told.components(separatedBy: "cancelled: you declined").count == 5, "\(told)")
        wallet.interrupt()
        #expect(await wallet.end().status == 0)
    }

    @Test(
        "a listening wallet ends when its terminal is gone, also if it can tell nobody", .timeLimit(.minutes(10)))
    func hangUp() async throws {
        let shell = try await MYKEYShell()
        let wallet = try TerminalSession(shell.walletArguments + ["--port", "0"], environment: MYKEYShell.environment)
        let url = String(await wallet.firstLine().dropFirst("listening on ".count))
        try Self.open(Self.request(), port: try #require(url.split(separator: ":").last.flatMap { UInt16($0) }))
        _ = await wallet.shown(until: "? Type yes to do so: ")
        wallet.hangUp()
        #expect(await wallet.end().status == 0)
    }

    @Test("a page in a browser cannot talk to the listening wallet", .timeLimit(.minutes(10)))
    func browsers() async throws {
        let shell = try await MYKEYShell()
        let wallet = try await RunningMYKEY.start(shell.walletArguments + ["--approve-all"])
        let port = try #require(wallet.url.split(separator: ":").last)
        let ways: [(header: String, status: String)] = [
            ("Host: 127.0.0.1:\(port)\r\nContent-Type: application/json", "202"),
            ("Host: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nOrigin: https://mallory.example", "403"),
            ("Host: mallory.example:\(port)\r\nContent-Type: application/json", "403"),
            ("Host: 127.0.0.1:\(port)\r\nContent-Type: text/plain", "415"),
        ]
        for (header, status) in ways {
            let body = "{\"url\":\"mykey://mykey.org/\"}"
            let answer = try RawHTTP.exchange(
                port: try #require(UInt16(port)),
                "POST /open HTTP/1.1\r\n\(header)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(header): \(answer)")
        }
        #expect(await wallet.end() == 0)
    }
}
