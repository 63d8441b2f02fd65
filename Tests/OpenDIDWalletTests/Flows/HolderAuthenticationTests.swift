import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("With which keys a user signs")
struct HolderAuthenticationTests {
    @Test("as few keys as will do, and both where both are asked for")
    func choice() throws {
        let both = HolderAuthentication(keys: [.bio, .pin])
        #expect(try both.keys(meeting: []) == ["pin"])
        #expect(try both.keys(meeting: .free) == ["pin"])
        #expect(try both.keys(meeting: .bio) == ["bio"])
        #expect(try both.keys(meeting: [.pin, .bio]) == ["pin"])
        #expect(try both.keys(meeting: [.pin, .bio, .and]) == ["pin", "bio"])
    }

    @Test("a key that was not unlocked cannot be used")
    func missing() {
        let pin = HolderAuthentication(keys: [.pin])
        for required in [VerifyAuthType.bio, [.pin, .bio, .and], VerifyAuthType(rawValue: 8)] {
            let error = #expect(throws: WalletError.self) { try pin.keys(meeting: required) }
            #expect(error?.code == .keyUnlock)
        }
        #expect(throws: WalletError.self) { try HolderAuthentication(keys: []).keys(meeting: []) }
        #expect(throws: WalletError.self) { try HolderAuthentication(keys: []).single() }
    }
}
