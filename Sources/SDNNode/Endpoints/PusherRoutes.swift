import HeraldJSON
import SDNWire

/// The endpoints that set and list pushers (SDN sheet 6.1).
struct PusherRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let services = services
        routes.on(Endpoints.setPusher) { request, call in
            let caller = try call.authenticated()
            if let kind = request.kind {
                let pusher = try Pusher(request, kind: kind, hosts: services.pushHosts), now = services.now(),
                    network = call.remoteAddress
                // The node notes the pusher before the write, so that an event that is committed right after the write notifies the new pusher.
                services.push.notePusher(of: caller.userID)
                try await services.database.write { db in
                    try PusherStore.set(pusher, of: caller, at: network, append: request.append, now: now, in: db)
                }
                services.push.pusherChanged(
                    PusherID(user: caller.userID, appID: pusher.key.appID, pushkey: pusher.key.pushkey))
            } else {
                let key = try PusherKey(request)
                try await services.database.write { db in try PusherStore.remove(key, of: caller.userID, in: db) }
                services.push.pusherChanged(PusherID(user: caller.userID, appID: key.appID, pushkey: key.pushkey))
            }
            return EmptyObject()
        }
        routes.on(Endpoints.pushers) { _, call in
            let caller = try call.authenticated()
            let pushers = try await services.database.read { db in try PusherStore.list(of: caller.userID, in: db) }
            return RawJSON(assembled: JSONValue.object(["pushers": .array(pushers)]).serialized())
        }
    }
}
