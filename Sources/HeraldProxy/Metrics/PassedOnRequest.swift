import HTTPTypes
import HeraldPeer

/// The counters of the requests that are passed on, by method. They are in the families of the listener's own requests.
struct PassedOnMeters: Sendable {
    /// The value of the label `route`. A path would have identifiers of users and rooms.
    static let route = "(passed on)"

    private let get = RouteMeter("GET", route), head = RouteMeter("HEAD", route), post = RouteMeter("POST", route)
    private let put = RouteMeter("PUT", route), delete = RouteMeter("DELETE", route)
    private let options = RouteMeter("OPTIONS", route), other = RouteMeter("other", route)

    var all: [RouteMeter] { [get, head, post, put, delete, options, other] }

    /// Returns the counters of a method.
    subscript(_ method: HTTPRequest.Method) -> RouteMeter {
        switch method {
        case .get: get
        case .post: post
        case .put: put
        case .options: options
        case .head: head
        case .delete: delete
        default: other
        }
    }
}

/// Counts one request that is passed on: its status, and the time until the response begins.
struct PassedOnRequest {
    private let meter: RouteMeter
    private let start = ContinuousClock.now
    private var isCounted = false

    init(_ meter: RouteMeter) { self.meter = meter }

    /// Counts the beginning of the response, once.
    mutating func count(status: Int) {
        guard !isCounted else { return }
        isCounted = true
        meter.count(status: status, after: ContinuousClock.now - start)
    }
}
