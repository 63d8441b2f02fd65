import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("The keys with which a user signs")
struct HolderAuthenticationTests {
    @Test("a user signs with as few keys as suffice, and with both if both are required")
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
