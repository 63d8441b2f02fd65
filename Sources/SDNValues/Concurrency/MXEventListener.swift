/// An object that stands for a listener. Passing it to `removeListener` removes the listener. Releasing the object does not remove the
/// listener.
public final class MXEventListener: Sendable {
    package init() {}
}
