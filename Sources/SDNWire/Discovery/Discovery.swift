import HeraldJSON

extension Endpoints {
    /// Lists the versions of the client-server API that a node supports.
    /// Matrix: [getVersions](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientversions).
    package static let versions = Endpoint<NoInput, VersionsResponse>(
        .get, .clientUnversioned, "versions", access: .open)
    /// Lists a node's capabilities. Herald's client reads only `m.room_versions`.
    /// Matrix: [getCapabilities](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3capabilities).
    package static let capabilities = Endpoint<NoInput, RawJSON>(
        .get, .client(.v3), "capabilities", history: .matrix(MatrixVersion(major: 0, minor: 5)))
    /// Returns the document in which a domain names its node, under SendingNetwork's name (SDN sheet 0.2 and 7.2).
    package static let wellKnownSDN = Endpoint<NoInput, RawJSON>(
        .get, .bare, ".well-known/sdn/client", access: .open, history: .sdn)
    /// Returns the document in which a domain names its node.
    /// Matrix: [getWellknown](https://spec.matrix.org/v1.18/client-server-api/#getwell-knownmatrixclient).
    package static let wellKnownMatrix = Endpoint<NoInput, RawJSON>(
        .get, .bare, ".well-known/matrix/client", access: .open)
}

package struct VersionsResponse: WireObject, Hashable {
    package var versions: [String]
    package var unstableFeatures: JSONObject

    package init(versions: [String], unstableFeatures: JSONObject = [:]) {
        self.versions = versions
        self.unstableFeatures = unstableFeatures
    }
    package init(json: JSONReader) throws {
        self.versions = try json.strings("versions")
        self.unstableFeatures = try json.optionalObject("unstable_features")?.value ?? [:]
    }
    package var json: JSONValue {
        ["versions": .array(versions.map(JSONValue.string)), "unstable_features": .object(unstableFeatures)]
    }
}
