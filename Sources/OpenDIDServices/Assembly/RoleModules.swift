import OpenDID_DataModel

/// All servers.
enum RoleModules {
    static let all: [any RoleModule.Type] = [
        TrustAgentRole.self, IssuerRole.self, VerifierRole.self, AppProviderRole.self, WalletProviderRole.self,
        GatewayRole.self,
        ListRole.self, NotificationRole.self,
    ]

    /// The migrations of all tables, regardless of this process's roles. Processes with other roles may use the same file.
    static var migrations: [ServiceMigration] {
        RegistrySchema.migrations + TransactionSchema.migrations + IdentityStore.migrations
            + all.flatMap { $0.migrations }
    }
}
