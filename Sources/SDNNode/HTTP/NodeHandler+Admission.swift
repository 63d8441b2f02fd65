import HeraldPeer
import SDNWire

/// The decision about a request before its body is read.
extension NodeHandler {
    /// A request that may be handled: its route is known, its caller is valid, and the call has been counted against the rate limits. Its body may
    /// now be read. It is a class, because the request keeps it until it is answered, and several functions pass it on.
    final class Admitted: Sendable {
        let route: Route
        let parts: RequestParts
        let call: Call

        init(_ route: Route, _ parts: RequestParts, _ call: Call) {
            (self.route, self.parts, self.call) = (route, parts, call)
        }

        /// The way in which the body is read.
        var reading: BodyReading {
            switch route.handling {
            case .json: route.method == .get ? .skipped : .whole(upTo: NodeHandler.bodyLimit)
            case .file: .skipped
            case .upload(let limit, _): .inParts(upTo: limit)
            }
        }

        /// True if the body is read in parts.
        var isUpload: Bool { if case .upload = route.handling { true } else { false } }
    }

    /// The result for a request before its body is read. Requests are refused this early so that refusals cost little.
    enum Admission: Sendable {
        case admitted(Admitted)
        case answered(NodeResponse)
    }

    /// A request whose route is known and whose caller is not.
    private final class Found: Sendable {
        let route: Route
        let values: [String: String]
        let target: NodeTarget
        /// The client's network.
        let network: String

        init(_ route: Route, _ values: [String: String], _ target: NodeTarget, network: String) {
            (self.route, self.values, self.target, self.network) = (route, values, target, network)
        }
    }

    private enum Search {
        case found(Found)
        case answered(NodeResponse)
    }

    /// Finds the route and the caller of a request, and counts the call. It does not read the body.
    func admit(_ request: NodeRequest) async -> Admission {
        do {
            // The work before and after the wait for the caller is in functions that do not wait. A long poll would otherwise hold the space
            // that this work needs.
            switch try find(request) {
            case .answered(let response): return .answered(response)
            case .found(let found):
                let requester = Requester(client: found.network, network: found.network)
                let caller = try await Requester.$current.withValue(requester) {
                    try await self.caller(for: found.route, request, found.target.query)
                }
                return .admitted(try admit(caller, to: found, request))
            }
        } catch {
            return .answered(response(to: error, of: request))
        }
    }

    @inline(never)
    private func find(_ request: NodeRequest) throws -> Search {
        if request.method == "OPTIONS" {
            try limits.use(.constantRemote(RemoteNetwork.key(of: request.remoteAddress)))
            return .answered(NodeResponse(status: 204, body: []))
        }
        let target = try NodeTarget(request.target)
        // A HEAD request is handled like a GET. The HTTP server then leaves out the body of the answer (RFC 9110, 9.3.2).
        let method = request.method == "HEAD" ? "GET" : request.method
        let match = routes.match(
            method: HTTPMethod(rawValue: method), segments: target.path.values, escaped: target.path.escaped,
            endsWithSlash: target.path.endsWithSlash)
        switch match {
        case .nothing:
            return .answered(NodeResponse(MatrixError(.unrecognized, "Unknown path.")))
        case .malformed:
            return .answered(
                NodeResponse(MatrixError(.unrecognized, "A part of the path is missing or unknown."), status: 400))
        case .otherMethods(let methods):
            var response = NodeResponse(
                MatrixError(.unrecognized, "This path does not support the method."), status: 405)
            response.headers.append((name: "Allow", value: methods.map(\.rawValue).joined(separator: ", ")))
            return .answered(response)
        case .route(let route, let values):
            request.record?.note(route.meter)
            return .found(Found(route, values, target, network: RemoteNetwork.key(of: request.remoteAddress)))
        }
    }

    /// Counts a call whose caller is known.
    @inline(never)
    private func admit(_ caller: Caller?, to found: Found, _ request: NodeRequest) throws -> Admitted {
        let route = found.route, target = found.target
        var call = Call(caller: caller, remoteAddress: found.network, limit: route.limit)
        call.room = request.room
        call.root = target.path.values.first.flatMap(APIRoot.init(rawValue:))
        call.mayBeListPath = target.path.endsWithSlash || call.root == .api
        try charge(call)
        try requireRights(of: caller, on: route)
        if route.stores { try disk?.requireSpace() }
        return Admitted(route, RequestParts(path: found.values, query: target.query, lists: target.lists), call)
    }

    /// Checks the caller of an admitted request again, because its body arrived later. The session may have ended meanwhile, and the account may have
    /// been locked, suspended or deactivated.
    ///
    /// Returns the request with the caller's present rights, or the same refusal as that of a new request.
    func readmit(_ admitted: Admitted, _ request: NodeRequest) async -> Admission {
        let (route, parts, network) = (admitted.route, admitted.parts, admitted.call.remoteAddress)
        do {
            let caller = try await Requester.$current.withValue(Requester(client: network, network: network)) {
                try await self.caller(for: route, request, parts.query)
            }
            guard caller != admitted.call.caller else { return .admitted(admitted) }
            try requireRights(of: caller, on: route)
            var call = admitted.call
            call.caller = caller
            return .admitted(Admitted(route, parts, call))
        } catch {
            return .answered(response(to: error, of: request))
        }
    }

    /// - Throws: `M_USER_SUSPENDED` or `M_GUEST_ACCESS_FORBIDDEN` if the caller may not make the requests of a route.
    private func requireRights(of caller: Caller?, on route: Route) throws(MatrixError) {
        if route.refusesSuspended, caller?.isSuspended == true { throw Caller.suspended }
        if route.refusesGuests { try caller?.refuseGuest() }
    }

    /// Counts a call before its body is read, so that refusals cost little.
    /// - Throws: `M_LIMIT_EXCEEDED` if the caller or network is above its limit.
    private func charge(_ call: Call) throws {
        switch call.limit {
        case .byHandler: return
        // A call with a token is not counted, so that a user can always end a session.
        case .unlimited: if call.caller == nil { try limits.use(.constantRemote(call.remoteAddress)) }
        case .reads: try limits.use(call.caller.map { .read(user: $0.userID) } ?? .readRemote(call.remoteAddress))
        case .writes: try limits.use(.send(user: call.authenticated().userID))
        case .logins: try limits.use(.loginRemote(call.remoteAddress))
        }
    }
}
