import SDNValues

extension MXEvent {
    /// The question of the poll that this event begins; `nil` for other events.
    package var pollQuestion: String? { PollContent.Start(content)?.question }
}
