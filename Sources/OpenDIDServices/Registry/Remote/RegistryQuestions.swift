import HeraldJSON
import OpenDID_DataModel

// The messages with which servers of other processes read the registry. They exist only in Herald, because upstream's servers read a
// blockchain instead.

/// Requests a DID document.
struct FindDocument: ModelObject {
    var did: String
    /// The requested version. Defaults to the newest one.
    var versionId: String?
    /// The revision of the document that the client has cached.
    var known: Int64?
    var unknownMembers = UnknownMembers()

    init(did: String, versionId: String?, known: Int64?) {
        self.did = did
        self.versionId = versionId
        self.known = known
    }
}

/// The answer to ``FindDocument``. It has no members if the DID or the version is not registered.
struct _FindDocument: ModelObject {
    var status: String?
    /// The time at which the DID was terminated, in seconds since 1970.
    var terminated: Int64?
    /// A number that changes with every change of the DID or its documents.
    var revision: Int64?
    /// The newest version.
    var newest: String?
    /// The document's JSON as text. It is absent if the client has cached the document already.
    var document: String?
    var unknownMembers = UnknownMembers()

    init(_ record: Registry.Record? = nil) {
        guard let record else { return }
        (status, terminated) = (record.head.status.rawValue, record.head.terminated?.seconds)
        (revision, newest) = (record.head.revision, record.head.newest)
        document = record.document.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Requests several entries of the registry by their IDs, at most ``limit``.
struct FindAll: ModelObject {
    /// The most entries in one request.
    static let limit = 50
    /// The longest ID in a request for several entries, in bytes.
    static let idLimit = 1_024

    var ids: [String]
    var unknownMembers = UnknownMembers()

    init(ids: [String]) { self.ids = ids }
}

/// The answer to ``FindAll`` about credentials. It contains those that are registered.
struct _FindCredentials: ModelObject {
    var items: [VCMeta]
    var unknownMembers = UnknownMembers()

    init(items: [VCMeta]) { self.items = items }
}

/// The answer to ``FindAll`` about DIDs. It contains one word, such as a status, for each registered DID.
struct _FindWords: ModelObject {
    var items: [Item]
    var unknownMembers = UnknownMembers()

    init(_ words: [String: String]) {
        items = words.sorted { $0.key < $1.key }.map { Item(id: $0.key, word: $0.value) }
    }

    /// The words of all items, by DID.
    var words: [String: String] { Dictionary(items.map { ($0.id, $0.word) }, uniquingKeysWith: { first, _ in first }) }

    /// One DID with its word.
    struct Item: ModelObject {
        var id: String
        /// A value such as `ACTIVATED`.
        var word: String
        var unknownMembers = UnknownMembers()

        init(id: String, word: String) {
            self.id = id
            self.word = word
        }
    }
}

/// Requests one schema, by its URL or by its name and issuer.
struct FindSchema: ModelObject {
    var id: String?
    var name: String?
    var owner: String?
    var unknownMembers = UnknownMembers()

    init(id: String? = nil, name: String? = nil, owner: String? = nil) {
        self.id = id
        self.name = name
        self.owner = owner
    }
}

/// The answer to ``FindSchema``. It has no members if there is no such schema.
struct _FindSchema: ModelObject {
    var schema: VCSchema?
    /// The issuer that owns the schema. It is absent if the schema was requested by its name.
    var owner: String?
    var unknownMembers = UnknownMembers()

    init(schema: VCSchema?, owner: String? = nil) {
        self.schema = schema
        self.owner = owner
    }
}
