import HeraldKeys
import SDNWire

/// The body of a DID login, after all checks that need no challenge. Missing or malformed members are answered with 400 (SDN sheet 1.4 and 1.9).
struct LoginProof: Sendable {
    let nonce: String?
    let updated: String
    let did: SDNDID?
    /// `nil` if the client sent none, or sent the DID in its place.
    let address: EthereumAddress?
    let message: String?
    let signature: RecoverableSignature
    let appToken: String?
    let deviceID: String?
    let deviceDisplayName: String?
    let wantsRefreshToken: Bool

    init(_ request: DIDLoginRequest) throws {
        guard request.type == DIDLoginRequest.type else { throw MatrixError(.unknown, "Unknown login type.") }
        guard let token = request.token else {
            throw WireError(.missing, field: "identifier.token", reason: "the wallet's signature is needed")
        }
        guard let updated = request.updated else {
            throw WireError(.missing, field: "updated", reason: "the value from the challenge is needed, unchanged")
        }
        self.nonce = request.randomServer
        self.updated = updated
        var did = try request.did.map { text throws(WireError) in try SDNDID(text, field: "identifier.did") }
        var address: EthereumAddress?
        if let text = request.address {
            // One SDK sends the DID in this member.
            if text.hasPrefix("did:sdn:") {
                let named = try SDNDID(text, field: "identifier.address")
                guard did == nil || did == named else {
                    throw WireError(
                        .invalid, field: "identifier.address", reason: "names another DID than identifier.did")
                }
                did = named
            } else {
                address = try WalletReference(text, field: "identifier.address").address
            }
        }
        self.did = did
        self.address = address
        self.message = request.message
        self.wantsRefreshToken = request.wantsRefreshToken
        do {
            self.signature = try RecoverableSignature(text: token, rules: .sdn)
        } catch {
            throw WireError(.invalid, field: "identifier.token", reason: error.reason)
        }
        self.appToken = request.appToken
        self.deviceID = try DeviceFields.deviceID(request.deviceID)
        self.deviceDisplayName = try DeviceFields.displayName(request.deviceDisplayName)
        guard nonce != nil || did != nil else {
            throw WireError(
                .missing, field: "random_server", reason: "needed, unless identifier.did and updated are given")
        }
    }
}

/// The members of every login body that describe the device.
enum DeviceFields {
    /// - Throws: `WireError` naming `device_id` if the text is too long or has control characters.
    static func deviceID(_ text: String?) throws(WireError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 255 else {
            throw WireError(.tooLong, field: "device_id", reason: "a device ID has at most 255 bytes")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw WireError(.invalid, field: "device_id", reason: "a device ID has no control characters")
        }
        return text
    }

    /// - Throws: `WireError` naming `field` if the text is too long or contains U+0000.
    static func displayName(_ text: String?, field: String = "initial_device_display_name") throws(WireError) -> String?
    {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 512 else {
            throw WireError(.tooLong, field: field, reason: "a device name has at most 512 bytes")
        }
        return try StoredText.checked(text, field: field)
    }
}
