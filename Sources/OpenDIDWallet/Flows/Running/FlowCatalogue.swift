/// The protocols by name, for finding the protocol of a journal entry.
enum FlowCatalogue {
    static let all: [any ProtocolFlow.Type] = [
        CreateWalletFlow.self, PersonalizeFlow.self, DepersonalizeFlow.self, RegisterUserFlow.self,
        UpdateDocumentFlow.self,
        RestoreFlow.self, IssueCredentialFlow.self, RevokeFlow.self, PresentFlow.self,
    ]

    static func flow(named name: String) -> (any ProtocolFlow.Type)? { all.first { $0.name == name } }
}
