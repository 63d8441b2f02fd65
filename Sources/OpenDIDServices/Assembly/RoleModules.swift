import OpenDID_DataModel

/// Every server that there is.
enum RoleModules {
    static let all: [any RoleModule.Type] = [
        TrustAgentRole.self, IssuerRole.self, VerifierRole.self, AppProviderRole.self, WalletProviderRole.self, GatewayRole.self,
        ListRole.self, NotificationRole.self,
    ]

    /// Every table, whichever roles this process has: processes with other roles work on the same file.
    static var migrations: [ServiceMigration] {
        RegistrySchema.migrations + TransactionSchema.migrations + IdentityStore.migrations + all.flatMap { $0.migrations }
    }
}
