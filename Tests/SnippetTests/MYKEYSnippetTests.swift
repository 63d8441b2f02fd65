import Dispatch
import Foundation
import MYKEYWalletLib
import MYKEYWire
import TestSupport
import Testing

@Suite("Asking a MYKEY wallet", .serialized)
struct MYKEYSnippetTests {
    private static let payload = """
        {"account":"mykeydoctest","chain":"EOS","dappUserId":"once-77","origin":"mykey","protocol":"MYKEY","signature":"SIG_K1_x","timestamp":1}
        """

    /// A wallet whose user always decides the same.
    private static func wallet(_ result: WalletAnswer.Outcome, payload: String? = payload) -> InProcessOpener {
        InProcessOpener { url in
            guard let request = try? WalletURL(url).request, let route = AnswerRoute(request) else { return nil }
            return try? WalletAnswer(route, result: result, payload: payload).url(callback: route.callback)
        }
    }

    @Test("the compiled sample of authorize is the specification's, word for word")
    func wordForWord() throws {
        let sample = try PackageFiles.text("Tests/SnippetTests/Snippets/mykey-authorize.txt")
        let compiled = try PackageFiles.text("Tests/SnippetTests/UseCases/MYKEYAuthorize.swift")
        let lines = sample.split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n")
        #expect(!sample.isEmpty && compiled.contains("{\n" + indented))
    }

    @Test("the sample runs on the main actor and shows the decision of the wallet's user")
    @MainActor
    func runs() async throws {
        for (opener, toast) in [
            (Self.wallet(.success), "success"), (Self.wallet(.cancelled, payload: nil), "cancelled"),
            (Self.wallet(.failure, payload: FailurePayload(.MYKEYAccountNotExist).payload), "failure"),
        ] {
            MYKEYSamples.older(queue: .main, opener: opener, userID: UUID())
            let controller = ToastController()
            controller.authorize()
            #expect(try await controller.view.toasts.value() == toast)
        }
    }

    @Test(
        "the samples in the module's documentation are those that are compiled here",
        arguments: ["MYKEYWalletLib", "AskAWalletToLogIn"])
    func articles(name: String) throws {
        let text = try PackageFiles.text("Sources/MYKEYWalletLib/MYKEYWalletLib.docc/\(name).md")
        let source = try ["MYKEYSamples.swift", "UseCases/MYKEYAuthorize.swift"].map {
            try PackageFiles.text("Tests/SnippetTests/" + $0)
        }.joined()
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).drop {
                $0.hasPrefix("import ") || $0.isEmpty
            }
            let indented = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n").trimmingCharacters(
                in: .newlines)
            #expect(source.contains(indented), "\(block)")
        }
    }

    @Test("the samples run: a login, a refusal, a late answer, a code")
    func samples() async throws {
        let shown = Outcome<String>()
        await MYKEYSamples.landing(opener: Self.wallet(.success), loginID: "once-77") { shown.set($0) }
        #expect(try await shown.value() == "finishing the login of mykeydoctest")
        await MYKEYSamples.landing(opener: Self.wallet(.cancelled), loginID: "once-77") { shown.set($0) }
        #expect(try await shown.value() == "declined")

        let session = MYKEYSamples.binding(opener: Self.wallet(.success), userID: "u-1")
        #expect(try await session.authorize(WalletRequest.Login()).account == "mykeydoctest")
        let url = try #require(URL(string: "demoscheme://mykeywallet.mykey.org?callBackId=1&result=1"))
        #expect(MYKEYSamples.openedWith(url, session: session) == "not for us: unknownRequest")
        #expect(try MYKEYSamples.code(session: session, loginID: "once-77").contains("\"uuID\":\"once-77\""))
    }
}
