import HeraldJSON
import SDNValues
import SDNWire

/// The node's facts about itself, as they were last fetched (SDN sheet 5.2). The store keeps them as JSON texts.
struct NodeFacts: Sendable {
    var versions: MXSDNVersions?
    var capabilities: MXCapabilities?
    var wellKnown: MXWellKnown?
    /// The greatest file size, in bytes.
    var maxUploadSize: Int?
    /// True when this process has asked the node.
    var areFresh = false

    init() {}

    /// Reads the facts from a store. A fact that cannot be read counts as not fetched.
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

    /// The texts to store, by key. A fact that is unknown has no text here, so its stored text stays.
    var texts: [MXStoreKey: String] {
        func text(_ json: JSONValue) -> String { String(decoding: json.serialized(), as: UTF8.self) }
        var texts: [MXStoreKey: String] = [:]
        if let versions {
            let features = JSONObject(uniqueKeysWithValues: versions.unstableFeatures.map { ($0.key, .bool($0.value)) })
            texts[.nodeVersions] = text([
                "versions": .array(versions.versions.map(JSONValue.string)), "unstable_features": .object(features),
            ])
        }
        if let capabilities { texts[.nodeCapabilities] = text(["capabilities": .object(capabilities.json)]) }
        if let wellKnown { texts[.nodeWellknown] = text(.object(wellKnown.json)) }
        if let maxUploadSize { texts[.maxUploadSize] = String(maxUploadSize) }
        return texts
    }
}
