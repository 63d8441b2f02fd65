"""What Synapse does differently from our node in the scenario, and why ours stays as it is: step, path in its value, reason."""

POWER = "Synapse gives its own type `historical` a level and leaves `notifications` to the default, which is what ours says"
TOPIC = "Synapse repeats a topic that a room is created with as `m.topic`; a plain topic is whole"

DIFFERENCES: dict[str, dict[str, str]] = {
    "two people register and their sessions start": {
        "/state/7/content/historical": POWER,
        "/state/7/content/notifications": POWER,
        "/state/8/content/m.topic": TOPIC,
    },
    "kicked, banned, let in again: each is told to both": {
        "/banned/errcode": "Synapse says M_BAD_STATE; the specification has M_FORBIDDEN",
    },
    "a session on an empty store finds the same room": {
        "/state/8/content/historical": POWER,
        "/state/8/content/notifications": POWER,
        "/state/9/content/m.topic": TOPIC,
    },
}
