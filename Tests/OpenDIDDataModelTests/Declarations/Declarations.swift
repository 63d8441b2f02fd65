import Testing

/// One value of every type, made with the initialiser that the text has.
enum Sample {}

/// The uses of every type and property: what is missing or has another type does not compile.
struct Declarations {
    /// The number of properties of each type that were used.
    private(set) var properties: [ObjectIdentifier: Int] = [:]

    init() {
        addIdentityDocuments()
        addCredentialDocuments()
        addProfiles()
        addTokens()
        addOffers()
        addPlans()
        addRegistrationMessages()
        addCredentialMessages()
        addDIDDocumentMessages()
        addEnrolmentMessages()
        addIssuerMessages()
        addOperatorMessages()
        addLedgerMessages()
    }

    mutating func add<Root: Hashable & Sendable>(_ sample: Root, _ use: (inout Properties<Root>) -> Void) {
        var uses = Properties(value: sample)
        use(&uses)
        #expect(uses.value == sample, "writing what was read changes nothing")
        let before = properties.updateValue(uses.count, forKey: ObjectIdentifier(Root.self))
        #expect(before == nil, "\(Root.self) is there twice")
    }

    struct Properties<Root> {
        fileprivate(set) var value: Root
        fileprivate(set) var count = 0

        /// Reads and writes a property of exactly this type.
        mutating func has<Value: Equatable>(_ path: WritableKeyPath<Root, Value>, _ type: Value.Type) {
            let read = value[keyPath: path]
            value[keyPath: path] = read
            count += 1
        }
    }
}
