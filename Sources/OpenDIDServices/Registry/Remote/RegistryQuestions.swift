import HeraldJSON
import OpenDID_DataModel

// What servers of other processes ask the registry. Ours: upstream's servers ask a blockchain.

/// Asks for a DID document.
struct FindDocument: ModelObject {
    var did: String
    /// The newest one when it is missing.
    var versionId: String?
    /// The revision of which the asker has the document already.
    var known: Int64?
    var unknownMembers = UnknownMembers()

    init(did: String, versionId: String?, known: Int64?) {
        self.did = did
        self.versionId = versionId
        self.known = known
    }
}

/// The answer to ``FindDocument``; empty when the DID or the version is not registered.
struct _FindDocument: ModelObject {
    var status: String?
    /// When it was terminated, in seconds since 1970.
    var terminated: Int64?
    /// Changes with every change of the DID or its documents.
    var revision: Int64?
    /// The newest version.
    var newest: String?
    /// The document as a text; missing where the asker has it already.
    var document: String?
    var unknownMembers = UnknownMembers()

    init(_ record: Registry.Record? = nil) {
        guard let record else { return }
        (status, terminated) = (record.head.status.rawValue, record.head.terminated?.seconds)
        (revision, newest) = (record.head.revision, record.head.newest)
        document = record.document.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Asks for several things by their ids: at most ``limit``.
struct FindAll: ModelObject {
    /// How many things of the registry one question may ask for.
    static let limit = 50
    /// The longest id in such a question, in bytes.
    static let idLimit = 1_024

    var ids: [String]
    var unknownMembers = UnknownMembers()

    init(ids: [String]) { self.ids = ids }
}

/// The answer to ``FindAll`` about credentials: those that are known.
struct _FindCredentials: ModelObject {
    var items: [VCMeta]
    var unknownMembers = UnknownMembers()

    init(items: [VCMeta]) { self.items = items }
}

/// The answer to ``FindAll`` about DIDs: a word for each that is known.
struct _FindWords: ModelObject {
    var items: [Item]
    var unknownMembers = UnknownMembers()

    init(_ words: [String: String]) { items = words.sorted { $0.key < $1.key }.map { Item(id: $0.key, word: $0.value) } }

    /// The words by id.
    var words: [String: String] { Dictionary(items.map { ($0.id, $0.word) }, uniquingKeysWith: { first, _ in first }) }

    /// What is known of one DID.
    struct Item: ModelObject {
        var id: String
        /// Such as `ACTIVATED`.
        var word: String
        var unknownMembers = UnknownMembers()

        init(id: String, word: String) {
            self.id = id
            self.word = word
        }
    }
}

/// Asks for one schema, by its URL or by its name and its issuer.
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

/// The answer to ``FindSchema``; empty when there is none.
struct _FindSchema: ModelObject {
    var schema: VCSchema?
    /// The issuer whose it is; missing where a schema was asked for by its name.
    var owner: String?
    var unknownMembers = UnknownMembers()

    init(schema: VCSchema?, owner: String? = nil) {
        self.schema = schema
        self.owner = owner
    }
}
