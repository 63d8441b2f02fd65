import Foundation
import MYKEYWire
import Synchronization

/// Reads the code of a login with a QR code. The phone shows the code, and the person types it into this program. The published wallets
/// show no code, and the person then types nothing.
final class TypedCodes: Sendable {
    private let typed = Mutex<ReturnCode?>(nil)

    /// Asks for a code, and reads lines until standard input ends or the program ends.
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

    /// Returns the code that was typed since the last call, or `nil`.
    func take() -> ReturnCode? {
        typed.withLock { code in
            defer { code = nil }
            return code
        }
    }

    private static func say(_ text: String) { FileHandle.standardError.writeIfPossible(text) }
}
