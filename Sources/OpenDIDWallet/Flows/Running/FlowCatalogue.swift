/// The protocols by their names, for finding the one that a journal entry belongs to.
enum FlowCatalogue {
    static let all: [any ProtocolFlow.Type] = [
        CreateWalletFlow.self, PersonalizeFlow.self, DepersonalizeFlow.self, RegisterUserFlow.self, UpdateDocumentFlow.self,
        RestoreFlow.self, IssueCredentialFlow.self, RevokeFlow.self, PresentFlow.self,
    ]

    static func flow(named name: String) -> (any ProtocolFlow.Type)? { all.first { $0.name == name } }
}
