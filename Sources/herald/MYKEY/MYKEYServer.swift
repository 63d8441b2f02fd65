import ArgumentParser
import Foundation
import HeraldJSON
import HeraldPeer
import Logging
import MYKEYHummingbird
import MYKEYServices
import MYKEYWire

/// `herald mykey server`: a dapp's back end on this machine.
struct MYKEYServer: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Run a dapp's back end: begin logins, take what wallets post, say who logged in.",
        discussion: """
            Listens on the loopback interface; the first line on standard output is "listening on http://HOST:PORT", each login is one more. \
            POST /begin begins a login, wallets post to /login, GET /status with the session as bearer token says what became of it.
            """)

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8470

    @Option(help: "Remember logins in this file; in memory unless told, and then a restart forgets what was accepted.", completion: .file())
    var data: String?

    @OptionGroup var decision: DecisionOptions

    @Flag(help: "Refuse logins without the text that names this server.")
    var requireTag = false

    @Option(help: "How many seconds a looked-up key is believed, 60 at most.")
    var cache: Int64 = 30

    @Option(help: ArgumentHelp("A user's stable id in two-way binding, waited for again and again.", valueName: "uuid"))
    var bind: [String] = []

    @OptionGroup(title: "Who knows the accounts' keys")
    var chain: ChainOptions

    @OptionGroup var proxy: ProxyOptions

    @Flag(help: "Say nothing of refusals on standard error.")
    var quiet = false

    @Flag(help: "Print a JSON object for each login.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    func act() async throws {
        let keys = CachingKeySource(try chain.requiredSource(), seconds: cache)
        let store = try data.map { try SQLiteReplayStore(path: $0) } ?? SQLiteReplayStore.inMemory()
        var logger = Logger(label: "herald.mykey") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = quiet ? .critical : .notice
        let (port, bind, requireTag, output, log) = (port, bind, requireTag, SafeOutput(json: json), logger)
        let untagged = decision.rules
        var limits = LoopbackServer.limits
        limits.proxies = try proxy.proxies()
        let listening = limits
        try await ListenUntilSignal.run {
            let desk = try await LoginDesk.start(port: port, limits: listening, logger: log) { domain in
                var rules = untagged
                rules.tagged = requireTag ? .required(domain: domain) : .checked(domain: domain)
                return CallbackService(rules: rules, keys: keys, store: store, onLogin: { login in
                    output.json
                        ? output.line(SafeText.json(login.json)) : output.line("login  \(login.caip10)\(login.isTagged ? "" : "  (names no server)")")
                })
            }
            for uuID in bind { try await desk.service.bind(uuID: uuID) }
            return desk
        }
    }
}

/// What a server takes.
struct DecisionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A dapp key that is this server's, for two-way binding.", valueName: "key"))
    var dappKey: [String] = []

    @Option(help: ArgumentHelp("A wallet that may log in, as it names itself; mykey unless told.", valueName: "name"))
    var ref: [String] = []

    var rules: CallbackRules { CallbackRules(dappKeys: dappKey, allowedRefs: ref.isEmpty ? [LoginStatement.ref] : ref) }
}
