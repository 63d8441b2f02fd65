/// An opener for systems that cannot open URLs. Every request fails with 10002 (wallet not installed).
public struct NoOpener: URLOpening {
    /// Creates an opener that opens nothing.
    public init() {}
    public func canOpen(scheme: String) async -> Bool { false }
    public func open(_ url: String) async -> Bool { false }
}
