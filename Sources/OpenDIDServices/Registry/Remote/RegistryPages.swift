import HeraldJSON
import OpenDID_DataModel

// What the registry is asked for that may be long comes in pages.

/// How much one page of the registry holds.
enum RegistryPage {
    /// How many rows a page of the registry has.
    static let rows = 100
    /// After so many bytes of JSON a page ends; it has one row at least.
    static let bytes = 256 << 10
    /// How many pages of one list a role asks for.
    static let limit = 1_000

    /// As many of the first items as one page holds, and whether more follow.
    static func first<Item>(of items: [Item], bytes size: (Item) -> Int) -> (items: [Item], hasMore: Bool) {
        var (taken, bytes) = (0, 0)
        for item in items.prefix(rows) {
            bytes += size(item)
            guard taken == 0 || bytes <= Self.bytes else { break }
            taken += 1
        }
        return (Array(items.prefix(taken)), taken < items.count)
    }
}

/// Asks for providers: the one of a DID, or those of a role.
struct FindProviders: ModelObject {
    var did: String?
    var role: RoleTypeEnum?
    /// How many come before the page.
    var from: Int?
    var unknownMembers = UnknownMembers()

    init(did: String? = nil, role: RoleTypeEnum? = nil, from: Int? = nil) {
        self.did = did
        self.role = role
        self.from = from
    }
}

/// The answer to ``FindProviders``.
struct _FindProviders: ModelObject {
    var items: [Item]
    var hasMore: Bool
    var unknownMembers = UnknownMembers()

    init(items: [Item], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }

    /// A ``RegisteredProvider``.
    struct Item: ModelObject {
        var did: String
        var role: RoleTypeEnum
        var name: String
        var certVcRef: String
        var serverUrl: String
        /// The certificate as a text, as it was issued.
        var certificate: String?
        var unknownMembers = UnknownMembers()

        init(_ provider: RegisteredProvider) {
            (did, role, name) = (provider.did, provider.role, provider.name)
            (certVcRef, serverUrl) = (provider.certVcRef, provider.baseURL)
            certificate = provider.certificate.map { String(decoding: $0, as: UTF8.self) }
        }

        var provider: RegisteredProvider {
            RegisteredProvider(
                did: did, role: role, name: name, certVcRef: certVcRef, baseURL: serverUrl, certificate: certificate.map { Array($0.utf8) })
        }
    }
}

/// Asks for plans: the one of an id, or all.
struct FindPlans: ModelObject {
    var id: String?
    /// How many come before the page.
    var from: Int?
    var unknownMembers = UnknownMembers()

    init(id: String? = nil, from: Int? = nil) {
        self.id = id
        self.from = from
    }
}

/// The answer to ``FindPlans``.
struct _FindPlans: ModelObject {
    var items: [VCPlan]
    var hasMore: Bool
    /// The issuer whose the plan of an id is; missing for one of the trust agent's, and where several plans were asked for.
    var owner: String?
    var unknownMembers = UnknownMembers()

    init(items: [VCPlan], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }

    init(_ plan: Owned<VCPlan>?) {
        self.init(items: plan.map { [$0.value] } ?? [], hasMore: false)
        owner = plan?.owner
    }
}

/// Asks for the apps that may use a wallet.
struct FindApps: ModelObject {
    var wallet: String
    /// How many come before the page.
    var from: Int?
    var unknownMembers = UnknownMembers()

    init(wallet: String, from: Int? = nil) {
        self.wallet = wallet
        self.from = from
    }
}

/// The answer to ``FindApps``.
struct _FindApps: ModelObject {
    var items: [String]
    var hasMore: Bool
    var unknownMembers = UnknownMembers()

    init(items: [String], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }
}
