/// One figure of ours and one of a peer, both measured in the same run.
struct Measurement {
    /// The condition that a figure must meet.
    enum Goal {
        /// Ours, in the unit of the measurement.
        case atLeast(Double)
        /// Ours, where less is better.
        case atMost(Double)
        /// Ours divided by the peer's.
        case ratioAtLeast(Double)
    }

    /// The name of the measurement, such as `keccak-256, 1 MiB`.
    let name: String
    /// Such as `MB/s` or `ops/s`; more is better, except for times (`ms`, `µs`), memory (`MB`) and growth (`x`).
    let unit: String
    let ours: Double
    /// Whom ours is compared with; `nil` when there is no peer here.
    let peer: (name: String, figure: Double)?
    let goal: Goal?

    init(_ name: String, unit: String, ours: Double, peer: (name: String, figure: Double)? = nil, goal: Goal? = nil) {
        self.name = name
        self.unit = unit
        self.ours = ours
        self.peer = peer
        self.goal = goal
    }

    var ratio: Double? {
        guard let peer, peer.figure > 0 else { return nil }
        return ours / peer.figure
    }

    /// `nil` when there is no goal.
    var goalIsMet: Bool? {
        switch goal {
        case .atLeast(let figure): ours >= figure
        case .atMost(let figure): ours <= figure
        case .ratioAtLeast(let least): ratio.map { $0 >= least } ?? false
        case nil: nil
        }
    }
}
