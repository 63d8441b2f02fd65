import HeraldJSON
import SDNWire

/// The endpoint that lists a user's notifications (`GET notifications`).
struct NotificationRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let list = NotificationList(services: services)
        routes.on(Endpoints.notifications) { request, call in
            let caller = try call.authenticated()
            let before: Int64 = request.from.map { Int64($0) ?? -1 } ?? .max
            guard before >= 0 else {
                throw MatrixError(.invalidParam, "from: this is not a token of this node.")
            }
            return try await list.page(
                for: caller, before: before, limit: max(1, min(request.limit ?? 50, 500)),
                highlightsOnly: request.only == "highlight")
        }
    }
}
