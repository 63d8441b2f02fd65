import Crypto
import Foundation
import HeraldKeys
import OpenDID_DataModel

/// The wallet provider. It checks the DID document of a device, assigns an ID to the wallet, and attests both (OpenDID sheet 5.4).
struct WalletProviderRole: RoleModule {
    static let role = ServiceRole.wallet

    private let context: RoleContext
    private let identity: ProviderIdentity
    private let devices: WalletDeviceStore

    init(_ context: RoleContext) async throws {
        self.context = context
        identity = try context.identity
        devices = WalletDeviceStore(database: context.database)
    }

    func addRoutes(to routes: inout RouteTable) {
        routes.onStep(OpenDIDEndpoints.WalletProvider.requestSignWallet, charge: .wallet) { document, call in
            try await attest(document, call)
        }
    }

    private var unused: UnusedDevices { UnusedDevices(limits: context.configuration.limits) }

    func expiredRows() -> [ExpiredRows] { context.registry.isHere ? [unused.expired] : [] }

    func askedRows() -> [AskedRows] {
        context.registry.isHere ? [] : [unused.expired(asking: context.registry, database: context.database)]
    }

    /// Attests a device. The same document always gets the same attestation, even with other proofs. Another document for a known device is
    /// refused.
    private func attest(_ document: DIDDocument, _ call: ReceivedCall) async throws -> EncodedAnswer<AttestedDIDDoc> {
        try await check(document, call)
        let digest = Array(SHA256.hash(data: try document.withoutProofs.canonicalBytes()))
        if let known = try await devices.find(document.id) { return try again(known, digest) }
        guard try await context.registry.resolve(document.id, versionId: nil) == nil else {
            throw WalletProviderError.documentInvalid("the DID is registered already")
        }
        let walletID = WalletID.make(at: context.now(), random: context.random)
        let attested = try AttestedDIDDoc(
            owner: document, walletId: walletID, provider: identity.provider, nonce: context.nonce(), as: .base64)
        let answer = try EncodedAnswer(try await identity.sign(attested, created: context.now()))
        try await devices.add(
            document.id, walletID: walletID, WalletDevice(document: digest, answer: answer.bytes),
            at: context.now())
        await context.sweeper.nudge()
        // If two requests for the same device arrive at once, both return the answer to the first one.
        guard let kept = try await devices.find(document.id) else { throw ServiceError(WalletProviderError.unknown) }
        return try again(kept, digest)
    }

    private func again(_ known: WalletDevice, _ digest: [UInt8]) throws(ServiceError) -> EncodedAnswer<
        AttestedDIDDoc
    > {
        guard known.document == digest else {
            throw WalletProviderError.documentInvalid("this device was attested with another document")
        }
        return EncodedAnswer(stored: known.answer)
    }

    private func check(_ document: DIDDocument, _ call: ReceivedCall) async throws {
        if let error = document.validationErrors(.registration).first {
            throw WalletProviderError.documentInvalid(
                error.field.isEmpty ? error.reason : "\(error.field): \(error.reason)")
        }
        guard document.controller == context.configuration.did(of: .tas) else {
            throw WalletProviderError.documentInvalid("controller: the trust agent's DID expected")
        }
        if let error = WalletDIDRule.fault(in: document, controller: document.controller) {
            throw WalletProviderError.documentInvalid("\(error.field): \(error.reason)")
        }
        guard let received = call.document else { throw ServiceError(WalletProviderError.bodyInvalid) }
        let report = await VerificationPolicy.standard(for: .deviceDIDDocument)
            .verify(received, at: context.now(), resolver: RequestResolver(context.registry))
        do {
            try report.requireValid()
        } catch  where error.code == .otherDocument {
            throw WalletProviderError.documentInvalid(error.description)
        } catch {
            throw WalletProviderError.keyProofInvalid(error.description)
        }
    }
}
