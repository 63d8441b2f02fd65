import HeraldJSON
import SDNWire

/// A token with which another service can ask the node who the user is (SDN sheet 3.2). Its description leaves the token out.
public struct MXOpenIdToken: Sendable, Hashable {
    /// The token. The user gives it only to the service that checks the user's identity.
    public let accessToken: String
    /// The type of the token, `Bearer`.
    public let tokenType: String
    /// The name of the node that the service asks.
    public let sdnServerName: String
    /// The time for which the token is valid, in seconds.
    public let expiresIn: Int64

    package init(_ wire: OpenIDTokenResponse) {
        accessToken = wire.accessToken
        tokenType = wire.tokenType
        sdnServerName = wire.serverName
        expiresIn = wire.expiresIn.components.seconds
    }
}

extension MXOpenIdToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXOpenIdToken(\(sdnServerName), token redacted)" }
    public var debugDescription: String { description }
    /// A mirror that shows a debugger everything except the token.
    public var customMirror: Mirror {
        Mirror(self, children: ["sdnServerName": sdnServerName, "expiresIn": expiresIn])
    }
}

/// The TURN servers that relay calls (SDN sheet 3.2). Its description leaves the password out.
public struct MXTurnServerResponse: JSONModel, Hashable {
    /// The user name at the relay.
    public let username: String
    /// The password at the relay.
    public let password: String
    /// The TURN addresses.
    public let uris: [String]
    /// The time for which name and password are valid, in seconds.
    public let ttl: Int64

    package init(json: JSONReader) throws {
        username = try json.string("username")
        password = try json.string("password")
        uris = try json.strings("uris")
        ttl = try json.optionalInt("ttl") ?? 0
    }
}

extension MXTurnServerResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXTurnServerResponse(\(uris), password redacted)" }
    public var debugDescription: String { description }
    /// A mirror that shows a debugger only the addresses and the time.
    public var customMirror: Mirror { Mirror(self, children: ["uris": uris, "ttl": ttl]) }
}

/// The other networks to which a node has bridges (SDN sheet 3.2).
public struct MXThirdpartyProtocolsResponse: JSONModel, Hashable {
    /// The networks by name.
    public let protocols: [String: MXThirdPartyProtocol]

    package init(json: JSONReader) throws {
        var protocols: [String: MXThirdPartyProtocol] = [:]
        for (name, value) in json.value {
            protocols[name] = try MXThirdPartyProtocol(json: JSONReader(value, path: name))
        }
        self.protocols = protocols
    }
}

/// One network that a node has a bridge to.
public struct MXThirdPartyProtocol: JSONModel, Hashable {
    /// The fields that identify a user of the network.
    public let userFields: [String]
    /// The fields that identify a room of the network.
    public let locationFields: [String]
    /// The parts of the network that the bridge reaches.
    public let instances: [MXThirdPartyProtocolInstance]

    package init(json: JSONReader) throws {
        userFields = try json.optionalStrings("user_fields") ?? []
        locationFields = try json.optionalStrings("location_fields") ?? []
        instances = try json.optionalObjects("instances")?.map(MXThirdPartyProtocolInstance.init(json:)) ?? []
    }
}

/// A part of a network that a bridge reaches.
public struct MXThirdPartyProtocolInstance: JSONModel, Hashable {
    /// The ID with which a public room list is requested; `nil` on nodes that do not send it.
    public let instanceId: String?
    /// The network's own ID.
    public let networkId: String?
    /// The name to show for this part of the network.
    public let desc: String?
    /// The icon, an `mxc://` URL.
    public let icon: String?

    package init(json: JSONReader) throws {
        instanceId = try json.optionalString("instance_id")
        networkId = try json.optionalString("network_id")
        desc = try json.optionalString("desc")
        icon = try json.optionalString("icon")
    }
}

/// A user of another network.
public struct MXThirdPartyUserInstance: JSONModel, Hashable {
    /// The ID that the bridge gives to the user.
    public let userId: String
    /// The network's name.
    public let protocolName: String?
    /// The fields that identify the user on the other network.
    public let fields: JSONObject

    package init(json: JSONReader) throws {
        userId = try json.string("userid")
        protocolName = try json.optionalString("protocol")
        fields = try json.optionalObject("fields")?.value ?? [:]
    }
}

/// Users of another network.
package struct ThirdPartyUserList: ResponseModel {
    package let users: [MXThirdPartyUserInstance]
    package init(document: JSONDocument) throws {
        guard document.root.kind == .array else {
            throw JSONError(.wrongKind, path: "", reason: "an array was expected, but this is \(document.root.kind)")
        }
        users = try document.root.elements.map { try MXThirdPartyUserInstance(json: JSONReader($0.value)) }
    }
}
