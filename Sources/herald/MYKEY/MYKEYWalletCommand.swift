import ArgumentParser
import Foundation
import HeraldJSON
import MYKEYLocalServers
import MYKEYServices
import MYKEYWire

/// The command `herald mykey wallet`: answers the requests of dapps after asking the user.
struct MYKEYWalletCommand: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Answer dapps: show the text to sign, ask, sign, post, return.",
        discussion: """
            Listens on the loopback interface. The first line on standard output is "listening on http://HOST:PORT". With a URL, or with one in \
            the environment variable MYKEY_REQUEST_URL, it answers only that request and prints the URL that returns to the dapp.

            The wallet shows requests on standard error, and signs nothing before you type "yes". It cuts long texts; "all" shows them completely. \
            "none" declines a request and all that wait behind it. A request that is not answered within five minutes is declined.
            """)

    @Argument(help: "The URL that a dapp opened, or the text of its QR code. Without it the wallet listens.")
    var url: String?

    @OptionGroup var keyFile: KeyFileOptions

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8460

    @Option(help: "The name of this wallet in signed texts. Servers have a list of the names that they accept.")
    var ref = LoginStatement.ref

    @Flag(help: "Sign everything that is not dangerous without asking; for tests.")
    var approveAll = false

    @Flag(help: "Also post to servers on this machine, over http; for development.")
    var allowLoopback = false

    @Flag(help: "Ask a second time about messages that should not be signed, instead of refusing them.")
    var askAboutDanger = false

    @Flag(help: "Also return to https URLs, and to http URLs of this machine.")
    var webCallbacks = false

    @Option(
        help: ArgumentHelp(
            "Also return to this scheme, which does not look like a dapp's own, such as my-app.", valueName: "scheme"))
    var allowScheme: [String] = []

    @Option(help: "Store in this file the users of dapps to which the accounts are bound.", completion: .file())
    var bindings: String?

    @OptionGroup(title: "Look-up of accounts before they sign")
    var chain: ChainOptions

    @Flag(help: "Print nothing on standard error; only with --approve-all.")
    var quiet = false

    @Flag(help: "Print a JSON object for each request.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard !quiet || approveAll else {
            throw ValidationError("Use --quiet only with --approve-all, because it cannot ask the user.")
        }
    }

    func act() async throws {
        let request = url ?? ProcessInfo.processInfo.environment["MYKEY_REQUEST_URL"]
        // The terminal is checked before the passphrase is read, so that the user does not type it in vain.
        let isListening = request == nil
        let person = try TerminalPerson(approvesAll: approveAll, isQuiet: quiet) {
            // The program sends itself the signal with which a person would stop it, because the listener then finishes its requests.
            if isListening { kill(getpid(), SIGTERM) }
        }
        let wallet = try wallet(person)
        let output = SafeOutput(json: json)
        guard let request else {
            let json = json
            let server = LocalWalletServer { url in
                let outcome = await wallet.answer(url: url)
                if json { output.say(OutcomeReport.facts(outcome)) }
                // The dapp gets its answer even while the question about another request is open.
                if !json { person.tellLater(OutcomeReport.lines(outcome)) }
                return outcome.returnURL
            }
            let port = port
            return try await ListenUntilSignal.run { try await server.listen(port: port) }
        }
        let outcome = await wallet.answer(url: request)
        if json {
            output.say(OutcomeReport.facts(outcome))
        } else {
            await person.tell(OutcomeReport.lines(outcome))
            if let url = outcome.returnURL { output.line(SafeText.line(url)) }
        }
        if !outcome.isSuccess, outcome.returnURL == nil { throw ExitCode.failure }
    }

    private func wallet(_ person: TerminalPerson) throws -> AnsweringWallet {
        var policy = WalletPolicy()
        policy.ref = ref
        policy.dangerousMessages = askAboutDanger ? .askAgain : .refuse
        policy.allowsWebCallbacks = webCallbacks
        policy.allowedSchemes = Set(allowScheme)
        let table: any BindingTable
        if let bindings { table = try SQLiteBindingTable(path: bindings) } else { table = MemoryBindingTable() }
        // The answers are cached for a few seconds to limit the requests to nodes, because anybody can send requests and the key is looked
        // up before the user is asked.
        let chain = try chain.source().map { CachingKeySource($0, lifetime: .seconds(5)) }
        return AnsweringWallet(
            accounts: try keyFile.accounts(),
            transport: HTTPCallbackTransport(rules: allowLoopback ? .loopbackToo : .publicOnly),
            policy: policy, bindings: table, chain: chain,
            approve: { await person.decide($0) })
    }
}

/// Reports the outcome of a request to the user or to a script.
enum OutcomeReport {
    /// Returns the outcome for scripts. It contains the signature, as the dapp's answer does.
    static func facts(_ outcome: WalletOutcome) -> [(name: String, value: JSONValue)] {
        var facts: [(name: String, value: JSONValue)] = [
            ("end", .string(outcome.end.rawValue)), ("code", .int(Int64(outcome.code.rawValue))),
            ("message", .string(outcome.message)),
        ]
        if let code = outcome.typedCode { facts.append(("typedCode", .string(code.groups))) }
        if let url = outcome.returnURL { facts.append(("returnURL", .string(url))) }
        if let text = outcome.shown?.textToSign { facts.append(("signed", .string(text))) }
        if let body = outcome.postedBody, let value = try? JSONValue(parsing: body) { facts.append(("body", value)) }
        if let reply = outcome.reply {
            facts.append(("reply", ["code": .int(Int64(reply.code)), "message": .string(reply.message)]))
        }
        return facts
    }

    /// Returns the outcome for the person at the terminal. Its message may contain a text of the server.
    static func lines(_ outcome: WalletOutcome, width: Int = WrappedText.terminalWidth) -> [String] {
        let message = String(outcome.message.unicodeScalars.prefix(1024))
        let told = WrappedText.lines(
            SafeText.line(message), first: "\(outcome.end.rawValue): ", rest: "  ", width: width)
        guard let code = outcome.typedCode else { return told }
        let host = SafeText.line(outcome.shown?.serverHost ?? "the server")
        return told
            + WrappedText.lines(
                "type this code where you began, at \(host), and tell it to nobody:", first: "", rest: "  ",
                width: width)
            + WrappedText.lines(code.groups, first: "  ", rest: "  ", width: width)
    }
}
