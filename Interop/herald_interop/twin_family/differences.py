"""The differences between Synapse and our node in the scenario: step, path in its value, and the reason why our node does not change."""

POWER = "Synapse gives its own type `historical` a level and leaves `notifications` to the default, which is what ours says"
THUMBNAIL = "Synapse makes a smaller picture; our node has no image library and gives a small picture as it is (SDN sheet 7.2)"
SUCCESSOR = "Synapse lets the token before the newest live until its time is over or the next renewal; ours ends it with the first use of the newest"
STOLEN = "a refresh token that was spent and comes again shows a thief: ours ends the device's tokens, Synapse only refuses it"

DIFFERENCES: dict[str, dict[str, str]] = {
    "two people register and their sessions start": {
        "/state/7/content/historical": POWER,
        "/state/7/content/notifications": POWER,
    },
    "kicked, banned, let in again: each is told to both": {
        "/banned/errcode": "Synapse says M_BAD_STATE; the specification has M_FORBIDDEN",
    },
    "a restricted room lets in who is in the room that it names": {
        "/state/7/content/historical": POWER,
        "/state/7/content/notifications": POWER,
    },
    "an invitation that is turned down is gone for both": {
        "/state/7/content/historical": POWER,
        "/state/7/content/notifications": POWER,
    },
    "who joins whatever comes is in without a word": {
        "/state/7/content/historical": POWER,
        "/state/7/content/notifications": POWER,
    },
    "thumbnails are made of pictures alone": {
        "/scaled": THUMBNAIL,
        "/cropped": THUMBNAIL,
    },
    "a token that runs out is renewed on the way, and the old ones are refused": {
        "/second token": SUCCESSOR,
        "/afterwards": STOLEN,
    },
    "a session on an empty store finds the same room": {
        "/state/8/content/historical": POWER,
        "/state/8/content/notifications": POWER,
    },
}
