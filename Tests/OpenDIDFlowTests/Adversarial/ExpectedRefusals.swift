/// What each kind of wrong message may be refused with (OpenDID sheet 5.3). No server may say that it does not know what is wrong.
enum ExpectedRefusals {
    static func accepts(_ code: String, status: Int, for kind: Strike.Kind) -> Bool {
        // Two codes for what cannot be read come with 500 (sheet 5.3).
        let isStatus = status == 400 || status == 500 && ["9999", "SSRVTRA12004"].contains(code)
        return isStatus && (codes[kind] ?? []).contains { $0 == code || code.hasPrefix("S") && code.hasSuffix($0) && code.count == $0.count + 4 }
    }

    private static let shape: Set<String> = [
        "9999", "TRA10001", "TRA12004", "TRA12006", "CFA00100", "WLT00100", "WLT00101", "ISS00208", "ISS00401", "ISS00702", "VRF00100", "VRF00106",
    ]
    private static let signature: Set<String> = [
        "TRA12007", "TRA16509", "TRA16510", "TRA16511", "TRA16516", "ISS00302", "ISS00413", "VRF00103", "VRF00202", "VRF00403", "WLT00103",
    ]
    private static let reference: Set<String> = [
        "TRA11001", "TRA12011", "TRA16000", "TRA16519", "TRA16520", "TRA17001", "TRA17006", "TRA17502", "TRA17508", "TRA18018", "TRA18500",
        "TRA18510", "TRA19003", "ISS00004", "ISS00200", "ISS00202", "ISS00203", "ISS00204", "ISS00210", "VRF00200", "VRF00300", "VRF00303",
        "VRF00402", "CFA00400",
    ]
    /// What an update may not change: context and controller.
    private static let document: Set<String> = ["TRA18007", "TRA18009"]
    private static let channel: Set<String> = ["ISS00403", "VRF00409"]
    private static let order: Set<String> = ["TRA16000", "TRA16001", "VRF00200", "VRF00300", "VRF00301"]

    private static let codes: [Strike.Kind: Set<String>] = [
        .dropped: shape.union(signature).union(reference).union(document),
        .emptied: shape.union(signature).union(reference).union(document),
        .swapped: signature.union(reference).union(channel),
        .foreign: reference.union(channel),
        .resigned: signature,
        .substituted: signature.union(reference).union(channel),
        .misencrypted: channel.union(["TRA12004", "TRA12008", "TRA16510", "TRA16519"]),
        .stale: ["TRA11001", "TRA16002", "TRA16510", "TRA19002", "ISS00201", "VRF00200", "VRF00302"],
        .misplaced: order,
        .crossed: order,
        .replayed: order.union(["TRA17501"]),
    ]
}
