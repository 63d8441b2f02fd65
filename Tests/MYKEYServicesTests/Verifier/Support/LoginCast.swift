import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import Synchronization
import TestSupport

/// Two accounts with their keys, and what their wallets post.
struct LoginCast {
    /// The settings of a server that has a dapp key.
    static let rules = CallbackRules(dappKeys: ["KEY"])

    let clock = StoppedClock(UnixTime(seconds: 1_760_000_000))
    let eosKey = EOSPrivateKey(Secp256k1PrivateKey())
    let ethereumKey = Secp256k1PrivateKey()
    let eos: LoginAccount
    let ethereum: LoginAccount

    init() throws {
        eos = try LoginAccount("mykeydoctest")
        ethereum = .ethereum(Secp256k1PrivateKey().publicKey.ethereumAddress)
    }

    var eosReserved: ReservedKey {
        get throws {
            ReservedKey(
                .eos(EOSPublicKey(try Secp256k1PrivateKey(bytes: eosKey.exposedBytes).publicKey)), isFrozen: false)
        }
    }

    var ethereumReserved: ReservedKey { ReservedKey(.ethereum(ethereumKey.publicKey.ethereumAddress), isFrozen: false) }

    var keys: TestKeys { get throws { TestKeys([eos: try eosReserved, ethereum: ethereumReserved]) } }

    /// The members of a login for an account, signed as its wallet does.
    /// - Parameter change: applied before signing.
    func members(
        _ account: LoginAccount? = nil, uuID: String, protocol name: String = "MYKEYSimple",
        _ change: (inout JSONValue) -> Void = { _ in }
    ) throws -> JSONValue {
        let account = account ?? eos
        var value: JSONValue = [
            "protocol": .string(name), "version": "1.0", "dapp_key": "", "uuID": .string(uuID), "ref": "mykey",
            "timestamp": .string("\(clock.now)"), "account": .string(account.text), "chain": .string(account.chain),
        ]
        change(&value)
        value["sign"] = .string(try signature(over: Self.signedString(value), account))
        return value
    }

    func body(
        _ account: LoginAccount? = nil, uuID: String, protocol name: String = "MYKEYSimple",
        _ change: (inout JSONValue) -> Void = { _ in }
    ) throws -> [UInt8] {
        try members(account, uuID: uuID, protocol: name, change).serialized()
    }

    /// A login of a bound user.
    func bound(
        _ account: LoginAccount? = nil, uuID: String = "user-1", protocol name: String = "MYKEY",
        _ change: (inout JSONValue) -> Void = { _ in }
    ) throws -> JSONValue {
        try members(account, uuID: uuID, protocol: name) {
            $0["dapp_key"] = "KEY"
            change(&$0)
        }
    }

    func signature(over text: String, _ account: LoginAccount) throws -> String {
        switch account {
        case .eos: try eosKey.sign(text).text
        case .ethereum: try PersonalMessage.sign(Keccak256.hash(Array(text.utf8)), with: ethereumKey).text()
        }
    }

    static func signedString(_ value: JSONValue) -> String {
        let timestamp = value["timestamp"]?.intValue.map { "\($0)" } ?? value["timestamp"]?.stringValue ?? ""
        return timestamp + (value["account"]?.stringValue ?? "") + (value["uuID"]?.stringValue ?? "")
            + (value["ref"]?.stringValue ?? "")
    }

    /// A service over these accounts.
    func service(
        keys: (any ReservedKeySource)? = nil, store: any ReplayStore, rules: CallbackRules = LoginCast.rules,
        limits: CallbackLimits = CallbackLimits(), contracts: ContractSignatures? = nil,
        onLogin: @escaping @Sendable (AcceptedLogin) async -> Void = { _ in }
    ) throws -> CallbackService {
        CallbackService(
            rules: rules, keys: try keys ?? self.keys, store: store, limits: limits, contracts: contracts,
            now: clock.read, onLogin: onLogin)
    }
}

/// Stores the ids of the logins that a service announces.
final class AnnouncedLogins: Sendable {
    private let logins = Mutex<[String]>([])
    var ids: [String] { logins.withLock { $0 } }
    func add(_ login: AcceptedLogin) { logins.withLock { $0.append(login.id) } }
}

/// A chain that a test changes.
final class TestKeys: ReservedKeySource {
    private struct State {
        var keys: [LoginAccount: ReservedKey]
        var isDown = false
        var asked = 0
    }

    private let state: Mutex<State>
    init(_ keys: [LoginAccount: ReservedKey]) { state = Mutex(State(keys: keys)) }

    func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        let (key, isDown) = state.withLock { state in
            state.asked += 1
            return (state.keys[account], state.isDown)
        }
        guard !isDown else { throw MYKEYServicesError(.nodeUnavailable, field: "test", reason: "the node is down") }
        return key
    }

    func set(_ account: LoginAccount, _ key: ReservedKey?) { state.withLock { $0.keys[account] = key } }
    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
    var asked: Int { state.withLock { $0.asked } }
    func resetAsked() { state.withLock { $0.asked = 0 } }
}
