/// The figures of one server under the load of ``NodeWork``, in the order of the table.
struct NodeFigures {
    struct Figure {
        let name: String
        let unit: String
        let value: Double
        var goal: Measurement.Goal?
        var peer: Double?
    }

    private var figures: [Figure] = []

    mutating func add(_ name: String, _ unit: String, _ value: Double, _ goal: Measurement.Goal? = nil) {
        figures.append(Figure(name: name, unit: unit, value: value, goal: goal))
        NodeBenchmarks.say("\(name): \(Report.figure(value)) \(unit)")
    }

    /// Sets the other server's figures of the same names beside these.
    mutating func compare(with other: NodeFigures?) {
        for index in figures.indices {
            figures[index].peer = other?.figures.first { $0.name == figures[index].name }?.value
        }
    }

    var rows: [Measurement] {
        figures.map { figure in
            Measurement(
                figure.name, unit: figure.unit, ours: figure.value, peer: figure.peer.map { ("Synapse", $0) },
                goal: figure.goal)
        }
    }
}
