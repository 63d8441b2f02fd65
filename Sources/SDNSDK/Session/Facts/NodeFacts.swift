import HeraldJSON
import SDNWire

/// What a node says about itself, as it was last asked (SDN sheet 5.2). Kept in the store as JSON texts.
struct NodeFacts: Sendable {
    var versions: MXSDNVersions?
    var capabilities: MXCapabilities?
    var wellKnown: MXWellKnown?
    /// In bytes.
    var maxUploadSize: Int?
    /// Whether this process has asked.
    var areFresh = false

    init() {}

    /// What a store kept; what is not readable counts as not asked for.
    init(reading store: any MXStoreReader) throws {
        func json(_ key: MXStoreKey) throws -> JSONReader? {
            guard let text = try store.value(key), let value = try? JSONValue(parsing: text) else { return nil }
            return try? JSONReader(value)
        }
        versions = try json(.nodeVersions).flatMap { try? MXSDNVersions(VersionsResponse(json: $0)) }
        capabilities = try json(.nodeCapabilities).flatMap { try? MXCapabilities(json: $0) }
        wellKnown = try json(.nodeWellknown).flatMap { try? MXWellKnown(json: $0) }
        maxUploadSize = try store.value(.maxUploadSize).flatMap { Int($0) }
    }

    /// The texts to keep; what is unknown keeps its old one.
    var texts: [MXStoreKey: String] {
        func text(_ json: JSONValue) -> String { String(decoding: json.serialized(), as: UTF8.self) }
        var texts: [MXStoreKey: String] = [:]
        if let versions {
            let features = JSONObject(uniqueKeysWithValues: versions.unstableFeatures.map { ($0.key, .bool($0.value)) })
            texts[.nodeVersions] = text(["versions": .array(versions.versions.map(JSONValue.string)), "unstable_features": .object(features)])
        }
        if let capabilities { texts[.nodeCapabilities] = text(["capabilities": .object(capabilities.json)]) }
        if let wellKnown { texts[.nodeWellknown] = text(.object(wellKnown.json)) }
        if let maxUploadSize { texts[.maxUploadSize] = String(maxUploadSize) }
        return texts
    }
}
