import Dispatch
import Foundation
import MYKEYWalletLib
import MYKEYWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The samples of the articles on asking a wallet, word for word; ``MYKEYSnippetTests`` compares and runs them.
enum MYKEYSamples {
    static func landing(opener: any URLOpening, loginID: String, show: (String) -> Void) async {
        let session = DappSession(.light(dappName: "Harbour", scheme: "demoscheme"), opener: opener)
        let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login", loginMemo: "Come in")
        do {
            let hint = try await session.authorize(login, uuID: loginID)
            show("finishing the login of \(hint.account)")
        } catch {
            show(error.isCancelled ? "declined" : error.reason)
        }
    }

    static func show(_ hint: LoginPayload, session: String, at status: URL) -> URLRequest {
        var request = URLRequest(url: status)
        request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
        request.setValue(hint.returnCode?.exposedText, forHTTPHeaderField: "Login-Code")
        return request
    }

    static func binding(opener: any URLOpening, userID: String) -> DappSession {
        let configuration = DappConfiguration.binding(
            appKey: "harbour-1", userID: userID, dappName: "Harbour", dappIcon: "https://harbour.example/icon.png", scheme: "demoscheme")
        return DappSession(configuration, opener: opener, timeout: .seconds(120))
    }

    static func openedWith(_ url: URL, session: DappSession) -> String {
        switch session.handle(url.absoluteString) {
        case .delivered: return "answered"
        case .ignored(.late): return "too late"
        case .ignored(let reason): return "not for us: \(reason)"
        }
    }

    static func login(loginID: String) async throws -> String {
        let opener = try LoopbackHTTPOpener(wallet: "http://127.0.0.1:8460")
        let session = DappSession(.light(dappName: "Harbour", scheme: "demoscheme"), opener: opener)
        let hint = try await session.authorize(WalletRequest.Login(), chain: .eos, uuID: loginID)
        return hint.account
    }

    static func code(session: DappSession, loginID: String) throws -> String {
        let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
        return try session.qrText(for: DappRequest(.login(login), uuID: loginID), lifetime: .seconds(120))
    }

    static func older(queue: DispatchQueue, opener: any URLOpening, userID: UUID) {
        let initData = InitRequest()
        initData.appKey = "harbour-1"
        initData.UUID = userID
        initData.dappName = "Harbour"
        initData.scheme = "demoscheme"
        MYKEYWallet.shared.initWallet(initData: initData)
        MYKEYWallet.shared.opener = opener
        MYKEYWallet.shared.callbackQueue = queue
    }
}
