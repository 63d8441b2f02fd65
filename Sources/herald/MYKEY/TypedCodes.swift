import Foundation
import MYKEYWire
import Synchronization

/// The code of a login by QR code. The phone shows it, and a person types it here. The published wallets show none, and nothing is typed.
final class TypedCodes: Sendable {
    private let typed = Mutex<ReturnCode?>(nil)

    /// Asks for a code, and reads lines until standard input or the program ends.
    init() {
        Self.say("If your wallet shows a code, type it here: ")
        Thread.detachNewThread { [weak self] in
            while let line = readLine(strippingNewline: true) {
                guard let self else { return }
                guard let code = try? ReturnCode(line) else {
                    Self.say("That is no code; it has 32 digits and letters from a to f: ")
                    continue
                }
                self.typed.withLock { $0 = code }
            }
        }
    }

    /// Returns what was typed since the last call.
    func take() -> ReturnCode? {
        typed.withLock { code in
            defer { code = nil }
            return code
        }
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
