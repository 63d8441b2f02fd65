import Foundation
import HeraldJSON
import HeraldPostgres
import HeraldProxy
import MYKEYLocalServers
import MYKEYServices
import OpenDIDServices
import OpenDIDWallet
import SDNGateway
import SDNNode

/// Every limit: those of the configurations with the defaults that a configuration has, and those that stand fixed in the sources.
struct DocumentedLimits: Sendable {
    /// A configuration and how a program gets at it.
    struct Section: Sendable {
        let title: String
        let settings: [(type: String, path: String, rows: [Row])]
        let fixed: [Row]
    }

    struct Row: Sendable {
        let key: String
        let value: String
        let comment: String
        let fact: LimitFact?
    }

    let sections: [Section]
    private let facts: [String: LimitFact]

    init() throws {
        let facts = Dictionary(
            try LimitFact.all().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        self.facts = facts
        let listener = try SourceProperty.all(of: "HeraldPeer")
        let parts = Self.parts
        let read = try parts.map { part in try part.modules.flatMap { try SourceProperty.all(of: $0) } }
        let settings = zip(parts, read).map { part, properties in
            // Configurations hold those of the listener under them.
            let comments = Dictionary(
                (properties + listener).map { ($0.key, $0.comment) }, uniquingKeysWith: { first, _ in first })
            return part.configurations.flatMap { Self.settings($0, Self.typeName(of: $0), comments, facts) }
        }
        let settable = Set(settings.flatMap { $0.flatMap(\.rows).map(\.key) })
        sections = parts.indices.map { index in
            let fixed = read[index].filter { !settable.contains($0.key) }.compactMap { Self.fixed($0, facts[$0.key]) }
            return Section(title: parts[index].title, settings: settings[index], fixed: fixed)
        }
    }

    /// The sources of the document: the modules, and the configurations with their defaults.
    private static var parts: [(title: String, modules: [String], configurations: [Any])] {
        [
            ("The node", ["SDNNode", "SDNIdentity", "SDNWire"], [NodeConfiguration()]),
            ("A proxy in front of a homeserver", ["HeraldProxy"], [ProxyLimits()]),
            (
                "The gateway", ["SDNGateway"],
                [
                    GatewayConfiguration(
                        homeserver: "http://127.0.0.1:8008", serverName: "localhost", storage: .memory,
                        key: GatewayKey())
                ]
            ),
            ("OpenDID's servers", ["OpenDIDServices", "OpenDIDModel", "OpenDID_DataModel"], [ServicesConfiguration()]),
            ("PostgreSQL under OpenDID's servers", ["HeraldPostgres", "OpenDIDPostgres"], [PostgresLimits()]),
            ("OpenDID's wallet", ["OpenDIDWallet"], [VaultParameters(), URLSessionServiceTransport()]),
            (
                "MYKEY", ["MYKEYServices", "MYKEYHummingbird", "MYKEYLocalServers", "MYKEYWire"],
                [
                    CallbackRules(), CallbackLimits(), TransportLimits(), LocalWalletServer.Limits(),
                    LoopbackServer.limits,
                ]
            ),
            ("The program", ["herald"], []),
            ("Under all of them", ["HeraldPeer", "HeraldHTTP", "HeraldJSON"], [JSONLimits()]),
        ]
    }

    /// A number of the sources; `nil` for a property that has none, unless the fact says what it is.
    private static func fixed(_ property: SourceProperty, _ fact: LimitFact?) -> Row? {
        guard let value = property.constant.map({ LimitValue.text(of: $0, unit: fact?.unit ?? "") }) ?? fact?.said
        else { return nil }
        return Row(key: property.key, value: value, comment: property.comment, fact: fact)
    }

    /// The numbers of a configuration, and of those that stand in it.
    private static func settings(
        _ value: Any, _ path: String, _ comments: [String: String], _ facts: [String: LimitFact]
    ) -> [(type: String, path: String, rows: [Row])] {
        let type = typeName(of: value)
        var own: [Row] = [], inner: [(type: String, path: String, rows: [Row])] = []
        for child in Mirror(reflecting: value).children {
            guard let name = child.label else { continue }
            let key = "\(type).\(name)", fact = facts[key]
            if let text = LimitValue.text(child.value, unit: fact?.unit ?? "") {
                own.append(Row(key: key, value: text, comment: comments[key] ?? "", fact: fact))
            } else if Mirror(reflecting: child.value).displayStyle == .struct,
                comments.keys.contains(where: { $0.hasPrefix(typeName(of: child.value) + ".") })
            {
                inner += settings(child.value, "\(path).\(name)", comments, facts)
            }
        }
        return (own.isEmpty ? [] : [(type, path, own)]) + inner
    }

    /// The type's name with those that it is in, without the module.
    private static func typeName(of value: Any) -> String {
        String(reflecting: type(of: value)).split(separator: ".").dropFirst().joined(separator: ".")
    }

    var rows: [Row] { sections.flatMap { $0.settings.flatMap(\.rows) + $0.fixed } }

    /// Limits of which nobody has said what the refused one gets.
    var unexplained: [String] { rows.filter { $0.fact == nil }.map(\.key) }

    /// Limits with neither a doc comment nor a text.
    var undescribed: [String] {
        rows.filter { $0.fact?.isNone == false && $0.fact?.what == nil && $0.comment.isEmpty }.map(\.key)
    }

    /// Explanations of limits that are not there.
    var superfluous: [String] { Set(facts.keys).subtracting(rows.map(\.key)).sorted() }

    /// The options of the command line that are named.
    var flags: Set<String> { Set(facts.values.compactMap(\.flag)) }
}
