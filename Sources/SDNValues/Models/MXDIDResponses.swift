import HeraldJSON
import SDNWire

/// The format of a login challenge's text (SDN sheet 1.5).
public enum MXDIDMessageFormat: String, Sendable, Hashable, CaseIterable {
    /// SendingNetwork's own format.
    case sdn
    /// Sign-In with Ethereum (EIP-4361).
    case eip4361
}

/// The DIDs of a wallet address (SDN sheet 1.10).
public struct MXDIDListResponse: Hashable, Sendable {
    /// The DIDs, `did:sdn:…` each; empty when the address has none.
    public let array: [String]

    package init(_ wire: DIDListResponse) { array = wire.dids }
}

/// A login challenge (SDN sheet 1.3 and 1.10).
public struct MXPreLoginResponse: Hashable, Sendable {
    /// The existing DID, or the one that the login will create: `did:sdn:` and 40 hexadecimal digits in lower case.
    public let did: String
    /// The text to sign, unchanged.
    public let message: String
    /// The time of the DID document's last change. The client sends this text back unchanged.
    public let updated: String
    /// The node's nonce; empty in the deprecated flow.
    public let randomServer: String

    /// ``randomServer`` under its Objective-C name.
    public var random_server: String { randomServer }

    package init(_ wire: PreLoginResponse) {
        did = wire.did
        message = wire.message
        updated = wire.updated
        randomServer = wire.randomServer
    }
}

/// The answer to a login by DID (SDN sheet 1.4). Its description leaves the token out.
public struct MXDIDLoginResponse: JSONModel, Hashable {
    /// The token that authenticates every later call. It is a secret.
    public let accessToken: String
    /// The user ID, `@sdn_<40 hex>:<domain>` (SDN sheet 1.1).
    public let userId: String
    /// The server name, on nodes that send it.
    public let node: String?
    /// The device that the token belongs to. The next login with this ID continues the same device.
    public let deviceId: String?
    /// The user's progress in the app's introduction, on nodes that keep it.
    public let guideState: JSONValue?

    package init(json: JSONReader) throws {
        accessToken = try json.string("access_token")
        userId = try json.string("user_id")
        node = try json.optionalString("home_server")
        deviceId = try json.optionalString("device_id")
        guideState = json.optionalValue("guide_state")
    }
}

extension MXDIDLoginResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXDIDLoginResponse(\(userId), token redacted)" }
    public var debugDescription: String { description }
    /// A mirror that shows the user ID to a debugger, and not the token.
    public var customMirror: Mirror { Mirror(self, children: ["userId": userId], displayStyle: .struct) }
}

/// A key of a DID document (SDN sheet 1.2).
public struct MXDIDKey: Hashable, Sendable {
    /// `EcdsaSecp256k1RecoveryMethod2020` for a wallet address, `Ed25519VerificationKey2018` for a device key.
    public let type: String
    /// The wallet address or the device key, in the format given by ``type``.
    public let value: String
    /// The key's ID, a DID URL.
    public let keyId: String

    init(_ wire: DIDDetailResponse.Key) {
        type = wire.type
        value = wire.value
        keyId = wire.keyID
    }
}

/// The answer of the deprecated `getDIDInfo`: the DIDs of an address, or the keys of a DID (SDN sheet 1.10).
public struct MXDIDListInfoResponse: Hashable, Sendable {
    /// The DIDs, when the request named an address; otherwise empty.
    public var array: [String] = []
    /// The wallets, when the request named a DID; otherwise empty.
    public var controllers: [MXDIDKey] = []
    /// The device key that was linked last. `nil` when the request named no DID, or when the DID has no device key.
    public var currentPublicKey: String?
    /// The device keys, when the request named a DID; otherwise empty.
    public var publicKeys: [MXDIDKey] = []

    package init(_ wire: DIDListResponse) { array = wire.dids }

    package init(_ wire: DIDDetailResponse) {
        controllers = wire.controllers.map(MXDIDKey.init)
        currentPublicKey = wire.currentPublicKey
        publicKeys = wire.publicKeys.map(MXDIDKey.init)
    }
}

/// A pending DID and the text to sign for it (SDN sheet 1.10).
public struct MXCreateDIDResponse: Hashable, Sendable {
    /// The DID that the operation will create, `did:sdn:` and 40 hexadecimal digits.
    public let did: String
    /// The text to sign, unchanged.
    public let message: String
    /// The time of the DID document's last change. The client sends this text back unchanged with the signature.
    public let updated: String

    package init(_ wire: PreLoginResponse) {
        did = wire.did
        message = wire.message
        updated = wire.updated
    }
}

/// The text to sign for a change of a DID document (SDN sheet 1.10).
public struct MXUpdateDIDResponse: Hashable, Sendable {
    /// The DID to change.
    public let did: String
    /// The text to sign, unchanged.
    public let message: String
    /// The time of the DID document's last change. The client sends this text back unchanged with the signature.
    public let updated: String

    package init(_ wire: PreLoginResponse) {
        did = wire.did
        message = wire.message
        updated = wire.updated
    }
}

/// The node's confirmation that an operation took effect (SDN sheet 1.10).
public struct MXSaveDIDResponse: Hashable, Sendable {
    /// `success`, or another text of the node.
    public let message: String

    package init(_ wire: MessageResponse) { message = wire.message }
}
