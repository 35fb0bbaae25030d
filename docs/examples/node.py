#!/usr/bin/env python3
"""A worker node of the grid coordinator in Python 3.9 or newer, with nothing but the standard library.

    python3 docs/examples/node.py --url http://127.0.0.1:8090 --node-id py-1 --state /tmp/py-1

It applies for access and waits until an administrator approves it (`gridctl nodes approve py-1`). Then it claims one task
after another, computes it and reports, until it is stopped or `--tasks` are done. Put your own program in the place of
`compute`. docs/openapi/grid.json describes every request; `grid-agent` is the node for daily use, which runs several tasks
at once, ends an engine at its time limit and keeps reports on disk until they are delivered.
"""

import argparse
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

HEARTBEAT_SEC = 15
LONGEST_WAIT_SEC = 60


class Refused(Exception):
    """The coordinator's answer is final: the same request would be refused again."""

    def __init__(self, status, message):
        super().__init__(f"{status} {message}")
        self.status = status


class Coordinator:
    def __init__(self, url, token=None):
        self.url = url.rstrip("/")
        self.token = token

    def send(self, method, path, body=None, content_type="application/json"):
        """Sends until there is an answer. A task that was claimed is yours, so giving up would lose its result."""
        wait_sec = 1
        while True:
            request = urllib.request.Request(self.url + path, data=body, method=method)
            if body is not None:
                request.add_header("Content-Type", content_type)
            if self.token is not None:
                request.add_header("Authorization", f"Bearer {self.token}")
            asked_sec = None
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.read()
            except urllib.error.HTTPError as error:
                message = error.read().decode("utf-8", "replace")
                # Too many requests, or the service is temporarily unavailable. Every other error is final.
                if error.code != 429 and error.code < 500:
                    raise Refused(error.code, message) from None
                retry_after = error.headers.get("Retry-After", "")
                asked_sec = int(retry_after) if retry_after.isdigit() else None
            except OSError:
                pass  # Nobody answered.
            time.sleep(asked_sec if asked_sec is not None else wait_sec)
            wait_sec = min(wait_sec * 2, LONGEST_WAIT_SEC)

    def post(self, path, body):
        return json.loads(self.send("POST", path, json.dumps(body).encode()))

    def claim(self):
        """The next task; None while there is none."""
        return json.loads(self.send("POST", "/api/task/claim", b""))["task"]

    def seed(self, task):
        """The model that the task starts from, in the very version that the task names; None for a cold start."""
        name = task["seed_point_name"]
        if name is None:
            return None
        query = urllib.parse.urlencode({"version": task.get("start_version") or ""})
        return self.send("GET", f"/api/seed/{urllib.parse.quote(name, safe='')}?{query}")

    def report(self, report, seed=None):
        """200 and 409 are both final: 409 says that the task is not this node's any more."""
        boundary = uuid.uuid4().hex
        parts = [part(boundary, 'name="report"', json.dumps(report).encode())]
        if seed is not None:
            parts.append(part(boundary, 'name="seed_file"; filename="out.7"', seed))
        body = b"".join(parts) + f"--{boundary}--\r\n".encode()
        try:
            self.send("POST", "/api/task/report", body, f"multipart/form-data; boundary={boundary}")
        except Refused as error:
            if error.status != 409:
                raise
            print(f"the report of {report['point_name']} was not wanted: {error}", flush=True)


def part(boundary, disposition, content):
    head = f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n"
    return head.encode() + content + b"\r\n"


def join(coordinator, node_id, folder):
    """Applies for access, waits for the approval and collects the token, which is handed out once."""
    file = os.path.join(folder, "credentials.json")
    kept = {}
    if os.path.exists(file):
        with open(file, encoding="utf-8") as text:
            kept = json.load(text)
    if "registration_secret" not in kept:
        application = {"node_id": node_id, "max_slots": 1}
        kept["registration_secret"] = coordinator.post("/api/node/register", application)["registration_secret"]
        keep(file, kept)
        print(f"{node_id} has applied for access", flush=True)
    while "node_token" not in kept:
        question = {"node_id": node_id, "registration_secret": kept["registration_secret"]}
        answer = coordinator.post("/api/node/check_status", question)
        if answer["node_token"] is not None:
            kept["node_token"] = answer["node_token"]
            keep(file, kept)
        elif answer["status"] == "pending_approval":
            time.sleep(2)
        else:
            raise SystemExit(f"{node_id} is {answer['status']}: {answer['message']}")
    coordinator.token = kept["node_token"]


def keep(file, content):
    """Whole or not at all, and for this account only."""
    handle = os.open(file + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as text:
        json.dump(content, text)
        text.flush()
        os.fsync(text.fileno())
    os.replace(file + ".new", file)


def beat(coordinator, node_id, busy):
    """A node that sends no heartbeats is taken for dead, and its tasks are given to others."""
    while True:
        body = {"node_id": node_id, "active_slots": int(busy.is_set()), "cpu_usage": 0, "memory_usage": 0}
        coordinator.post("/api/node/heartbeat", body)
        time.sleep(HEARTBEAT_SEC)


def compute(task, seed):
    """Your engine. Returns what goes into the report, and the structure that neighbours may start from."""
    params = task["params"]
    text = f"model of {task['point_name']} at {params['teff']} K, " + ("cold" if seed is None else "from a seed")
    return {"converged": True, "max_relc": 1e-4, "atmosphere_has_nan": False}, text.encode()


def run_task(coordinator, node_id, task):
    began = time.monotonic()
    identity = {"task_id": task["task_id"], "point_name": task["point_name"], "node_id": node_id}
    structure = None
    try:
        result, structure = compute(task, coordinator.seed(task))
        outcome = {"status": "completed", **result}
    except Exception as error:  # Whatever went wrong, the coordinator is told, and tries the point in another way.
        outcome = {"status": "failed", "converged": False, "atmosphere_has_nan": False, "error_message": str(error)}
    usable = outcome["converged"] and not outcome["atmosphere_has_nan"]
    report = {**identity, **outcome, "elapsed_sec": time.monotonic() - began}
    coordinator.report(report, structure if usable else None)
    print(f"{task['point_name']}: {outcome['status']}, converged: {outcome['converged']}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="A worker node of the grid coordinator.")
    parser.add_argument("--url", required=True, help="address of the coordinator")
    parser.add_argument("--node-id", required=True, help="name of this node: letters, digits, . _ -")
    parser.add_argument("--state", required=True, help="folder for the node's credentials")
    parser.add_argument("--tasks", type=int, help="end after this many tasks; without it, run until stopped")
    arguments = parser.parse_args()
    os.makedirs(arguments.state, mode=0o700, exist_ok=True)
    coordinator = Coordinator(arguments.url)
    join(coordinator, arguments.node_id, arguments.state)
    busy = threading.Event()
    threading.Thread(target=beat, args=(coordinator, arguments.node_id, busy), daemon=True).start()
    done = 0
    while arguments.tasks is None or done < arguments.tasks:
        task = coordinator.claim()
        if task is None:
            time.sleep(2)
            continue
        busy.set()
        run_task(coordinator, arguments.node_id, task)
        busy.clear()
        done += 1


if __name__ == "__main__":
    main()
