import Foundation
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Keys of a vault")
struct VaultKeyTests {
    private let digest = [UInt8](repeating: 0x5A, count: 32)

    @Test("a key signs, and its information says how it is unlocked", arguments: [AlgorithmType.secp256r1, .secp256k1])
    func signing(_ algorithm: AlgorithmType) async throws {
        let vault = try await VaultWorld().operating(.memory)
        for (id, protection, unlock, method, authType):
            (String, KeyProtection, KeyUnlock, KeyInfo.AccessMethod, AuthType) in [
                ("own-free", .free, .none, .none, .free),
                ("own-pin", .pin(VaultWorld.pin), .pin(VaultWorld.pin), .pin, .pin),
            ]
        {
            let info = try await vault.generateKey(.holder, id: id, protection: protection, algorithm: algorithm)
            #expect(info.accessMethod == method)
            #expect(info.authType == authType)
            #expect(info.algorithm == algorithm)
            let signer = try await vault.signer(.holder, keyID: id, unlock: unlock)
            let key = try info.verificationKey()
            #expect(try await signer.verificationKey == key)
            #expect(key.verify(try await signer.sign(digest: digest), digest: digest))
            #expect(await refusal { try await signer.sign(digest: [1]) }?.code == .signing)
        }
    }

    @Test("a biometric key signs when the user approves")
    func biometrics() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let info = try #require(try await vault.keyInfos(.holder).first { $0.id == "bio" })
        #expect(info.authType == .bio)
        let signer = try await vault.signer(.holder, keyID: "bio", unlock: .bio(prompt: "sign in"))
        #expect(try info.verificationKey().verify(try await signer.sign(digest: digest), digest: digest))
        let refusing = try await vault.signer(.holder, keyID: "bio", unlock: .bio(prompt: "refuse"))
        #expect(await refusal { try await refusing.sign(digest: digest) }?.code == .biometric)
        #expect(
            await refusal {
                try await vault.generateKey(.holder, id: "bio2", protection: .biometric, algorithm: .secp256k1)
            }?.code == .algorithm)
    }

    @Test("a biometric key store that answers with another key is detected")
    func substitutedBiometrics() async throws {
        struct Substituting: BiometricKeyStore {
            func makeKey(id: String) async throws -> VerificationKey { .p256(P256PrivateKey().publicKey) }
            func sign(id: String, digest: [UInt8], prompt: String) async throws -> CompactSignature {
                try P256PrivateKey().compactSignature(digest: digest)
            }
            func deleteKey(id: String) async throws {}
        }
        let vault = try await WalletVault.open(at: .memory, parameters: .fast, biometrics: Substituting())
        try await vault.generateKey(.device, id: "bio", protection: .biometric)
        let signer = try await vault.signer(.device, keyID: "bio", unlock: .bio(prompt: ""))
        #expect(await refusal { try await signer.sign(digest: digest) }?.code == .biometric)
    }

    @Test("opening a vault removes a biometric key that belongs to no row")
    func orphanedBiometrics() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let kept = try world.biometrics.keyIDs()
        // As if the process had ended between making the key and writing its row.
        let orphan = "herald.orphan"
        _ = try await world.biometrics.makeKey(id: orphan)
        try await vault.database.write { db in
            try PlainRows.write(biometricKeys: PlainRows.readBiometricKeys(db) + [orphan], db)
        }
        await vault.close()
        let again = try await world.open()
        #expect(try world.biometrics.keyIDs() == kept)
        await again.close()
    }

    @Test("a key can be unlocked only in its own way")
    func wrongUnlock() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let unlocks: [KeyUnlock] = [.none, .pin(VaultWorld.pin), .bio(prompt: "")]
        for (id, fitting) in [("keyagree", 0), ("pin", 1), ("bio", 2)] {
            for (index, unlock) in unlocks.enumerated() where index != fitting {
                #expect(
                    await refusal { try await vault.signer(.holder, keyID: id, unlock: unlock) }?.code == .keyUnlock,
                    "\(id) \(index)")
            }
        }
        #expect(await refusal { try await vault.signer(.holder, keyID: "none") }?.code == .keyNotFound)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "keyagree", pin: VaultWorld.pin) }?.code
                == .notPINKey)
    }

    @Test("invalid and duplicate names, other algorithms and weak PINs are refused")
    func refusals() async throws {
        let vault = try await VaultWorld().operating(.memory)
        for name in ["", "a b", "a#b", "ü", String(repeating: "x", count: 65)] {
            #expect(
                await refusal { try await vault.generateKey(.holder, id: name, protection: .free) }?.code == .parameter)
        }
        #expect(
            await refusal { try await vault.generateKey(.holder, id: "pin", protection: .free) }?.code == .keyExists)
        #expect(
            await refusal { try await vault.generateKey(.holder, id: "bio", protection: .biometric) }?.code
                == .keyExists)
        #expect(
            await refusal { try await vault.generateKey(.holder, id: "rsa", protection: .free, algorithm: .rsa) }?.code
                == .algorithm)
        #expect(
            await refusal { try await vault.generateKey(.holder, id: "p", protection: .pin(SecretText("123"))) }?.code
                == .weakPasscode)
        let long = SecretText(String(repeating: "1", count: 1025))
        #expect(
            await refusal { try await vault.generateKey(.holder, id: "p", protection: .pin(long)) }?.code
                == .weakPasscode)
        let without = try await VaultWorld().open(.memory, withBiometrics: false)
        #expect(
            await refusal { try await without.generateKey(.device, id: "bio", protection: .biometric) }?.code
                == .biometric)
    }

    @Test("a source of random numbers that returns too few is refused")
    func randomness() async throws {
        await #expect { try await WalletVault.open(at: .memory, parameters: .fast, random: { _ in [] }) } throws: {
            ($0 as? WalletError)?.code == .random
        }
        #expect(throws: WalletError.self) { try KeyMaking.newKey(.secp256r1) { [UInt8](repeating: 0, count: $0) } }
    }

    @Test("a deleted key is deleted in the biometric key store too")
    func deletion() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        for id in ["keyagree", "pin", "bio"] { try await vault.deleteKey(.holder, id: id) }
        #expect(try await vault.keyInfos(.holder).isEmpty)
        #expect(try world.biometrics.keyIDs().isEmpty)
        #expect(await refusal { try await vault.deleteKey(.holder, id: "pin") }?.code == .keyNotFound)
    }

    @Test("two keys that are made at the same time under one name: one is refused")
    func concurrentNames() async throws {
        let world = VaultWorld()
        let vault = try await world.created(.memory)
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await vault.generateKey(.device, id: "bio", protection: .biometric)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
        try await vault.commit([])
        #expect(try world.biometrics.keyIDs().count == 1)
    }

    @Test("a key that becomes complete while others are removed stays")
    func sweepingBesideMaking() async throws {
        let store = SlowStore()
        let vault = try await WalletVault.open(at: .memory, parameters: .fast, biometrics: store)
        try await vault.generateKey(.device, id: "first", protection: .biometric)
        let removal = Task { try await vault.deleteKey(.device, id: "first") }
        while await !store.isRemoving { await Task.yield() }
        try await vault.generateKey(.device, id: "second", protection: .biometric)
        await store.letGo()
        try await removal.value
        let signer = try await vault.signer(.device, keyID: "second", unlock: .bio(prompt: ""))
        _ = try await signer.sign(digest: digest)
        #expect(try store.inner.keyIDs().count == 1)
    }

    @Test("a biometric key that is orphaned while others are removed is removed at the next occasion")
    func sweepingBesideFailing() async throws {
        let store = SlowStore()
        let vault = try await WalletVault.open(at: .memory, parameters: .fast, biometrics: store)
        try await vault.generateKey(.device, id: "first", protection: .biometric)
        let removal = Task { try await vault.deleteKey(.device, id: "first") }
        while await !store.isRemoving { await Task.yield() }
        await store.losesKeys()
        #expect(
            await refusal { try await vault.generateKey(.device, id: "second", protection: .biometric) }?.code
                == .biometric)
        await store.letGo()
        try await removal.value
        try await vault.commit([])
        #expect(try store.inner.keyIDs().isEmpty)
    }

    @Test("keys in the software store's files are found again, and only their user can read them")
    func softwareFiles() async throws {
        let world = VaultWorld()
        let folder = world.directory.appendingPathComponent("bio")
        let store = SoftwareBiometricKeyStore(directory: folder) { _ in true }
        let key = try await store.makeKey(id: "herald.a.b")
        let again = SoftwareBiometricKeyStore(directory: folder) { _ in true }
        #expect(key.verify(try await again.sign(id: "herald.a.b", digest: digest, prompt: ""), digest: digest))
        #expect(try again.keyIDs() == ["herald.a.b"])
        for id in ["../x", "a/b", "", String(repeating: "a", count: 101)] {
            #expect(await refusal { try await store.makeKey(id: id) }?.code == .parameter)
        }
        try await store.deleteKey(id: "herald.a.b")
        try await store.deleteKey(id: "herald.a.b")
        #expect(
            await refusal { try await store.sign(id: "herald.a.b", digest: digest, prompt: "") }?.code == .biometric)
    }
}

/// Removing a key takes until it is let go.
private actor SlowStore: BiometricKeyStore {
    let inner = SoftwareBiometricKeyStore { _ in true }
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var isRemoving = false
    private var isOpen = false
    private var losesNew = false

    func makeKey(id: String) async throws -> VerificationKey {
        let key = try await inner.makeKey(id: id)
        if losesNew { throw CancellationError() }
        return key
    }
    func sign(id: String, digest: [UInt8], prompt: String) async throws -> CompactSignature {
        try await inner.sign(id: id, digest: digest, prompt: prompt)
    }
    func deleteKey(id: String) async throws {
        isRemoving = true
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        try await inner.deleteKey(id: id)
    }
    func letGo() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
    /// From now on keys are made, and nobody is told.
    func losesKeys() { losesNew = true }
}
