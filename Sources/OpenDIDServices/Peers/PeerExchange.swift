import HeraldJSON
import OpenDID_DataModel

/// One call between servers, with the names of the members in the request and the answer. It contains no values of members.
public struct PeerExchange: Sendable, Hashable {
    /// The server that makes the call, or `nil` for a process that is enrolling.
    public let caller: ServiceRole?
    /// The server that is called.
    public let callee: ServiceRole
    /// GET or POST.
    public let method: String
    /// The path without host and query.
    public let path: String
    /// The HTTP status.
    public let status: Int
    /// The names of the request's members.
    public let sent: [String]
    /// The names of the answer's members.
    public let received: [String]

    init(caller: ServiceRole?, callee: ServiceRole, request: ServiceRequest, response: ServiceResponse) {
        self.caller = caller
        self.callee = callee
        method = request.method
        path = request.path
        status = response.status
        sent = Self.members(request.body)
        received = Self.members(response.body)
    }

    private static func members(_ body: [UInt8]) -> [String] {
        guard let root = try? JSONDocument(body, limits: .model).root, root.kind == .object else { return [] }
        return root.members.map(\.key)
    }
}
