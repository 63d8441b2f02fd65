import Foundation
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("The iOS SDK's interface")
struct WalletAPIFrontTests {
    @Test("WalletAPI.shared has no wallet until one is attached, and then works like any other")
    func shared() async throws {
        let error = await refusal { try await WalletAPI.shared.isExistWallet() }
        #expect(error?.code == .state)
        let world = try await APIWorld()
        let wallet = try await world.api.wallet()
        await WalletAPI.shared.attach { () throws(WalletError) in wallet }
        #expect(try await WalletAPI.shared.isExistWallet())
    }

    @Test("a wallet is opened once for any number of simultaneous calls, and a failure is not remembered")
    func opening() async throws {
        let world = VaultWorld()
        let count = Mutex(0)
        let wallet = try APIWorld.wallet(over: try await world.created(.memory), world)
        let api = WalletAPI { () throws(WalletError) in
            let turn = count.withLock { value in
                value += 1
                return value
            }
            guard turn > 1 else { throw WalletError(.storage, reason: "the disk is away") }
            return wallet
        }
        #expect(await refusal { try await api.isExistWallet() }?.code == .storage)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { try await api.isExistWallet() } }
            for try await exists in group { #expect(exists) }
        }
        #expect(count.withLock { $0 } == 2)
    }

    @Test("deleteWallet removes everything, and the next call opens a new wallet")
    func deleteWallet() async throws {
        let world = VaultWorld()
        await (try await world.operating()).close()
        let api = try await Self.front(world)
        #expect(try await api.isExistWallet())
        #expect(try await api.deleteWallet())
        #expect(!FileManager.default.fileExists(atPath: world.database.path))
        #expect(try await !api.isExistWallet())
    }

    @Test("deleteWallet(deleteAll: false) keeps the device and deletes the user's data")
    func deleteUser() async throws {
        let world = try await APIWorld()
        try await world.store("one")
        let device = try await world.api.getDidDocument(type: .device)
        #expect(try await world.api.deleteWallet(deleteAll: false))
        #expect(try await world.api.isExistWallet())
        #expect(try await world.api.getDidDocument(type: .device) == device)
        #expect(try await world.vault.boundUser() == nil)
        #expect(try await !world.api.isAnyKeysSaved())
        #expect(try await !world.api.isAnyCredentialsSaved())
        #expect(await refusal { try await world.api.getDidDocument(type: .holder) }?.code == .notFound)
    }

    @Test("a wallet exists if its device is registered, locked or not")
    func existence() async throws {
        let world = VaultWorld()
        let empty = WalletAPI(try APIWorld.wallet(over: try await world.open(.memory), world))
        #expect(try await !empty.isExistWallet())
        let full = try await APIWorld()
        try await full.vault.registerLock(passcode: VaultWorld.passcode)
        await full.vault.lock()
        #expect(try await full.api.isExistWallet())
    }

    @Test("both documents are returned, and the holder's even before it is registered")
    func documents() async throws {
        let world = try await APIWorld()
        #expect(try await world.api.getDidDocument(type: .device).id == VaultWorld.deviceDID)
        #expect(try await world.api.getDidDocument(type: .holder).id == VaultWorld.holderDID)
    }

    @Test("wallet info is signed with the device's key assert")
    func walletInfo() async throws {
        let world = try await APIWorld()
        let info = try await world.api.getSignedWalletInfo()
        #expect(info.wallet.did == VaultWorld.deviceDID)
        let device = try await world.api.getDidDocument(type: .device)
        let report = try await VerificationPolicy.standard(for: .signedWalletInfo).verify(
            info, at: world.world.now(), resolver: OneDocument(document: device))
        #expect(report.isValid, "\(report.failures)")
    }

    @Test("DIDAuth is signed by PIN when a passcode is given, and by biometrics otherwise")
    func didAuth() async throws {
        let world = try await APIWorld()
        let nonce = "zNxWcFU8EGWQpQhqfvRpgT"
        let holder = try await world.api.getDidDocument(type: .holder)
        for (passcode, key) in [("123456", "pin"), (nil, "bio")] as [(String?, String)] {
            let auth = try await world.api.getSignedDidAuth(authNonce: nonce, passcode: passcode)
            #expect(auth.authNonce == nonce)
            #expect(auth.proof?.verificationMethod == "\(holder.id)?versionId=1#\(key)")
            let report = try await VerificationPolicy.standard(for: .didAuth).verify(
                auth, at: world.world.now(), resolver: OneDocument(document: holder))
            #expect(report.isValid, "\(report.failures)")
        }
        let wrong = await refusal { try await world.api.getSignedDidAuth(authNonce: nonce, passcode: "654321") }
        #expect(wrong?.code == .wrongPasscode)
        #expect(wrong?.upstreamCode == "MSDKWLT05044")
    }

    @Test(
        "a server's address is found in base URLs and in complete URLs",
        arguments: [
            "http://127.0.0.1:8090", "http://127.0.0.1:8090/", "http://127.0.0.1:8090/tas",
            "http://127.0.0.1:8090/tas/",
            "http://127.0.0.1:8090/tas/api/v1", "http://127.0.0.1:8090/tas/api/v1/request-register-user",
        ])
    func addresses(_ text: String) throws {
        #expect(try ServiceBase.url(text, .tas, "tasURL").absoluteString == "http://127.0.0.1:8090")
    }

    @Test("a path before a server's own is kept, and a text that is not an HTTP URL is refused with its parameter")
    func otherAddresses() throws {
        #expect(try ServiceBase.url("https://h/a/api-gateway/api/v1", .gateway, "g").absoluteString == "https://h/a")
        #expect(try ServiceBase.url("https://h/x/y/z", .tas, "g").absoluteString == "https://h/x/y/z")
        for text in ["", "tas", "/tas/api/v1", "ftp://h/tas", "http://", "http://h?x=1", "http://u@h", "http://h#f"] {
            let error = #expect(throws: WalletError.self) { try ServiceBase.url(text, .tas, "tasURL") }
            #expect(error?.field == "tasURL")
            #expect(error?.upstreamCode == "MSDKWLT05002")
        }
    }

    private static func front(_ world: VaultWorld) async throws -> WalletAPI {
        WalletAPI { () throws(WalletError) in
            do {
                return try APIWorld.wallet(over: try await world.open(), world)
            } catch {
                throw error as? WalletError ?? WalletError(.storage, reason: "\(error)")
            }
        }
    }
}

/// A registry of one document.
struct OneDocument: DIDResolver {
    let document: DIDDocument

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        did == document.id ? ResolvedDID(document: document, status: .activated) : nil
    }
}
