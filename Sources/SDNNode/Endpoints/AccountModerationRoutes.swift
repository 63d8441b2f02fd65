import HeraldJSON
import SDNWire

/// The endpoints with which administrators lock and suspend accounts (Matrix: server administration).
struct AccountModerationRoutes: Sendable {
    let locks: AccountLocks

    func register(in routes: inout RouteTable) {
        let locks = locks
        routes.on(Endpoints.accountLock) { request, call in
            let isLocked = try await locks.isOn(.lock, request.userID, by: call.authenticated())
            return Self.answer("locked", isLocked)
        }
        routes.on(Endpoints.setAccountLock) { request, call in
            try await locks.set(.lock, request.isLocked, request.userID, by: call.authenticated())
            return Self.answer("locked", request.isLocked)
        }
        routes.on(Endpoints.accountSuspension) { request, call in
            let isSuspended = try await locks.isOn(.suspension, request.userID, by: call.authenticated())
            return Self.answer("suspended", isSuspended)
        }
        routes.on(Endpoints.setAccountSuspension) { request, call in
            try await locks.set(.suspension, request.isSuspended, request.userID, by: call.authenticated())
            return Self.answer("suspended", request.isSuspended)
        }
    }

    private static func answer(_ name: String, _ value: Bool) -> RawJSON {
        RawJSON(assembled: JSONValue.object([name: .bool(value)]).serialized())
    }
}
