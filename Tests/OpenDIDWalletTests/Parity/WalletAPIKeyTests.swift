import Foundation
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Keys and documents through the iOS SDK's interface")
struct WalletAPIKeyTests {
    /// A bound user without keys.
    private func personalized() async throws -> APIWorld {
        let world = try await APIWorld(operating: false)
        try await world.api.bindUser(hWalletToken: world.token(.PERSONALIZED))
        return world
    }

    @Test("keys for the first document are free, under a PIN or biometric, and a second key of a name is refused")
    func generateKeyPair() async throws {
        let world = try await personalized()
        let token = try await world.token(.CREATE_DID)
        #expect(try await !world.api.isAnyKeysSaved())
        #expect(try await world.api.generateKeyPair(hWalletToken: token, keyId: "keyagree", algType: .secp256r1))
        #expect(
            try await world.api.generateKeyPair(
                hWalletToken: token, passcode: "123456", keyId: "pin", algType: .secp256r1))
        #expect(
            try await world.api.generateKeyPair(
                hWalletToken: token, keyId: "bio", algType: .secp256r1, promptMsg: "Show your face"))
        let twice = await refusal {
            try await world.api.generateKeyPair(
                hWalletToken: token, passcode: "123456", keyId: "pin", algType: .secp256r1)
        }
        #expect(twice?.upstreamCode == "MSDKWLT00100")
        #expect(try await world.api.getKeyInfos(keyType: []).map(\.accessMethod) == [.none, .pin, .biometric])
        #expect(world.api.prompt("bio") == "Show your face")
        let rsa = await refusal {
            try await world.api.generateKeyPair(hWalletToken: token, keyId: "other", algType: .rsa)
        }
        #expect(rsa?.upstreamCode == "MSDKWLT00900")
        // A token for updates makes no first keys.
        let update = try await world.token(.UPDATE_DID)
        #expect(
            await refusal {
                try await world.api.generateKeyPair(hWalletToken: update, keyId: "new", algType: .secp256r1)
            }?.code == .state)
    }

    @Test(
        "the first document lists the keys by their names, is signed with PIN and device key, and is stored when registered"
    )
    func firstDocument() async throws {
        let world = try await personalized()
        let token = try await world.token(.CREATE_DID)
        for (id, passcode) in [("pin", "123456"), ("keyagree", nil)] as [(String, String?)] {
            try await world.api.generateKeyPair(hWalletToken: token, passcode: passcode, keyId: id, algType: .secp256r1)
        }
        let document = try await world.api.createHolderDIDDocument(hWalletToken: token)
        #expect(document.versionId == "1")
        #expect(document.controller == "did:omn:tas")
        #expect(document.keyNames(for: .assertionMethod) == ["pin"])
        #expect(document.keyNames(for: .authentication) == ["pin"])
        #expect(document.keyNames(for: .keyAgreement) == ["keyagree"])
        #expect(try await world.vault.document(.holder) == nil)
        #expect(try await world.api.getDidDocument(type: .holder).id == document.id)
        let missing = await refusal { try await world.api.createSignedDIDDoc() }
        #expect(missing?.code == .keyUnlock)
        let envelope = try await world.api.createSignedDIDDoc(passcode: "123456")
        let inside = try envelope.openOwner()
        let own = try await VerificationPolicy.standard(for: .holderDIDDocument).verify(
            inside.value, at: world.world.now(), resolver: OneDocument(document: document))
        #expect(own.isValid, "\(own.failures)")
        let device = try await world.api.getDidDocument(type: .device)
        let outer = try await VerificationPolicy.standard(for: .signedDIDDoc).verify(
            envelope, at: world.world.now(), resolver: OneDocument(document: device))
        #expect(outer.isValid, "\(outer.failures)")
        #expect(await refusal { try await world.api.saveHolderDIDDocument() }?.code == .state)
        world.trust.register(document)
        try await world.api.saveHolderDIDDocument()
        #expect(try await world.vault.state() == .operation)
        #expect(try await world.vault.document(.holder)?.id == document.id)
        #expect(await refusal { try await world.api.saveHolderDIDDocument() }?.upstreamCode == "MSDKWLT01304")
        #expect(
            await refusal { try await world.api.createHolderDIDDocument(hWalletToken: token) }?.upstreamCode
                == "MSDKWLT05050")
    }

    @Test("an app of release 1, which saves nothing, continues after its document was registered")
    func releaseOne() async throws {
        let world = try await personalized()
        let token = try await world.token(.CREATE_DID)
        try await world.api.generateKeyPair(hWalletToken: token, passcode: "123456", keyId: "pin", algType: .secp256r1)
        try await world.api.generateKeyPair(hWalletToken: token, keyId: "keyagree", algType: .secp256r1)
        let document = try await world.api.createHolderDIDDocument(hWalletToken: token)
        _ = try await world.api.createSignedDIDDoc(passcode: "123456")
        let nonce = "zNxWcFU8EGWQpQhqfvRpgT"
        #expect(
            await refusal { try await world.api.getSignedDidAuth(authNonce: nonce, passcode: "123456") }?.code == .state
        )
        world.trust.register(document)
        #expect(try await world.api.getSignedDidAuth(authNonce: nonce, passcode: "123456").did == document.id)
        #expect(try await world.vault.state() == .operation)
    }

    @Test(
        "the results of an unfinished sequence of calls are stored if the registry has them, and deleted otherwise",
        arguments: [true, false])
    func leftovers(isRegistered: Bool) async throws {
        let world = try await personalized()
        let token = try await world.token(.CREATE_DID)
        try await world.api.generateKeyPair(hWalletToken: token, passcode: "123456", keyId: "pin", algType: .secp256r1)
        try await world.api.generateKeyPair(hWalletToken: token, keyId: "keyagree", algType: .secp256r1)
        let document = try await world.api.createHolderDIDDocument(hWalletToken: token)
        if isRegistered { world.trust.register(document) }
        try await world.api.wallet().resume()
        #expect(try await world.vault.document(.holder)?.id == (isRegistered ? document.id : nil))
        #expect(try await world.api.isSavedKey(keyId: "pin") == isRegistered)
    }

    @Test("an update removes a key and adds one, and the old keys are deleted when the new version is registered")
    func update() async throws {
        let world = try await APIWorld()
        let token = try await world.token(.UPDATE_DID)
        let before = try await world.api.getDidDocument(type: .holder)
        let unchanged = await refusal { try await world.api.updateHolderDIDDocument(hWalletToken: token) }
        #expect(unchanged?.code == .parameter)
        try await world.api.deleteKeyPair(hWalletToken: token, keyId: "bio")
        try await world.api.deleteKeyPair(hWalletToken: token, keyId: "pin")
        #expect(try await !world.api.isSavedKey(keyId: "pin"))
        try await world.api.generateKeyPair(hWalletToken: token, passcode: "777888", keyId: "pin", algType: .secp256r1)
        let next = try await world.api.updateHolderDIDDocument(hWalletToken: token)
        #expect(next.versionId == "2")
        #expect(next.id == before.id)
        #expect(next.verificationMethod.map(\.id).sorted() == ["keyagree", "pin"])
        #expect(next.verificationMethod.first { $0.id == "pin" } != before.verificationMethod.first { $0.id == "pin" })
        let stuck = await refusal { try await world.api.deleteKeyPair(hWalletToken: token, keyId: "pin") }
        #expect(stuck?.code == .state)
        _ = try await world.api.createSignedDIDDoc(passcode: "777888")
        // Until the registry has the new version, the registered one counts.
        let auth = try await world.api.getSignedDidAuth(authNonce: "zNxWcFU8EGWQpQhqfvRpgT", passcode: "123456")
        #expect(auth.proof?.verificationMethod.contains("versionId=1#pin") == true)
        #expect(try await world.vault.keyInfos(.holder).map(\.id).sorted() == ["bio", "keyagree", "pin"])
        world.trust.register(next)
        try await world.api.saveHolderDIDDocument()
        #expect(try await world.vault.keyInfos(.holder).map(\.id).sorted() == ["keyagree", "pin"])
        try await world.api.authenticatePin(id: "pin", pin: "777888")
        #expect(try await world.api.getDidDocument(type: .holder).versionId == "2")
    }

    @Test("several keys are removed together or not at all, as in Android's deleteKey")
    func deleteKeys() async throws {
        let world = try await APIWorld()
        let token = try await world.token(.UPDATE_DID)
        try await world.api.generateKeyPair(hWalletToken: token, keyId: "extra", algType: .secp256r1)
        let missing = await refusal {
            try await world.api.deleteKeys(hWalletToken: token, keyIds: ["extra", "bio", "nothing"])
        }
        #expect(missing?.code == .keyNotFound)
        #expect(try await world.api.getKeyInfos(keyType: []).map(\.id).sorted() == ["bio", "extra", "keyagree", "pin"])
        // The vault removes those that wait in one transaction.
        let none = await refusal {
            try await world.vault.deleteKeys(.holder, ids: ["extra", "nothing"], stage: .pending)
        }
        #expect(none?.code == .keyNotFound)
        #expect(try await world.vault.keyInfos(.holder, stage: .pending).map(\.id) == ["extra"])
        try await world.api.deleteKeys(hWalletToken: token, keyIds: ["extra", "bio"])
        #expect(try await world.api.getKeyInfos(keyType: []).map(\.id).sorted() == ["keyagree", "pin"])
        // The one in use stays in the vault until the registry has the document without it.
        #expect(try await world.vault.keyInfos(.holder).map(\.id).sorted() == ["bio", "keyagree", "pin"])
        #expect(try await world.vault.keyInfos(.holder, stage: .pending).isEmpty)
        let other = try await world.token(.CREATE_DID)
        #expect(await refusal { try await world.api.deleteKeys(hWalletToken: other, keyIds: ["pin"]) }?.code == .token)
    }

    @Test("a pending key is removed at once, and removing a missing one is an error")
    func deleteKeyPair() async throws {
        let world = try await APIWorld()
        let token = try await world.token(.UPDATE_DID)
        try await world.api.generateKeyPair(hWalletToken: token, keyId: "extra", algType: .secp256r1)
        #expect(try await world.api.isSavedKey(keyId: "extra"))
        try await world.api.deleteKeyPair(hWalletToken: token, keyId: "extra")
        #expect(try await !world.api.isSavedKey(keyId: "extra"))
        #expect(
            await refusal { try await world.api.deleteKeyPair(hWalletToken: token, keyId: "extra") }?.upstreamCode
                == "MSDKWLT00400")
    }

    @Test("keys are listed by kind and by name, in the order in which they were made")
    func keyInfos() async throws {
        let world = try await APIWorld()
        #expect(try await world.api.isAnyKeysSaved())
        #expect(try await world.api.getKeyInfos(keyType: []).map(\.id) == ["keyagree", "pin", "bio"])
        #expect(try await world.api.getKeyInfos(keyType: .free).map(\.id) == ["keyagree"])
        #expect(try await world.api.getKeyInfos(keyType: [.pin, .bio]).map(\.id) == ["pin", "bio"])
        #expect(try await world.api.getKeyInfos(keyType: [.pin, .bio, .and]).map(\.id) == ["pin", "bio"])
        #expect(try await world.api.getKeyInfos(ids: ["bio", "keyagree"]).map(\.id) == ["keyagree", "bio"])
        #expect(
            await refusal { try await world.api.getKeyInfos(ids: ["pin", "none"]) }?.upstreamCode == "MSDKWLT00401")
        #expect(await refusal { try await world.api.getKeyInfos(ids: ["none"]) }?.upstreamCode == "MSDKWLT00400")
    }

    @Test("keys of device and holder sign a digest, however they are unlocked, and the signature verifies")
    func signing() async throws {
        let world = try await APIWorld()
        let digest = Data((0..<32).map { UInt8($0) })
        let cases: [(String, Data?, DidDocumentType)] = [
            ("assert", nil, .device), ("keyagree", nil, .holder), ("pin", Data("123456".utf8), .holder),
            ("bio", nil, .holder),
        ]
        for (key, pin, type) in cases {
            let signature = try await world.api.sign(keyId: key, pin: pin, data: digest, type: type)
            #expect(signature.count == 65)
            let method = try #require(
                try await world.api.getDidDocument(type: type).verificationMethod.first { $0.id == key })
            let publicKey = Data(try Multibase.decode(method.publicKeyMultibase).bytes)
            #expect(try world.api.verify(publicKey: publicKey, data: digest, signature: signature))
            var other = digest
            other[0] ^= 1
            #expect(try !world.api.verify(publicKey: publicKey, data: other, signature: signature))
        }
        #expect(
            await refusal { try await world.api.sign(keyId: "pin", data: digest, type: .holder) }?.code == .keyUnlock)
        #expect(
            await refusal { try await world.api.sign(keyId: "assert", data: Data([1]), type: .device) }?.code
                == .parameter)
    }

    @Test("verify distinguishes errors of key, digest and signature")
    func verify() async throws {
        let world = try await APIWorld()
        let digest = Data(repeating: 1, count: 32)
        let signature = try await world.api.sign(keyId: "assert", data: digest, type: .device)
        let method = try #require(
            try await world.api.getDidDocument(type: .device).verificationMethod.first { $0.id == "assert" })
        let key = Data(try Multibase.decode(method.publicKeyMultibase).bytes)
        let cases: [(Data, Data, Data, String)] = [
            (Data([2]), digest, signature, "MSDKWLT11100"), (key, Data([1]), signature, "MSDKWLT05002"),
            (key, digest, Data([31]), "MSDKWLT11202"),
        ]
        for (key, digest, signature, number) in cases {
            let error = #expect(throws: WalletError.self) {
                try world.api.verify(publicKey: key, data: digest, signature: signature)
            }
            #expect(error?.upstreamCode == number)
        }
    }
}
