import Foundation
import HeraldKeys
import OpenDID_DataModel

extension WalletAPI {
    /// Returns a presentation without a proof (OpenDID sheet 3.4, 8), for apps that sign it in another way.
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 10 or 14.
    ///   - claimInfos: the claims to show.
    ///   - presentationInfo: the holder, the validity and the nonce.
    /// - Throws: ``WalletError`` with code `no_credential` if the wallet does not have a claim or a credential, with code `did_mismatch` if
    ///   the holder is not this wallet's holder, or with code `parameter`.
    public func createVp(
        hWalletToken: String, claimInfos: [ClaimInfo], presentationInfo: PresentationInfo
    ) async throws(WalletError) -> VerifiablePresentation {
        let wallet = try await wallet()
        try await authorize(hWalletToken, AcceptedPurposes.present, in: wallet)
        try await settleFirstDocument(wallet)
        try await wallet.vault.require(.useCredentials)
        let holder = try await wallet.snapshot().requireHolder().id
        guard presentationInfo.holder == holder else {
            throw WalletError(
                .didMismatch, field: "presentationInfo.holder", reason: "it is not the holder of this wallet")
        }
        let validity = try translating(.parameter, "presentationInfo") {
            ValidityWindow(
                from: try UTCInstant(presentationInfo.validFrom), until: try UTCInstant(presentationInfo.validUntil))
        }
        guard let validity else {
            throw WalletError(.parameter, field: "presentationInfo.validUntil", reason: "it lies before validFrom")
        }
        var draft = PresentationDraft(
            id: MessageID.uuid(randomBytes: wallet.random(MessageID.uuidByteCount)), holder: holder,
            verifierNonce: presentationInfo.verifierNonce, now: wallet.now())
        draft.validity = validity
        for info in claimInfos {
            guard let credential = try await wallet.vault.credential(info.credentialId)?.credential else {
                throw WalletError(.noCredential, field: "claimInfos", reason: "the wallet has no such credential")
            }
            do {
                try draft.add(credential, showing: .codes(Set(info.claimCodes)))
            } catch {
                throw WalletError(
                    .noCredential, field: error.field, reason: error.reason,
                    upstreamCode: error.code == .unknown ? "MSDKWLT02100" : nil)
            }
        }
        let presentation = draft.unsigned
        try translating(.parameter, "presentation") { try presentation.validate() }
        return presentation
    }

    /// M310, steps 3 and 4: checks the profile, makes and signs the presentation, and encrypts it for the verifier (OpenDID sheet 5.8).
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 10 or 14.
    ///   - claimInfos: the claims to show, which must satisfy the verifier's request. Defaults to exactly the requested claims.
    ///   - verifierProfile: the answer to `request-profile`.
    ///   - APIGatewayURL: the registry's gateway.
    ///   - passcode: the PIN. Without it, the key `bio` signs.
    /// - Returns: `accE2e` of `request-verify`, and the encrypted presentation, which `encVp` contains as multibase text.
    /// - Throws: ``WalletError`` with code `verification` or `certificate` if the profile is not valid, or with code `no_credential` or
    ///   `key_unlock`.
    public func createEncVp(
        hWalletToken: String, claimInfos: [ClaimInfo]? = nil, verifierProfile: _RequestProfile, APIGatewayURL: String,
        passcode: String? = nil
    ) async throws(WalletError) -> (AccE2e, Data) {
        let located = try await wallet(gateway: APIGatewayURL)
        return try await change(located, number: UpstreamNumber.submit) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.present, in: wallet)
            try await self.settleFirstDocument(wallet)
            try await wallet.vault.require(.useCredentials)
            let unlock = self.unlock(passcode)
            let tools = wallet.tools(VaultFlowKeys(vault: wallet.vault, unlock: unlock))
            var flow = PresentFlow(
                snapshot: try await wallet.snapshot(), addresses: wallet.configuration.addresses,
                authentication: unlock.authentication)
            let body = try translating(.parameter, "verifierProfile") { try verifierProfile.canonicalBytes() }
            try await flow.accept(ServiceAnswer(status: 200, body: body), tools)
            let choice: PresentationChoice
            if let claimInfos {
                var chosen = PresentationChoice()
                for info in claimInfos { chosen.add(info.credentialId, showing: .codes(Set(info.claimCodes))) }
                choice = chosen
            } else {
                choice = try await flow.request(tools).leastDisclosure()
            }
            try await flow.decide(choice, tools)
            let message = try flow.outcome().message
            return (message.accE2e, Data(try FlowChecks.bytes(message.encVp, "encVp")))
        }
    }
}

/// The claims of one credential to show (OpenDID sheet 8).
public struct ClaimInfo: Codable, Sendable, Hashable {
    /// The credential's id in the wallet.
    public var credentialId: String
    /// The codes of the claims.
    public var claimCodes: [String]

    public init(credentialId: String, claimCodes: [String]) {
        self.credentialId = credentialId
        self.claimCodes = claimCodes
    }
}

/// The data of a presentation beside its credentials (OpenDID sheet 8).
public struct PresentationInfo: Codable, Sendable, Hashable {
    /// The holder's DID.
    public var holder: String
    /// The start of the validity, as a datetime of OpenDID (OpenDID sheet 1.3).
    public var validFrom: String
    /// The end of the validity.
    public var validUntil: String
    /// The nonce of the verifier's profile, unchanged.
    public var verifierNonce: String

    public init(holder: String, validFrom: String, validUntil: String, verifierNonce: String) {
        self.holder = holder
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.verifierNonce = verifierNonce
    }
}
