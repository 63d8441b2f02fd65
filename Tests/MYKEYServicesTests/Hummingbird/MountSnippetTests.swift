import Hummingbird
import MYKEYHummingbird
import MYKEYServices
import TestSupport
import Testing

@Suite("Mounting the callback")
struct MountSnippetTests {
    /// The code that a dapp's back end needs.
    private func mount(on router: Router<BasicRequestContext>, database: String) throws -> CallbackService {
        let nodes = try ["https://eos-one.example", "https://eos-two.example"].map {
            try EOSTableKeySource(node: EOSNode(ChainNodeAddress($0)))
        }
        let keys = CachingKeySource(try AgreeingKeySource(nodes))
        let service = CallbackService(rules: CallbackRules(), keys: keys, store: try SQLiteReplayStore(path: database))
        router.mykeyCallback("/mykey/login", service)
        return service
    }

    @Test("five lines make a dapp's back end accept MYKEY logins")
    func fiveLines() async throws {
        let folder = try TemporaryFolder()
        let router = Router()
        let service = try mount(on: router, database: folder.path("logins.sqlite"))
        #expect(router.routes.contains { $0.path.description == "/mykey/login" && $0.method == .post })
        #expect(try await service.beginLogin().uuID.count == 36)
    }
}
