import Foundation
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Lock and PIN through the iOS SDK's interface")
struct WalletAPILockTests {
    @Test("a lock is registered with a token, only its passcode opens the wallet, and the vault's key is not returned")
    func lock() async throws {
        let world = try await APIWorld()
        #expect(try await !world.api.isLock())
        #expect(
            try await world.api.registerLock(
                hWalletToken: world.token(.PERSONALIZED), passcode: "open sesame", isLock: true))
        #expect(try await world.api.isLock())
        await world.vault.lock()
        #expect(await refusal { try await world.api.authenticateLock(passcode: "open barley") }?.code == .wrongPasscode)
        #expect(await refusal { try await world.api.isAnyKeysSaved() }?.code == .locked)
        #expect(try await world.api.authenticateLock(passcode: "open sesame") == Data())
        #expect(try await world.api.isAnyKeysSaved())
    }

    @Test("the type unlock registers no lock")
    func unlockType() async throws {
        let world = try await APIWorld()
        #expect(
            try await world.api.registerLock(
                hWalletToken: world.token(.PERSONALIZED), passcode: "open sesame", isLock: false))
        #expect(try await !world.api.isLock())
        #expect(await refusal { try await world.api.authenticateLock(passcode: "open sesame") }?.code == .lockState)
    }

    @Test("the lock's passcode can be changed; an equal new one and a missing lock are errors")
    func changeLock() async throws {
        let world = try await APIWorld()
        #expect(
            await refusal { try await world.api.changeLock(oldPasscode: "one one", newPasscode: "two two") }?.code
                == .lockState)
        try await world.api.registerLock(
            hWalletToken: world.token(.PERSONALIZE_AND_CONFIGLOCK), passcode: "one one", isLock: true)
        #expect(
            await refusal { try await world.api.changeLock(oldPasscode: "one one", newPasscode: "one one") }?.code
                == .samePIN)
        try await world.api.changeLock(oldPasscode: "one one", newPasscode: "two two")
        await world.vault.lock()
        #expect(await refusal { try await world.api.authenticateLock(passcode: "one one") }?.code == .wrongPasscode)
        try await world.api.authenticateLock(passcode: "two two")
        #expect(try await world.api.isAnyKeysSaved())
    }

    @Test("a PIN can be changed, and only the new one unlocks the key")
    func changePin() async throws {
        let world = try await APIWorld()
        let same = await refusal { try await world.api.changePin(id: "pin", oldPIN: "123456", newPIN: "123456") }
        #expect(same?.upstreamCode == "MSDKWLT00200")
        let notPIN = await refusal { try await world.api.changePin(id: "bio", oldPIN: "123456", newPIN: "111222") }
        #expect(notPIN?.upstreamCode == "MSDKWLT00201")
        try await world.api.changePin(id: "pin", oldPIN: "123456", newPIN: "111222")
        #expect(await refusal { try await world.api.authenticatePin(id: "pin", pin: "123456") }?.code == .wrongPasscode)
        try await world.api.authenticatePin(id: "pin", pin: "111222")
    }

    @Test("a right and a wrong PIN are distinguished, and a key without a PIN is an error")
    func authenticatePin() async throws {
        let world = try await APIWorld()
        try await world.api.authenticatePin(id: "pin", pin: "123456")
        #expect(await refusal { try await world.api.authenticatePin(id: "pin", pin: "123457") }?.code == .wrongPasscode)
        #expect(
            await refusal { try await world.api.authenticatePin(id: "keyagree", pin: "123456") }?.code == .notPINKey)
        #expect(
            await refusal { try await world.api.authenticatePin(id: "none", pin: "123456") }?.upstreamCode
                == "MSDKWLT00400")
    }
}
