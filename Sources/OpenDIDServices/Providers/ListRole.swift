import HeraldJSON
import OpenDID_DataModel

/// The list provider: plans, and the apps that may use a wallet (OpenDID sheet 5.2).
struct ListRole: RoleModule {
    static let role = ServiceRole.list

    private let registry: any RegistryAccess

    init(_ context: RoleContext) async throws { registry = context.registry }

    func addRoutes(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.List.allowedApps) { query, _ in
            guard let wallet = query["wallet"] else { throw FrontError.validation("wallet: the parameter is missing") }
            let apps = try await registry.allowedApps(wallet: wallet)
            return AllowCAList(count: apps.count, items: apps)
        }
        routes.on(OpenDIDEndpoints.List.plans) { query, _ in
            let tags = query.items.filter { $0.name == "tags[]" || $0.name == "tags" }.map(\.value)
            let plans = try await registry.plans(tags: tags.filter { !$0.isEmpty })
            return VCPlanList(count: plans.count, items: plans)
        }
        routes.on(OpenDIDEndpoints.List.plan) { query, _ in
            guard let id = query["id"] else { throw FrontError.validation("id: the parameter is missing") }
            guard let plan = try await registry.plan(id) else { throw ServiceError(TASError.planNotFound) }
            return plan
        }
    }
}
