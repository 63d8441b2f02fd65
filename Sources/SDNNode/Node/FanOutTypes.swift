/// The type of each kind of background work. The kinds are declared in a layer below these types.
extension FanOutKind {
    var type: any FanOut.Type {
        switch self {
        case .profile: ProfileFanOut.self
        case .departure: DepartureFanOut.self
        case .creation: CreationFanOut.self
        case .upgrade: UpgradeFanOut.self
        case .dissolution: DissolutionFanOut.self
        case .redaction: RedactionFanOut.self
        case .leftovers: LeftoverFanOut.self
        case .erasure: ErasureFanOut.self
        case .crowding: CrowdingFanOut.self
        }
    }
}
