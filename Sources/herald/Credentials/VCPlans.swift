import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc plans`: lists the plans under which credentials are issued.
struct VCPlans: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans", abstract: "List the plans under which credentials are issued.")

    @OptionGroup var options: WalletOptions
    @OptionGroup var servers: ServerOptions

    @Option(help: "List only plans with this tag; may be given several times.")
    var tag: [String] = []

    var isJSON: Bool { options.json }

    func work() async throws {
        let settings = try await servers.settings(options.folder)
        let list = try settings.configuration().addresses.list
        let query = ServiceQuery(tag.map { ServiceQuery.Item("tags[]", $0) })
        let client = ServerClient(server: list.absoluteString, token: nil)
        let plans = try await client.call(OpenDIDEndpoints.List.plans, query)
        options.output.list(
            plans.items.map { plan in
                [
                    ("plan", .string(plan.vcPlanId)), ("name", .string(plan.name)),
                    ("description", .string(plan.description)),
                    ("issuers", .array((plan.allowedIssuers ?? [plan.manager]).map { .string($0) })),
                ]
            }, empty: "no plans")
    }
}
