import Synchronization

@testable import MYKEYServices

/// A name service of the tests: each look-up takes the next answer, the last one stays.
final class NamedAddresses: HostResolving {
    private let answers: Mutex<[[String]]>

    init(_ answers: [String]...) { self.answers = Mutex(answers) }

    func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress] {
        let texts = answers.withLock { answers in answers.count > 1 ? answers.removeFirst() : answers.first ?? [] }
        guard !texts.isEmpty else {
            throw MYKEYServicesError(.network, field: host, reason: "the host name does not resolve")
        }
        return texts.compactMap { NetworkAddress($0) }
    }
}

/// Remembers how long it was asked to wait, and does not.
final class PauseLog: Sendable {
    private let log = Mutex<[Duration]>([])
    var pauses: [Duration] { log.withLock { $0 } }
    func sleep(_ duration: Duration) { log.withLock { $0.append(duration) } }
}
