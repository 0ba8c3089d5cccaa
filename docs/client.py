"""A whole game over `cardwright serve --stdio`, answered by chance: `client.py [SEED [SET…]]`. It needs Python only."""

import json
import random
import subprocess
import sys


def main(seed: int, *sets: str) -> int:
    command = [sys.executable, "-m", "cardwright", "serve", "--stdio", *sets]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as server:

        def ask(do: str, **fields: object):
            print(json.dumps({"do": do, **fields}), file=server.stdin, flush=True)
            answer = json.loads(server.stdout.readline())
            if not answer["ok"]:
                raise SystemExit(f"{answer['error']['message']}. {answer['error']['help']}")
            return answer["result"]

        chance, seen = random.Random(seed), 0
        game = ask("new", setup={"players": 2, "table": "short game"}, seed=seed)
        while not game["over"]:
            question = ask("request", game=game["game"], seat=game["seats"][0])
            keys = [option["key"] for option in question["options"]]
            number = len(keys) if question["kind"] == "order" else chance.randint(question["min"], question["max"])
            chosen = chance.sample(keys, number)
            game = ask("answer", game=game["game"], request=question["id"], keys=chosen, seat=question["seat"])
            for event in ask("events", game=game["game"], seat="P1", since=seen):
                print(event["text"])
                seen = event["number"]
        print(f"The game is over: {game['over']}.")
        server.stdin.close()
    return server.returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7, *sys.argv[2:]))
