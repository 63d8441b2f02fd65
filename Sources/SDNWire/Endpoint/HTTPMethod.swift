/// The HTTP methods that the client-server API uses.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads. The request has no body.
    case get = "GET"
    /// Does something. A repeated request may do it twice.
    case post = "POST"
    /// Stores something under the name in the path.
    case put = "PUT"
    /// Deletes what the path names.
    case delete = "DELETE"
}
