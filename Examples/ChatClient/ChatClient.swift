import Foundation
import SDNSDK

/// A chat in a terminal. The article "A client in a terminal" explains it, and the tests run it against a node.
@main
struct ChatClient {
    static let usage = """
        usage: ChatClient NODE-URL [FOLDER]
               ChatClient NODE-URL FOLDER --push JSON
        FOLDER has the login, the wallet's key and the messages; it defaults to chat-data. The key of another wallet comes from CHAT_WALLET_KEY
        (64 hexadecimal digits) at the first start. With --push, the program shows the notification of a push message and ends.
        """

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let node = arguments.first.flatMap(URL.init), node.scheme?.hasPrefix("http") == true else {
            Screen.show(lines: usage)
            exit(2)
        }
        let folder = URL(fileURLWithPath: arguments.dropFirst().first ?? "chat-data", isDirectory: true)
        let login = Login(node: node, folder: folder)
        do {
            if arguments.count == 4, arguments.dropFirst(2).first == "--push", let payload = arguments.last {
                return try await Notifications(login: login).show(payload)
            }
            let session = try await login.session()
            await Chat(session).run(Screen.typedLines())
            await session.close()
        } catch {
            Screen.show("error: \(error.localizedDescription)")
            exit(1)
        }
    }
}
