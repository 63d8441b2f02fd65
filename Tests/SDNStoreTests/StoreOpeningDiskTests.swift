import Foundation
import SDNSDK
import TestSupport
import Testing

@Suite("Opening a store")
struct StoreOpeningDiskTests {
    /// A cipher that waits until the test lets it go on.
    private struct HeldCipher: MXStoreCipher {
        let entered = OneShot<Void>()
        let turnstile = DispatchSemaphore(value: 0)

        func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
            entered.fulfil(.success(()))
            turnstile.wait()
            turnstile.signal()
            return bytes
        }
        func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] { sealed }
    }

    @Test("the store can be asked for its file while the file is being opened", .timeLimit(.minutes(10)))
    func asked() async throws {
        let folder = try TemporaryFolder(), cipher = HeldCipher()
        let store = MXFileStore(directory: folder.url, cipher: cipher)
        let opening = Task { try await store.open(with: Sample.credentials) }
        try await cipher.entered.value()
        #expect(store.file == nil && store.recovery == nil)
        cipher.turnstile.signal()
        try await opening.value
        #expect(store.file != nil)
        await store.close()
    }
}
