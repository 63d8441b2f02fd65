import ArgumentParser
import Foundation
import HeraldJSON
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire

/// The command `herald mykey dapp`: sends a request to a wallet, and prints the wallet's answer and the decision of the dapp's server.
struct MYKEYDapp: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "dapp", abstract: "Ask a wallet to log in or to sign a text, and print the answer.",
        discussion: """
            With --server the login begins and ends at the server, and the server decides, not the wallet. Exits with 1 if there is no answer, \
            if the user declines, or if the server does not let the account in.
            """)

    /// The kind of request that is sent.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case login, sign
    }

    @Argument(help: "The action: \(Action.allCases.map(\.rawValue).joined(separator: ", ")).")
    var action = Action.login

    @Option(help: ArgumentHelp("The URL of a wallet that listens on this machine.", valueName: "url"))
    var wallet = "http://127.0.0.1:8460"

    @Option(
        help: ArgumentHelp(
            "Start this program as the wallet. It receives the request in MYKEY_REQUEST_URL.", valueName: "path"))
    var walletProgram: String?

    @Flag(help: "Show a QR code instead, and wait until the server receives the phone's answer.")
    var qr = false

    @Option(help: ArgumentHelp("The dapp's back end, such as `herald mykey server`.", valueName: "url"))
    var server: String?

    @Flag(
        name: .customLong("insecure-http"),
        help: "Also use http, which is not encrypted, for a --server on another machine.")
    var insecureHTTP = false

    @Option(help: ArgumentHelp("The URL to which the wallet posts, if there is no --server.", valueName: "url"))
    var callbackURL: String?

    @Option(help: ArgumentHelp("The login's ID, if there is no --server. Defaults to a random one.", valueName: "uuid"))
    var uuid: String?

    @Option(help: "The chain to log in with: \(MYKEYChain.allCases.map(\.rawValue).joined(separator: ", ")).")
    var chain = MYKEYChain.any

    @Option(help: "The dapp's name, shown to the user.")
    var name = "Herald"

    @Option(help: "The scheme that the wallet returns to.")
    var scheme = defaultScheme

    /// The URL scheme that `herald mykey dapp` uses by default. `herald mykey server` accepts logins that return to it.
    static let defaultScheme = "heralddapp"

    @Option(help: "A text for the user.")
    var memo: String?

    @Option(help: "The dapp's key, for two-way binding.")
    var appKey: String?

    @Option(help: "The dapp's own ID of its user, for two-way binding.")
    var user: String?

    @Option(help: "The form of the request's URL: \(RequestForm.allCases.map(\.rawValue).joined(separator: ", ")).")
    var form = RequestForm.mykey

    @Option(help: "The text to sign; on Ethereum, 0x and hexadecimal digits.")
    var message: String?

    @Option(help: "The number of seconds to wait for the answer.")
    var timeout: Seconds = 600

    @Flag(help: "Print JSON.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (action == .sign) == (message != nil) else {
            throw ValidationError("Use --message with sign, and only there.")
        }
        guard (appKey == nil) == (user == nil) else { throw ValidationError("Give --app-key and --user together.") }
        guard server == nil || user == nil else {
            throw ValidationError(
                "With --user there is no login that --server began, so give --callback-url instead."
            )
        }
        guard !qr || (action == .login && server != nil) else {
            throw ValidationError("Use --qr only for login, with --server.")
        }
        guard server == nil || (callbackURL == nil && uuid == nil && action == .login) else {
            throw ValidationError(
                "Use --server only for login, without callback URL and uuID, which it chooses itself.")
        }
        guard (.seconds(1) ... .seconds(86_400)).contains(timeout.duration) else {
            throw ValidationError("--timeout is 1 to 86400 seconds.")
        }
    }

    func act() async throws {
        let session = DappSession(configuration, opener: try opener(), timeout: timeout.duration)
        switch action {
        case .login: try await logIn(session)
        case .sign:
            guard let message else { throw ValidationError("--message is for sign, and sign needs it.") }
            let sign = WalletRequest.Sign(message: message, signUrl: callbackURL)
            let payload = try await session.sign(sign, chain: asked, uuID: uuid, form: form)
            SafeOutput(json: json).say([("sign", .string(payload.sign))])
        }
    }

    private func logIn(_ session: DappSession) async throws {
        guard let server else {
            let login = WalletRequest.Login(loginUrl: callbackURL, loginMemo: memo)
            let payload = try await session.authorize(login, chain: asked, uuID: uuid, form: form)
            return SafeOutput(json: json).say(Self.facts(payload))
        }
        let loginServer = try LoginServerClient(server: server, allowsInsecure: insecureHTTP)
        let begun = try await loginServer.begin()
        let login = WalletRequest.Login(loginUrl: loginServer.callbackURL, loginMemo: memo)
        var facts: [(name: String, value: JSONValue)] = []
        let status: JSONValue
        if qr {
            try show(session.qrText(for: DappRequest(.login(login), chain: asked, uuID: begun.uuID)))
            let typed = TypedCodes()
            status = try await loginServer.outcome(of: begun, typed: typed.take)
        } else {
            let code: ReturnCode?
            do {
                let payload = try await session.authorize(login, chain: asked, uuID: begun.uuID, form: form)
                (facts, code) = (Self.facts(payload), payload.returnCode)
            } catch {
                // In the base protocol, the answer only says that the wallet has finished. Only the server knows who has logged in.
                guard form == .simpleWallet, let brought = error.returnCode else { throw error }
                code = brought
            }
            status = try await loginServer.status(of: begun.session, code: code)
        }
        facts.append(("verdict", status["status"] ?? "unknown"))
        if let login = status["login"] { facts.append(("login", login)) }
        SafeOutput(json: json).say(facts)
        guard status["status"] == "accepted" else { throw ExitCode.failure }
    }

    private func show(_ text: String) throws {
        FileHandle.standardError.writeIfPossible(try QRCode(text).terminalLines().joined(separator: "\n") + "\n")
        if !json { SafeOutput(json: false).line(SafeText.line(text)) }
    }

    /// Returns the content of the wallet's answer. It is only a claim, because the server checks the signature.
    private static func facts(_ payload: LoginPayload) -> [(name: String, value: JSONValue)] {
        [
            ("account", .string(payload.account)), ("chain", payload.chain.map { .string($0.rawValue) } ?? .null),
            ("uuID", .string(payload.dappUserId)), ("wallet", .string(payload.origin)),
            ("timestamp", .int(payload.timestamp.seconds)),
            ("signature", .string(payload.signature)),
        ]
    }

    private var asked: MYKEYChain? { chain == .any ? nil : chain }

    private var configuration: DappConfiguration {
        if let appKey, let user { return .binding(appKey: appKey, userID: user, dappName: name, scheme: scheme) }
        return .light(dappName: name, scheme: scheme)
    }

    private func opener() throws -> any URLOpening {
        if qr { return PrintingOpener { _ in } }
        if let walletProgram { return ChildProcessOpener(executable: walletProgram) }
        return try LoopbackHTTPOpener(wallet: wallet)
    }
}

extension MYKEYChain: ExpressibleByArgument {}
extension RequestForm: ExpressibleByArgument {}
