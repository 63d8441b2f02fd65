import MYKEYWalletLib
import MYKEYWire

/// A dapp, an opener that notes, and a clock that stands still.
struct Fixture: Sendable {
    let session: DappSession
    let opener: RecordingOpener
    let clock: ManualClock

    static let configuration = DappConfiguration.binding(
        appKey: "k42", userID: "E9467118-9321-4916-8153-4A5A9087E51E", dappName: "Harbour",
        dappIcon: "https://harbour.example/icon.png",
        scheme: "demoscheme")
    static let loginPayload = """
        {"account":"mykeydoctest","chain":"EOS","dappKey":"k42","dappUserId":"E9467118-9321-4916-8153-4A5A9087E51E","origin":"mykey",\
        "protocol":"MYKEY","signature":"SIG_K1_x","timestamp":1606900362,"version":"1.0","accountType":1}
        """

    init(
        _ configuration: DappConfiguration = Fixture.configuration, opener: RecordingOpener = RecordingOpener(),
        timeout: Duration = .seconds(600)
    ) {
        self.opener = opener
        clock = ManualClock()
        session = DappSession(
            configuration, opener: opener, timeout: timeout, environment: DappEnvironment(clock: clock))
    }

    /// Asks for a login and waits until its URL is out.
    func login() async throws -> (task: Task<Result<LoginPayload, MYKEYWalletError>, Never>, asked: Asked) {
        let count = opener.urls.count
        let task = Task { [session] in
            await Result { () async throws(MYKEYWalletError) in try await session.authorize(WalletRequest.Login()) }
        }
        return (task, try Asked(await opener.urls(count: count + 1)[count]))
    }
}

extension Result {
    init(_ body: () async throws(Failure) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }

    var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
