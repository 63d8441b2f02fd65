import HeraldHTTP

/// A client or network and the limit against which it is counted.
struct LimitSubject: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case request, opening, wallet, enrolment, presentation, person
    }

    /// The name of a client, or of a network that may have many clients.
    let name: String
    let isNetwork: Bool
    let kind: Kind

    /// Returns the subjects of a request: its client and, for IPv6, the client's network.
    static func all(of client: String, _ charge: ServiceCharge) -> (client: LimitSubject, network: LimitSubject?) {
        let kind: Kind =
            switch charge {
            case .request: .request
            case .write, .opening: .opening
            case .wallet: .wallet
            case .enrolment: .enrolment
            case .presentation: .presentation
            case .person: .person
            }
        return (
            LimitSubject(name: client, isNetwork: false, kind: kind),
            NetworkAddress.network(ofKey: client).map { LimitSubject(name: $0, isNetwork: true, kind: kind) }
        )
    }

    /// Returns the refusal of a request that exceeds this limit.
    func refusal(wait: Duration) -> TooManyRequests {
        let what =
            switch kind {
            case .request: "requests"
            case .opening: "transactions and offers"
            case .wallet: "wallets"
            case .enrolment: "enrolments"
            case .presentation: "presentations"
            case .person: "questions about persons"
            }
        return TooManyRequests(wait: wait, reason: "too many \(what) of one \(isNetwork ? "network" : "address")")
    }
}

extension ServiceLimits {
    /// Returns the rate limit of a client or network. `nil` if there is none.
    func rate(of subject: LimitSubject) -> Rate? {
        let rate: Rate? =
            switch subject.kind {
            case .request: requests
            case .opening: openings
            case .wallet: wallets
            case .enrolment: enrolments
            case .presentation: presentations
            case .person: persons
            }
        guard subject.isNetwork, let rate else { return rate }
        let factor = Double(networkFactor)
        return Rate(burst: rate.burst * factor, perSecond: rate.perSecond * factor)
    }

    /// The most open transactions of one network. `Int.max` if the number is larger than that.
    var networkTransactions: Int {
        let (most, isMuch) = openTransactions.multipliedReportingOverflow(by: networkFactor)
        return isMuch ? .max : most
    }
}
