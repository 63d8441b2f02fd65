import HeraldJSON
import OpenDID_DataModel

/// A request to change the registry, from a server of another process. Either all changes are made or none. The server signs the request
/// with its `assert` key, and each nonce is accepted only once.
///
/// The servers share one token, which proves only that one of them sends the request. The signature proves which one. This is needed
/// because only issuers may make some of the changes.
struct ChangeRegistry: ModelObject, ProofContainer {
    /// The most changes in one message.
    static let limit = 64

    var id: String
    /// The server that sends the request.
    var provider: Provider
    /// The nonce, 16 bytes in multibase.
    var nonce: String
    var changes: [Change]
    var proof: Proof?
    var unknownMembers = UnknownMembers()

    init(id: String, provider: Provider, nonce: String, changes: [Change]) {
        self.id = id
        self.provider = provider
        self.nonce = nonce
        self.changes = changes
    }

    /// One change of the registry. Exactly one member is present.
    struct Change: ModelObject {
        /// Registers a new credential.
        var credential: VCMeta?
        /// The new status of a credential; `nil` if this change sets none.
        var status: Status?
        var schema: Schema?
        var plan: VCPlan?
        var app: App?
        var unknownMembers = UnknownMembers()

        init(
            credential: VCMeta? = nil, status: Status? = nil, schema: Schema? = nil, plan: VCPlan? = nil,
            app: App? = nil
        ) {
            (self.credential, self.status) = (credential, status)
            (self.schema, self.plan, self.app) = (schema, plan, app)
        }
    }

    struct Status: ModelObject {
        var vcId: String
        var vcStatus: VCStatusEnum
        var unknownMembers = UnknownMembers()

        init(vcId: String, vcStatus: VCStatusEnum) {
            self.vcId = vcId
            self.vcStatus = vcStatus
        }
    }

    struct Schema: ModelObject {
        var name: String
        var schema: VCSchema
        var unknownMembers = UnknownMembers()

        init(name: String, schema: VCSchema) {
            self.name = name
            self.schema = schema
        }
    }

    /// The permission for an app to use a wallet.
    struct App: ModelObject {
        var wallet: String
        var package: String
        var unknownMembers = UnknownMembers()

        init(wallet: String, package: String) {
            self.wallet = wallet
            self.package = package
        }
    }
}

/// The answer to ``ChangeRegistry``.
struct _ChangeRegistry: ModelObject {
    /// The reason why the registry refused the changes, or `nil` if it made them.
    var refusal: Refusal?
    var unknownMembers = UnknownMembers()

    init(refusal: Refusal? = nil) { self.refusal = refusal }

    /// A ``RegistryError`` in a message.
    struct Refusal: ModelObject {
        var code: String
        var field: String
        var reason: String
        var unknownMembers = UnknownMembers()

        init(_ error: RegistryError) { (code, field, reason) = (error.code.rawValue, error.field, error.reason) }

        var error: RegistryError { RegistryError(RegistryError.Code(rawValue: code), field: field, reason: reason) }
    }
}

extension OpenDIDEndpoints {
    /// The registry's endpoints at the trust agent, for the servers of other processes.
    enum Registry {
        static let document = ServiceEndpoint<FindDocument, _FindDocument>(.tas, .post, "registry/document")
        static let statuses = ServiceEndpoint<FindAll, _FindWords>(.tas, .post, "registry/statuses")
        static let devices = ServiceEndpoint<FindAll, _FindWords>(.tas, .post, "registry/devices")
        static let credentials = ServiceEndpoint<FindAll, _FindCredentials>(.tas, .post, "registry/credentials")
        static let providers = ServiceEndpoint<FindProviders, _FindProviders>(.tas, .post, "registry/providers")
        static let schema = ServiceEndpoint<FindSchema, _FindSchema>(.tas, .post, "registry/schema")
        static let plans = ServiceEndpoint<FindPlans, _FindPlans>(.tas, .post, "registry/plans")
        static let apps = ServiceEndpoint<FindApps, _FindApps>(.tas, .post, "registry/apps")
        static let change = ServiceEndpoint<ChangeRegistry, _ChangeRegistry>(.tas, .post, "registry/change")
    }
}
