/// The HTTP methods that the client-server API uses.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads. The request has no body.
    case get = "GET"
    /// Does something that may happen twice if the request is repeated.
    case post = "POST"
    /// Stores something under the name that the path has.
    case put = "PUT"
    /// Deletes what the path names.
    case delete = "DELETE"
}
