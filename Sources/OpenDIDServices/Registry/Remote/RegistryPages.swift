import HeraldJSON
import OpenDID_DataModel

// The registry returns long lists in pages.

/// The limits for the pages in which the registry returns long lists.
enum RegistryPage {
    /// The most rows in one page.
    static let rows = 100
    /// The most bytes of JSON in one page. A page has at least one row, even if that row is larger.
    static let bytes = 256 << 10
    /// The most pages of one list that a server requests.
    static let limit = 1_000

    /// Returns the first items that fit into one page, and true if more items follow.
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

/// Requests one provider by its DID, or the providers of a role.
struct FindProviders: ModelObject {
    var did: String?
    var role: RoleTypeEnum?
    /// The number of rows to skip.
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

    /// A ``RegisteredProvider`` in a message.
    struct Item: ModelObject {
        var did: String
        var role: RoleTypeEnum
        var name: String
        var certVcRef: String
        var serverUrl: String
        /// The certificate's JSON as text, as it was issued.
        var certificate: String?
        var unknownMembers = UnknownMembers()

        init(_ provider: RegisteredProvider) {
            (did, role, name) = (provider.did, provider.role, provider.name)
            (certVcRef, serverUrl) = (provider.certVcRef, provider.baseURL)
            certificate = provider.certificate.map { String(decoding: $0, as: UTF8.self) }
        }

        var provider: RegisteredProvider {
            RegisteredProvider(
                did: did, role: role, name: name, certVcRef: certVcRef, baseURL: serverUrl,
                certificate: certificate.map { Array($0.utf8) })
        }
    }
}

/// Requests one plan by its ID, or all plans.
struct FindPlans: ModelObject {
    var id: String?
    /// The number of rows to skip.
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
    /// The issuer that owns the requested plan. It is absent if the trust agent owns the plan, and if all plans were requested.
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

/// Requests the apps that may use a wallet.
struct FindApps: ModelObject {
    var wallet: String
    /// The number of rows to skip.
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
