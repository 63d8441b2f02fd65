import OpenDID_DataModel

/// One HTTP request to a server of OpenDID, ready to be sent (OpenDID sheet 5.1). It can be stored, and sent again byte for byte.
///
/// Its description leaves out the body, which may contain a token.
public struct ServiceCall: Sendable, Hashable, Codable {
    /// The server. `nil` for a document at an address that a server named, such as a certificate.
    public var role: ServiceRole?
    public var method: ServiceMethod
    /// The whole URL with its query.
    public var url: String
    /// The JSON text to send. `nil` for GET.
    public var body: [UInt8]?

    public init(role: ServiceRole?, method: ServiceMethod, url: String, body: [UInt8]? = nil) {
        self.role = role
        self.method = method
        self.url = url
        self.body = body
    }

    private enum CodingKeys: String, CodingKey { case role, method, url, body }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        role = try container.decodeIfPresent(ServiceRole.self, forKey: .role)
        let name = try container.decode(String.self, forKey: .method)
        guard let method = ServiceMethod(rawValue: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .method, in: container, debugDescription: "GET or POST expected")
        }
        self.method = method
        url = try container.decode(String.self, forKey: .url)
        body = try container.decodeIfPresent(String.self, forKey: .body).map { Array($0.utf8) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(role, forKey: .role)
        try container.encode(method.rawValue, forKey: .method)
        try container.encode(url, forKey: .url)
        // This package creates all bodies as JSON in UTF-8, so the conversion to text loses nothing.
        try container.encodeIfPresent(body.map { String(decoding: $0, as: UTF8.self) }, forKey: .body)
    }
}

extension ServiceCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without host and query.
    public var path: String {
        let address = url.split(separator: "?", maxSplits: 1).first ?? ""
        // The parts are the scheme, an empty part, the host and the path.
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/" + parts[3] : "/"
    }

    public var description: String { "\(method.rawValue) \(path) (\(body?.count ?? 0) bytes)" }
    public var debugDescription: String { description }
    /// A mirror with only the method and the path, so that `dump` does not show the body.
    public var customMirror: Mirror {
        Mirror(self, children: ["method": method.rawValue, "path": path], displayStyle: .struct)
    }
}
