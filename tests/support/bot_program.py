"""A bot that is a program of its own: it plays the first legal action, or misbehaves as it is told."""

import json
import os
import sys
import time

from meadhall.engine import Engine

engine, manner = Engine(), sys.argv[1]
for line in sys.stdin:
    request = json.loads(line)
    answer = json.loads(engine.answer(line)) if request["do"] != "choose" else {}
    if request["do"] == "new":
        assert request["chance"] == "manual" and "seed" not in request and "seed" not in request["options"]
    if request["do"] == "choose":
        legal = json.loads(engine.answer('{"do": "actions"}'))["actions"]
        answer = {"id": request["id"], "ok": True, "action": legal[0]}
        if manner == "dies":
            print("I feel unwell", file=sys.stderr)
            os._exit(3)
        if manner == "hangs":
            time.sleep(60)
        if manner == "cheats":
            answer["action"] = "z9"
        if manner == "refuses":
            answer = {"id": request["id"], "error": "no mood"}
        if manner == "answers late":
            answer["id"] -= 1
        if manner == "says nothing":
            del answer["action"]
    print("skål!" if manner == "babbles" and request["do"] == "choose" else json.dumps(answer), flush=True)
    if request["do"] == "quit":
        break
