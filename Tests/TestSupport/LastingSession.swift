import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
    /// The session of tests that send plain HTTP requests. Unlike `shared`, it does not give up after 60 s, which an answer may need on a crowded
    /// machine.
    package static let lasting: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TestDeadline.interval
        return URLSession(configuration: configuration)
    }()
}
