"""The steps that are run on each node, and the state after each step."""

from __future__ import annotations

from typing import Any

from .gateway import Gateway
from .person import Person

APP = "to.sdn.interop"


class Play:
    """Three people in a room of one node. Every observation is stored under its name, with names in place of IDs."""

    def __init__(self, base: str, gateway: Gateway) -> None:
        self.seen: dict[str, Any] = {}
        self._gateway = gateway
        self.ann, self.bob, self.eve = (Person(base, name) for name in ("push-ann", "push-bob", "push-eve"))
        self._names = {self.ann.user_id: "ann", self.bob.user_id: "bob", self.eve.user_id: "eve"}
        for person, name in ((self.ann, "Ann"), (self.bob, "Bob the Builder"), (self.eve, "Eve")):
            person.do("PUT", f"profile/{person.user_id}/displayname", {"displayname": name})
        self.room = self.ann.do("POST", "createRoom", {"preset": "public_chat", "name": "Cake"})["room_id"]
        self._names[self.room] = "room"
        for person in (self.bob, self.eve):
            person.do("POST", f"join/{self.room}", {})

    def _look(self, step: str) -> None:
        self.seen[step] = (self.bob.counts(self.room), self.eve.counts(self.room))

    def run(self) -> None:
        """All of it, in order."""
        self._look("nothing has been said")
        self._messages()
        self._own_rules()
        self._threads()
        self._comings_and_goings()
        self._refusals()
        self._notifications()

    def _messages(self) -> None:
        ann, bob, eve, room = self.ann, self.bob, self.eve, self.room
        first = ann.say(room, "hello everybody")
        self._look("a message")
        ann.say(room, "well, BOB the builder?")
        self._look("a display name")
        ann.say(room, "bob the builders are many")
        self._look("a longer word")
        ann.say(room, "push-bob, are you there")
        self._look("a user name")
        ann.say(room, "Bob the Builder", **{"m.mentions": {}})
        self._look("a name in a message that says it mentions nobody")
        ann.say(room, "you", **{"m.mentions": {"user_ids": [bob.user_id]}})
        self._look("a mention")
        ann.say(room, "all of you", **{"m.mentions": {"room": True}})
        self._look("a mention of the room")
        eve.say(room, "all of you", **{"m.mentions": {"room": True}})
        self._look("a mention of the room by who may not")
        ann.say(room, "hey @room!")
        self._look("the room by name")
        ann.send(room, {"msgtype": "m.notice", "body": "Bob the Builder"})
        self._look("a notice")
        ann.say(room, "* hello all", **{"m.relates_to": {"rel_type": "m.replace", "event_id": first}, "m.new_content": {"msgtype": "m.text", "body": "x"}})
        self._look("an edit")
        ann.send(room, {"m.relates_to": {"rel_type": "m.annotation", "event_id": first, "key": "+"}}, "m.reaction")
        self._look("a reaction")
        ann.do("PUT", f"rooms/{room}/state/m.room.topic", {"topic": "Bob the Builder"})
        self._look("a topic")
        ann.send(room, {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x"}, "m.room.encrypted")
        self._look("an encrypted message")
        gone = ann.say(room, "Bob the Builder, forget it")
        ann.do("PUT", f"rooms/{room}/redact/{gone}/r1", {})
        self._look("a redacted message")
        bob.read(room, first)
        self._look("the first message read")
        last = bob.say(room, "I am here")
        self._look("an answer")
        bob.read(room, last)
        eve.read(room, last, private=True)
        self._look("everything read")

    def _own_rules(self) -> None:
        ann, bob, room = self.ann, self.bob, self.room
        rules = {
            "cake": ("content", "cake", {"actions": ["notify", {"set_tweak": "highlight"}], "pattern": "ca?e*"}),
            "muted": ("room", room, {"actions": ["dont_notify"]}),
            # Without a highlight: Synapse accepts and lists such a rule, but looks for a member user_id that no event has any more, so
            # that it never decides there. The sheet has it decide.
            "ann": ("sender", ann.user_id, {"actions": ["notify"]}),
            "topic": ("override", "topics", {"actions": ["notify"], "conditions": [
                {"kind": "event_match", "key": "type", "pattern": "m.room.t*c"}]}),
            "unknown": ("override", "unknown", {"actions": ["notify", {"set_tweak": "highlight"}], "conditions": [{"kind": "to.sdn.new"}]}),
            "number": ("underride", "number", {"actions": ["notify", {"set_tweak": "highlight"}], "conditions": [
                {"kind": "event_property_is", "key": "content.n", "value": 5}, {"kind": "room_member_count", "is": "<=3"}]}),
            "list": ("override", "list", {"actions": ["notify", {"set_tweak": "highlight"}], "conditions": [
                {"kind": "event_property_contains", "key": "content.to\\.sdn\\.list", "value": "x"}]}),
        }
        for name, (kind, rule, body) in rules.items():
            self.seen[f"rule {name}"] = bob.rule(kind, rule, body).status
            ann.say(room, "the cakes are here")
            ann.say(room, "nothing")
            ann.say(room, "five", n=5)
            ann.say(room, "a list", **{"to.sdn.list": ["x", 1]})
            ann.do("PUT", f"rooms/{room}/state/m.room.topic", {"topic": name})
            self._look(f"five events under rule {name}")
        self.seen["muted off"] = bob.rule("room", room, {"enabled": False}, "/enabled").status
        ann.say(room, "nothing")
        self._look("a message under a rule that is off")
        self.seen["messages quiet"] = bob.rule("underride", ".m.rule.message", {"actions": []}, "/actions").status
        self.seen["ann gone"] = bob.ask("DELETE", f"pushrules/global/sender/{ann.user_id}").status
        ann.say(room, "nothing")
        self._look("a message under a default that does nothing")
        self.seen["master on"] = bob.rule("override", ".m.rule.master", {"enabled": True}, "/enabled").status
        ann.say(room, "cake")
        self._look("cake under the master")
        bob.rule("override", ".m.rule.master", {"enabled": False}, "/enabled")
        bob.rule("underride", ".m.rule.message", {"actions": ["notify"]}, "/actions")
        listed = bob.do("GET", "pushrules/global/")
        self.seen["own rules"] = {
            kind: [self._named(rule["rule_id"]) for rule in listed[kind] if not rule["default"]] for kind in ("override", "content", "room", "sender", "underride")
        }

    def _threads(self) -> None:
        ann, bob, room = self.ann, self.bob, self.room

        def look(step: str) -> None:
            outside, threads = bob.threaded_counts(room)
            self.seen[step] = (outside, sorted(threads.values()))

        bob.read(room, ann.say(room, "all before this is read"))
        root = ann.say(room, "a root")
        reply = ann.say(room, "a reply", **{"m.relates_to": {"rel_type": "m.thread", "event_id": root}})
        after = ann.say(room, "outside")
        look("a thread")
        bob.read(room, after, thread="main")
        look("the room read, the thread not")
        bob.read(room, reply, thread=root)
        look("the thread read as well")
        ann.say(room, "again", **{"m.relates_to": {"rel_type": "m.thread", "event_id": root}})
        look("one more in the thread")
        bob.read(room, ann.say(room, "the end"))
        look("everything read by one receipt")

    def _comings_and_goings(self) -> None:
        ann, eve, room = self.ann, self.eve, self.room
        eve.do("POST", f"rooms/{room}/leave", {})
        ann.say(room, "while eve is away")
        eve.do("POST", f"join/{room}", {})
        self._look("eve is back")
        ann.say(room, "welcome")
        self._look("a message for who is back")

    def _refusals(self) -> None:
        bob = self.bob
        asked = {
            "a dotted name": ("PUT", "pushrules/global/override/.mine", {"actions": [], "conditions": []}),
            "no actions": ("PUT", "pushrules/global/room/x", {}),
            "an unknown action": ("PUT", "pushrules/global/room/x", {"actions": ["sing"]}),
            "a content rule without pattern": ("PUT", "pushrules/global/content/x", {"actions": []}),
            "an override without conditions": ("PUT", "pushrules/global/override/x", {"actions": []}),
            "an unknown neighbour": ("PUT", "pushrules/global/room/x?before=none", {"actions": []}),
            "an unknown kind": ("PUT", "pushrules/global/none/x", {"actions": []}),
            "an unknown rule": ("GET", "pushrules/global/room/none", None),
            "switching an unknown rule": ("PUT", "pushrules/global/room/none/enabled", {"enabled": True}),
            "removing an unknown rule": ("DELETE", "pushrules/global/room/none", None),
            "removing a default": ("DELETE", "pushrules/global/override/.m.rule.master", None),
        }
        for name, (method, path, body) in asked.items():
            self.seen[f"refused: {name}"] = bob.ask(method, path, body).status

    def _notifications(self) -> None:
        ann, bob, room = self.ann, self.bob, self.room
        # Before the pushers are there: a badge that a gateway rejects ends a pusher as well.
        bob.read(room, ann.say(room, "before the pushers"))
        for key, form in (("whole", {}), ("brief", {"format": "event_id_only"}), ("rejected", {})):
            bob.do("POST", "pushers/set", {
                "pushkey": key, "kind": "http", "app_id": APP, "app_display_name": "Interop", "device_display_name": "Interop", "lang": "en",
                "data": {"url": self._gateway.url} | form,
            })
        for step, content in (
            ("plain", {"msgtype": "m.text", "body": "plain"}),
            ("mention", {"msgtype": "m.text", "body": "you", "m.mentions": {"user_ids": [bob.user_id]}}),
        ):
            event = ann.send(room, content)
            for key in ("whole", "brief") + (("rejected",) if step == "plain" else ()):
                self.seen[f"{step} notification for {key}"] = self._told(self._gateway.about(event, key))
            self.seen[f"{step} notifications"] = self._gateway.count(event)
        self.seen["pushers left"] = sorted(pusher["pushkey"] for pusher in bob.do("GET", "pushers")["pushers"])

    def _told(self, notification: dict[str, Any]) -> dict[str, Any]:
        """The members on which every gateway relies. A node may send more."""
        device = notification["devices"][0]
        told = {name: self._named(notification.get(name)) for name in ("room_id", "type", "sender", "sender_display_name", "room_name", "prio", "content", "counts")}
        content = told["content"]
        if isinstance(content, dict) and "m.mentions" in content:
            told["content"] = {name: value for name, value in content.items() if name != "m.mentions"}
        told["device"] = {name: device.get(name) for name in ("app_id", "pushkey", "data", "tweaks")}
        told["seconds"] = isinstance(device.get("pushkey_ts"), int) and device["pushkey_ts"] < 10_000_000_000
        return told

    def _named(self, value: Any) -> Any:
        return self._names.get(value, value) if isinstance(value, str) else value
