"""A client of the grid coordinator in Python 3.9 or newer, with nothing but the standard library.

Written by `npm run docs` from docs/openapi/grid.json. Do not change it by hand; copy it beside your program.

    from almagest_grid import Grid

    grid = Grid("http://127.0.0.1:8090", token)
    for point in grid.pages(grid.list_points, "points", name="sdb", status="converged"):
        print(point["name"], point["last_max_relc"])

Each operation is a method. It returns what the answer's `data` holds, or the bytes of a file; with `to` a file is written
to that path piece by piece, so it may be larger than the memory. grid.ipynb is an example.
"""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Iterator, Literal, Mapping, Optional

API_VERSION = "0.3.0"
DOCUMENT_SHA256 = "dedacd0b975b172f78efd008026decd63e710fe3ad65818f8a928fdae90dd692"
PIECE_BYTES = 1 << 20
PAGE = 500


class Refused(Exception):
    """The coordinator did not do what was asked. `status` is that of HTTP; the message says what to correct."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status} {message}")
        self.status = status
        self.message = message


class Grid:
    """A grid coordinator. `token` is an administrator's, or empty for what everybody may read."""

    def __init__(self, url: str, token: str = "", timeout_sec: float = 600) -> None:
        self.url = url.rstrip("/")
        self.timeout_sec = timeout_sec
        self._token = token

    def pages(self, operation: Callable[..., Any], key: str, **arguments: Any) -> Iterator[Any]:
        """Every element of a list that comes in pages, by `offset` or behind `next`. `key` names the list in the answer."""
        offset = 0
        while True:
            page = operation(limit=PAGE, **arguments)
            yield from page[key]
            offset += len(page[key])
            if page.get("next") is not None:
                arguments["after"] = page["next"]
            elif page[key] and offset < page.get("total", 0):
                arguments["offset"] = offset
            else:
                return

    def _call(
        self,
        method: str,
        path: str,
        in_path: Mapping[str, Any],
        in_query: Mapping[str, Any],
        body: Any = None,
        sent_as: str = "application/json",
        to: Optional[str] = None,
    ) -> Any:
        for name, value in in_path.items():
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        given = {name: _text(value) for name, value in in_query.items() if value is not None}
        query = "?" + urllib.parse.urlencode(given) if given else ""
        data = json.dumps(body).encode() if body is not None and sent_as == "application/json" else body
        request = urllib.request.Request(self.url + path + query, method=method, data=data)
        if body is not None:
            request.add_header("Content-Type", sent_as)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_sec) as answer:
                if to is not None:
                    return _write(answer, to)
                return _decoded(answer.headers.get_content_type(), answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(error.code, _message(error.read())) from None

    def claim_task(self) -> Any:
        """Claims the next task for a node."""
        return self._call("POST", "/api/task/claim", {}, {})

    def list_held_tasks(self) -> Any:
        """Lists the tasks that the node holds according to the coordinator, oldest first."""
        return self._call("GET", "/api/task/held", {}, {})

    def return_task(self, body: Mapping[str, Any]) -> Any:
        """Returns a task that the node does not compute. No strategy is consumed, and the point is queued again."""
        return self._call("POST", "/api/task/return", {}, {}, body=body, sent_as="application/json")

    def register_node(self, body: Mapping[str, Any]) -> Any:
        """Applies for access, or announces an approved node."""
        return self._call("POST", "/api/node/register", {}, {}, body=body, sent_as="application/json")

    def check_node_status(self, body: Mapping[str, Any]) -> Any:
        """Checks whether an application was approved, and returns the token."""
        return self._call("POST", "/api/node/check_status", {}, {}, body=body, sent_as="application/json")

    def record_heartbeat(self, body: Mapping[str, Any]) -> Any:
        """Records a heartbeat and returns the node's slot quota."""
        return self._call("POST", "/api/node/heartbeat", {}, {}, body=body, sent_as="application/json")

    def list_nodes(self) -> Any:
        """Lists all nodes with their tokens and quotas."""
        return self._call("GET", "/api/admin/nodes", {}, {})

    def read_node(self, node_id: str) -> Any:
        """Describes a node: its machine, running tasks, outcomes compared with other nodes, and registrations."""
        return self._call("GET", "/api/admin/nodes/{node_id}", {"node_id": node_id}, {})

    def remove_node(self, node_id: str) -> Any:
        """Removes a node. Results are kept, running tasks are requeued, and the name is freed."""
        return self._call("DELETE", "/api/admin/nodes/{node_id}", {"node_id": node_id}, {})

    def approve_node(self, node_id: str, *, applied_at: Optional[str] = None) -> Any:
        """Approves an application and issues a token to the node.

        applied_at: Only if the application has this time, as shown in the list of nodes.
        """
        return self._call(
            "POST",
            "/api/admin/nodes/{node_id}/approve",
            {"node_id": node_id},
            {"applied_at": applied_at},
        )

    def reject_node(self, node_id: str) -> Any:
        """Rejects a pending application."""
        return self._call("POST", "/api/admin/nodes/{node_id}/reject", {"node_id": node_id}, {})

    def reissue_node_token(self, node_id: str) -> Any:
        """Issues a new token. The old one stops working at once."""
        return self._call("POST", "/api/admin/nodes/{node_id}/reissue", {"node_id": node_id}, {})

    def disable_node(self, node_id: str) -> Any:
        """Stops handing tasks to a node."""
        return self._call("POST", "/api/admin/nodes/{node_id}/disable", {"node_id": node_id}, {})

    def enable_node(self, node_id: str) -> Any:
        """Enables a disabled node. It is online again after its next heartbeat."""
        return self._call("POST", "/api/admin/nodes/{node_id}/enable", {"node_id": node_id}, {})

    def set_node_quota(self, node_id: str, body: Mapping[str, Any]) -> Any:
        """Limits how many tasks a node may hold at once. null removes the limit."""
        return self._call(
            "POST",
            "/api/admin/nodes/{node_id}/quota",
            {"node_id": node_id},
            {},
            body=body, sent_as="application/json",
        )

    def read_health(self) -> Any:
        """Checks that the process is running."""
        return self._call("GET", "/healthz", {}, {})

    def read_readiness(self) -> Any:
        """Checks that the database is reachable and its schema is up to date."""
        return self._call("GET", "/readyz", {}, {})

    def read_metrics(self, *, to: Optional[str] = None) -> Any:
        """Returns metrics as Prometheus text."""
        return self._call("GET", "/metrics", {}, {}, to=to)

    def read_open_api(self) -> Any:
        """Returns this document."""
        return self._call("GET", "/openapi.json", {}, {})

    def read_docs(self, *, to: Optional[str] = None) -> Any:
        """Returns this document as a web page."""
        return self._call("GET", "/docs", {}, {}, to=to)

    def read_console(self, *, to: Optional[str] = None) -> Any:
        """Returns the console."""
        return self._call("GET", "/", {}, {}, to=to)

    def read_console_asset(self, file: str, *, to: Optional[str] = None) -> Any:
        """Returns a script, style sheet or icon of the console. Its name changes with its content."""
        return self._call("GET", "/console/{file}", {"file": file}, {}, to=to)

    def read_status(self) -> Any:
        """Returns counts of nodes, slots and points over all workflows."""
        return self._call("GET", "/api/status", {}, {})

    def login(self, body: Mapping[str, Any]) -> Any:
        """Opens an administrator session. Its id is in the cookie grid_session."""
        return self._call("POST", "/login", {}, {}, body=body, sent_as="application/json")

    def logout(self) -> Any:
        """Ends the session."""
        return self._call("POST", "/logout", {}, {})

    def read_session(self) -> Any:
        """Returns the caller: a login session, or the administrator by token."""
        return self._call("GET", "/api/session", {}, {})

    def list_seeds(
        self,
        *,
        prefix: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Lists the seeds by name, each with its newest version.

        prefix: Only names with this prefix.
        limit: Clamped to 1-500.
        after: `next` of the previous page.
        """
        return self._call("GET", "/api/seeds", {}, {"prefix": prefix, "limit": limit, "after": after})

    def list_seed_versions(self, point: str) -> Any:
        """Lists the versions of a seed, newest first, at most 500."""
        return self._call("GET", "/api/seeds/{point}", {"point": point}, {})

    def download_seed(
        self,
        name: str,
        *,
        workflow: Optional[str] = None,
        version: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Any:
        """Returns the seed file of a converged point. A node gets the version of its running task, other callers the newest. Supports Range and If-None-Match.

        workflow: The workflow's own model.
        version: The version: at least the first 8 digits of its SHA-256.
        """
        return self._call("GET", "/api/seed/{name}", {"name": name}, {"workflow": workflow, "version": version}, to=to)

    def download_data_file(self, filename: str, *, version: Optional[str] = None, to: Optional[str] = None) -> Any:
        """Returns an atomic data file from the assets folder, or a kept version of it. Supports Range and If-None-Match."""
        return self._call("GET", "/api/data/file/{filename}", {"filename": filename}, {"version": version}, to=to)

    def download_line_list(self, *, version: Optional[str] = None, to: Optional[str] = None) -> Any:
        """Returns the default line list gfVIS99.dat, or a kept version of it."""
        return self._call("GET", "/api/data/linelist", {}, {"version": version}, to=to)

    def list_assets(
        self,
        *,
        path: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Lists the files of the assets folder with all known versions. Changes are detected within a minute.

        limit: Clamped to 1-500.
        """
        return self._call("GET", "/api/assets", {}, {"path": path, "limit": limit, "after": after})

    def list_workflows(self) -> Any:
        """Lists all workflows with their counts."""
        return self._call("GET", "/api/workflows", {}, {})

    def create_workflow(self, body: Mapping[str, Any]) -> Any:
        """Saves a new workflow."""
        return self._call("POST", "/api/workflows", {}, {}, body=body, sent_as="application/json")

    def read_workflow(self, name: str) -> Any:
        """Returns a workflow with its configuration."""
        return self._call("GET", "/api/workflows/{name}", {"name": name}, {})

    def update_workflow(self, name: str, body: Mapping[str, Any]) -> Any:
        """Replaces a configuration. It takes effect at the next start."""
        return self._call("PUT", "/api/workflows/{name}", {"name": name}, {}, body=body, sent_as="application/json")

    def delete_workflow(self, name: str) -> Any:
        """Deletes a workflow with its points and history. Its seeds stay."""
        return self._call("DELETE", "/api/workflows/{name}", {"name": name}, {})

    def extend_grid(self, name: str, body: Mapping[str, Any]) -> Any:
        """Returns the configuration with more values on an axis, and how many points they add, without saving or starting anything."""
        return self._call(
            "POST",
            "/api/workflows/{name}/grid/extend",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def start_workflow(self, name: str) -> Any:
        """Starts a run, or resumes a paused one."""
        return self._call("POST", "/api/workflows/{name}/start", {"name": name}, {})

    def stop_workflow(self, name: str) -> Any:
        """Pauses a workflow. No new tasks are handed out, and running tasks finish."""
        return self._call("POST", "/api/workflows/{name}/stop", {"name": name}, {})

    def read_stats(self, name: str) -> Any:
        """Returns counts by status and wave, mean time per point, and estimated time to completion."""
        return self._call("GET", "/api/workflows/{name}/stats", {"name": name}, {})

    def read_forecast(self, name: str) -> Any:
        """Returns when the run will be completed, as a range."""
        return self._call("GET", "/api/workflows/{name}/forecast", {"name": name}, {})

    def read_progress(self, name: str, *, hours: Optional[int] = None) -> Any:
        """Returns snapshots of the counts over the last hours.

        hours: Clamped to 1-168.
        """
        return self._call("GET", "/api/workflows/{name}/progress", {"name": name}, {"hours": hours})

    def validate_workflow(self, body: Mapping[str, Any]) -> Any:
        """Checks a configuration: its problems with line and column, its planned run, and its changes. The configuration is not saved."""
        return self._call("POST", "/api/workflows/validate", {}, {}, body=body, sent_as="application/json")

    def read_workflow_schema(self) -> Any:
        """Returns the JSON Schema of a configuration, for editors."""
        return self._call("GET", "/schemas/workflow.json", {}, {})

    def list_proposals(
        self,
        name: str,
        *,
        limit: Optional[int] = None,
        kind: Optional[Literal["failure", "residual"]] = None,
        least: Optional[float] = None,
    ) -> Any:
        """Proposes points that refine the grid: halfway to failed points, and between models that differ from the predictions of their neighbours. This does not save or start anything.

        least: Only residuals of at least this size. Default: twice the median of all residuals.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/proposals",
            {"name": name},
            {"limit": limit, "kind": kind, "least": least},
        )

    def refine_grid(self, name: str, body: Mapping[str, Any]) -> Any:
        """Returns the configuration with the given extra points, and their waves, without saving or starting anything."""
        return self._call(
            "POST",
            "/api/workflows/{name}/grid/refine",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def list_points(
        self,
        name: str,
        *,
        status: Optional[Literal["pending", "queued", "running", "converged", "failed"]] = None,
        method: Optional[Literal["cold_run", "seed_step", "continue"]] = None,
        wave: Optional[int] = None,
        q: Optional[str] = None,
        unfit: Optional[bool] = None,
        teff: Optional[str] = None,
        logg: Optional[str] = None,
        loghe: Optional[str] = None,
        logc: Optional[str] = None,
        logn: Optional[str] = None,
        logo: Optional[str] = None,
        attempts: Optional[str] = None,
        node_id: Optional[str] = None,
        group: Optional[str] = None,
        retired: Optional[Literal["true", "false"]] = None,
        sort: Optional[Literal["wave", "teff", "max_relc", "attempts", "last_completed_at"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
    ) -> Any:
        """Lists grid points, one page per call.

        unfit: true: converged points whose model contains NaN or Inf; false: all others.
        teff: K: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logg: dex of cm/s^2: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        loghe: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logc: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logn: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logo: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        attempts: Attempts so far: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        group: Points with a failure of this group (`listFailures`) since they last converged.
        retired: true: only points that are no longer in the configuration.
        limit: Clamped to 1-500.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/points",
            {"name": name},
            {
                "status": status,
                "method": method,
                "wave": wave,
                "q": q,
                "unfit": unfit,
                "teff": teff,
                "logg": logg,
                "loghe": loghe,
                "logc": logc,
                "logn": logn,
                "logo": logo,
                "attempts": attempts,
                "node_id": node_id,
                "group": group,
                "retired": retired,
                "sort": sort,
                "order": order,
                "limit": limit,
                "offset": offset,
            },
        )

    def read_point(self, name: str, point: str, *, attempt: Optional[str] = None) -> Any:
        """Returns a grid point with its attempts and the diagnostic record of the attempt that made its model.

        attempt: The task_id of a different attempt whose record is returned.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/points/{point}",
            {"name": name, "point": point},
            {"attempt": attempt},
        )

    def explain_point(self, name: str, point: str) -> Any:
        """Explains why a point waits, which node holds it, and which seed it would take."""
        return self._call("GET", "/api/workflows/{name}/points/{point}/explain", {"name": name, "point": point}, {})

    def release_points(self, name: str, body: Mapping[str, Any]) -> Any:
        """Releases points that were held back when their tasks were cancelled."""
        return self._call(
            "POST",
            "/api/workflows/{name}/points/release",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def rearm_points(self, name: str, body: Mapping[str, Any]) -> Any:
        """Re-arms the matching failed points, or with unfit: true, the converged points with an unfit model."""
        return self._call(
            "POST",
            "/api/workflows/{name}/points/rearm",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def export_points(
        self,
        name: str,
        *,
        status: Optional[Literal["pending", "queued", "running", "converged", "failed"]] = None,
        method: Optional[Literal["cold_run", "seed_step", "continue"]] = None,
        wave: Optional[int] = None,
        q: Optional[str] = None,
        unfit: Optional[bool] = None,
        teff: Optional[str] = None,
        logg: Optional[str] = None,
        loghe: Optional[str] = None,
        logc: Optional[str] = None,
        logn: Optional[str] = None,
        logo: Optional[str] = None,
        attempts: Optional[str] = None,
        node_id: Optional[str] = None,
        group: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Any:
        """Exports all matching grid points as CSV.

        unfit: true: converged points whose model contains NaN or Inf; false: all others.
        teff: K: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logg: dex of cm/s^2: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        loghe: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logc: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logn: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logo: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        attempts: Attempts so far: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        group: Points with a failure of this group (`listFailures`) since they last converged.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/points.csv",
            {"name": name},
            {
                "status": status,
                "method": method,
                "wave": wave,
                "q": q,
                "unfit": unfit,
                "teff": teff,
                "logg": logg,
                "loghe": loghe,
                "logc": logc,
                "logn": logn,
                "logo": logo,
                "attempts": attempts,
                "node_id": node_id,
                "group": group,
            },
            to=to,
        )

    def read_provenance(self, name: str, point: str, *, version: Optional[str] = None) -> Any:
        """Returns the origin of a point's model: task, node, engine, configuration, and its seeds back to a cold start.

        version: A different version: at least the first 8 digits of its SHA-256.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/points/{point}/provenance",
            {"name": name, "point": point},
            {"version": version},
        )

    def declare_artifacts(self, body: Mapping[str, Any]) -> Any:
        """Declares the files of a task before its report, and returns which contents to upload."""
        return self._call("POST", "/api/task/artifacts", {}, {}, body=body, sent_as="application/json")

    def upload_artifact(self, sha256: str, body: bytes, *, task_id: str, offset: Optional[int] = None) -> Any:
        """Uploads a declared content from an offset on. An interrupted upload continues where it stopped."""
        return self._call(
            "PUT",
            "/api/task/artifacts/{sha256}",
            {"sha256": sha256},
            {"task_id": task_id, "offset": offset},
            body=body, sent_as="application/octet-stream",
        )

    def list_artifacts(
        self,
        name: str,
        *,
        point: Optional[str] = None,
        task_id: Optional[str] = None,
        kind: Optional[str] = None,
        product: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Lists the artifacts of a workflow, optionally of one point, task, kind or product.

        limit: Clamped to 1-500.
        after: The `next` of the previous page. The list continues after it.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/artifacts",
            {"name": name},
            {"point": point, "task_id": task_id, "kind": kind, "product": product, "limit": limit, "after": after},
        )

    def read_artifact_use(self, name: str) -> Any:
        """Returns how many artifacts of each kind a workflow keeps, and how much of the quota is used."""
        return self._call("GET", "/api/workflows/{name}/artifacts/use", {"name": name}, {})

    def download_artifact(self, sha256: str, *, to: Optional[str] = None) -> Any:
        """Returns the content of an artifact. Supports Range and If-None-Match. The ETag is the SHA-256."""
        return self._call("GET", "/api/artifacts/{sha256}", {"sha256": sha256}, {}, to=to)

    def list_failures(
        self,
        name: str,
        *,
        stage: Optional[Literal["atmosphere", "spectrum"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
    ) -> Any:
        """Lists failures grouped by stage and cause, most attempts first, with what helped at similar points.

        limit: Clamped to 1-500.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/failures",
            {"name": name},
            {"stage": stage, "limit": limit, "offset": offset},
        )

    def list_subscriptions(self) -> Any:
        """Lists the subscriptions with their events, and whether deliveries succeed."""
        return self._call("GET", "/api/notifications/subscriptions", {}, {})

    def create_subscription(self, body: Mapping[str, Any]) -> Any:
        """Subscribes a webhook or a mail address to events. The secret of a webhook is shown only in this answer."""
        return self._call("POST", "/api/notifications/subscriptions", {}, {}, body=body, sent_as="application/json")

    def delete_subscription(self, id: str) -> Any:
        """Removes a subscription with its deliveries. Waiting deliveries are not sent."""
        return self._call("DELETE", "/api/notifications/subscriptions/{id}", {"id": id}, {})

    def test_subscription(self, id: str) -> Any:
        """Sends a test notification like any other. The deliveries show its outcome."""
        return self._call("POST", "/api/notifications/subscriptions/{id}/test", {"id": id}, {})

    def list_deliveries(
        self,
        id: str,
        *,
        status: Optional[Literal["waiting", "delivered", "given_up"]] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Lists the notifications of a subscription, newest first, each with its last attempt.

        limit: Clamped to 1-500.
        """
        return self._call(
            "GET",
            "/api/notifications/subscriptions/{id}/deliveries",
            {"id": id},
            {"status": status, "limit": limit},
        )

    def export_workflow(
        self,
        name: str,
        *,
        status: Optional[Literal["pending", "queued", "running", "converged", "failed"]] = None,
        method: Optional[Literal["cold_run", "seed_step", "continue"]] = None,
        wave: Optional[int] = None,
        q: Optional[str] = None,
        unfit: Optional[bool] = None,
        teff: Optional[str] = None,
        logg: Optional[str] = None,
        loghe: Optional[str] = None,
        logc: Optional[str] = None,
        logn: Optional[str] = None,
        logo: Optional[str] = None,
        attempts: Optional[str] = None,
        node_id: Optional[str] = None,
        group: Optional[str] = None,
        retired: Optional[Literal["true", "false"]] = None,
        spectra: Optional[Literal["fits"]] = None,
        to: Optional[str] = None,
    ) -> Any:
        """Exports an archive (BagIt in tar) of the matching points with their models and records. Supports Range, If-Match, If-None-Match and If-Range.

        unfit: true: converged points whose model contains NaN or Inf; false: all others.
        teff: K: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logg: dex of cm/s^2: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        loghe: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logc: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logn: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        logo: dex of the number ratio to H: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        attempts: Attempts so far: a number or an inclusive range such as `2..8`, `2..` or `..8`.
        group: Points with a failure of this group (`listFailures`) since they last converged.
        retired: true: only points that are no longer in the configuration.
        spectra: fits: also each spectrum as a FITS file with a binary table. All spectra are read before the answer begins.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/export",
            {"name": name},
            {
                "status": status,
                "method": method,
                "wave": wave,
                "q": q,
                "unfit": unfit,
                "teff": teff,
                "logg": logg,
                "loghe": loghe,
                "logc": logc,
                "logn": logn,
                "logo": logo,
                "attempts": attempts,
                "node_id": node_id,
                "group": group,
                "retired": retired,
                "spectra": spectra,
            },
            to=to,
        )

    def upload_archive(self, sha256: str, body: bytes, *, offset: int, size: int) -> Any:
        """Uploads a piece of an archive, identified by the SHA-256 of the whole. The body contains the bytes from `offset` on. The last piece starts the import.

        offset: Must be the number of bytes received so far.
        size: Size of the whole archive in bytes.
        """
        return self._call(
            "PUT",
            "/api/imports/{sha256}",
            {"sha256": sha256},
            {"offset": offset, "size": size},
            body=body, sent_as="application/octet-stream",
        )

    def read_import(self, sha256: str) -> Any:
        """Returns the progress of the import of an archive."""
        return self._call("GET", "/api/imports/{sha256}", {"sha256": sha256}, {})

    def read_scheduling(self) -> Any:
        """Lists priority, share and slot cap of the unfinished workflows, in the order in which they are served."""
        return self._call("GET", "/api/scheduling", {}, {})

    def set_scheduling(self, name: str, body: Mapping[str, Any]) -> Any:
        """Changes priority, share or slot cap of a workflow. The next claim uses them."""
        return self._call(
            "POST",
            "/api/workflows/{name}/scheduling",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def pause_claims(self, body: Mapping[str, Any]) -> Any:
        """Stops handing out tasks of all workflows. Running tasks finish, and their reports count."""
        return self._call("POST", "/api/admin/pause", {}, {}, body=body, sent_as="application/json")

    def resume_claims(self) -> Any:
        """Resumes handing out tasks after a pause."""
        return self._call("POST", "/api/admin/resume", {}, {})

    def list_running_tasks(
        self,
        *,
        workflow: Optional[str] = None,
        node: Optional[str] = None,
        overrun: Optional[bool] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Lists running tasks, oldest first, with their age and the durations of their neighbours.

        overrun: true: only tasks that have been running far longer than their neighbours.
        limit: Clamped to 1-500.
        after: `next` of the previous page.
        """
        return self._call(
            "GET",
            "/api/tasks",
            {},
            {"workflow": workflow, "node": node, "overrun": overrun, "limit": limit, "after": after},
        )

    def cancel_task(self, task_id: str, body: Mapping[str, Any]) -> Any:
        """Cancels a running task. No strategy is consumed. Its node stops the engine after its next heartbeat."""
        return self._call(
            "POST",
            "/api/tasks/{task_id}/cancel",
            {"task_id": task_id},
            {},
            body=body, sent_as="application/json",
        )

    def cancel_node_tasks(self, node_id: str, body: Mapping[str, Any]) -> Any:
        """Cancels all running tasks of a node. The node may claim others. To prevent that, disable it first."""
        return self._call(
            "POST",
            "/api/admin/nodes/{node_id}/cancel_tasks",
            {"node_id": node_id},
            {},
            body=body, sent_as="application/json",
        )

    def list_outliers(self, name: str, *, limit: Optional[int] = None, least: Optional[float] = None) -> Any:
        """Lists the models that differ most from the predictions of their grid neighbours (leave-one-out).

        least: Only residuals of at least this size.
        """
        return self._call("GET", "/api/workflows/{name}/outliers", {"name": name}, {"limit": limit, "least": least})

    def interpolate_model(
        self,
        name: str,
        *,
        teff: Optional[float] = None,
        logg: Optional[float] = None,
        loghe: Optional[float] = None,
        logc: Optional[float] = None,
        logn: Optional[float] = None,
        logo: Optional[float] = None,
        method: Optional[Literal["linear", "cubic"]] = None,
        format: Optional[Literal["json", "file"]] = None,
        to: Optional[str] = None,
    ) -> Any:
        """Interpolates a model for any parameters inside the grid from the models of the points around them, with an estimate of its error. With format=file, returns only the model.

        teff: K. An axis with only one value may be left out.
        format: file: only the model, as with Accept: application/octet-stream.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/interpolate",
            {"name": name},
            {
                "teff": teff,
                "logg": logg,
                "loghe": loghe,
                "logc": logc,
                "logn": logn,
                "logo": logo,
                "method": method,
                "format": format,
            },
            to=to,
        )

    def interpolate_spectrum(
        self,
        name: str,
        *,
        teff: Optional[float] = None,
        logg: Optional[float] = None,
        loghe: Optional[float] = None,
        logc: Optional[float] = None,
        logn: Optional[float] = None,
        logo: Optional[float] = None,
        method: Optional[Literal["linear", "cubic"]] = None,
        kind: Optional[str] = None,
        product: Optional[str] = None,
        format: Optional[Literal["json", "file"]] = None,
        to: Optional[str] = None,
    ) -> Any:
        """Interpolates a spectrum for any parameters inside the grid from the kept spectra of the points around them, with an estimate of its error. With format=file, returns only the spectrum.

        teff: K. An axis with only one value may be left out.
        product: Selects one of several artifacts of this kind of an attempt.
        format: file: only the spectrum, as with Accept: text/plain.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/interpolate/spectrum",
            {"name": name},
            {
                "teff": teff,
                "logg": logg,
                "loghe": loghe,
                "logc": logc,
                "logn": logn,
                "logo": logo,
                "method": method,
                "kind": kind,
                "product": product,
                "format": format,
            },
            to=to,
        )

    def judge_point(self, name: str, point: str, body: Mapping[str, Any]) -> Any:
        """Rejects the model of a point, accepts it again, marks a point as checked, or removes that mark, each with a note. A point with a rejected model counts as failed and can be re-armed."""
        return self._call(
            "POST",
            "/api/workflows/{name}/points/{point}/judgements",
            {"name": name, "point": point},
            {},
            body=body, sent_as="application/json",
        )

    def list_judgements(
        self,
        name: str,
        *,
        point: Optional[str] = None,
        kind: Optional[Literal["rejected", "accepted", "checked", "unchecked"]] = None,
        stands: Optional[bool] = None,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> Any:
        """Lists the judgements of models and points, newest first.

        stands: true: only judgements that were not undone.
        before: Only judgements older than the one with this id.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/judgements",
            {"name": name},
            {"point": point, "kind": kind, "stands": stands, "limit": limit, "before": before},
        )

    def reproduce_points(self, name: str, body: Mapping[str, Any]) -> Any:
        """Requests reproductions of converged points and compares the results. Each point is computed again by a different node than before. The results of the grid do not change."""
        return self._call(
            "POST",
            "/api/workflows/{name}/reproductions",
            {"name": name},
            {},
            body=body, sent_as="application/json",
        )

    def list_reproductions(
        self,
        name: str,
        *,
        point: Optional[str] = None,
        status: Optional[Literal["waiting", "running", "comparing", "compared", "failed", "withdrawn"]] = None,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> Any:
        """Lists reproductions with their differences, newest first.

        before: Only reproductions older than the one with this id.
        """
        return self._call(
            "GET",
            "/api/workflows/{name}/reproductions",
            {"name": name},
            {"point": point, "status": status, "limit": limit, "before": before},
        )

    def withdraw_reproduction(self, name: str, reproduction_id: str) -> Any:
        """Ends a waiting or running reproduction. Its node stops the engine after its next heartbeat."""
        return self._call(
            "DELETE",
            "/api/workflows/{name}/reproductions/{reproduction_id}",
            {"name": name, "reproduction_id": reproduction_id},
            {},
        )

    def read_map(self, name: str, *, since: Optional[str] = None) -> Any:
        """Returns the state of all points with one character per point, or the changes since an earlier answer.

        since: The `revision` of an earlier answer. Returns only the changes since then, or all points if there are too many changes or the grid has changed.
        """
        return self._call("GET", "/api/workflows/{name}/map", {"name": name}, {"since": since})

    def read_map_plane(
        self,
        name: str,
        plane: Literal["wave", "attempts", "ended", "generation", "failures"],
        *,
        since: Optional[str] = None,
    ) -> Any:
        """Returns a number for every point with one character per point, or the changes since an earlier answer.

        since: The `revision` of an earlier answer. Returns only the changes since then, or all points if there are too many changes or the grid has changed.
        """
        return self._call("GET", "/api/workflows/{name}/map/{plane}", {"name": name, "plane": plane}, {"since": since})

    def read_lineage(self, name: str, point: str) -> Any:
        """Returns the models from which a point's model descends, and the attempts that started from it or its descendants."""
        return self._call("GET", "/api/workflows/{name}/points/{point}/lineage", {"name": name, "point": point}, {})


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _decoded(kind: str, content: bytes) -> Any:
    if kind == "application/json":
        value = json.loads(content)
        is_envelope = isinstance(value, dict) and "success" in value and "data" in value
        return value["data"] if is_envelope else value
    return content.decode() if kind.startswith("text/") else content


def _message(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    try:
        return str(json.loads(text).get("message", text))
    except (ValueError, AttributeError):
        return text


def _write(answer: Any, to: str) -> str:
    """Under its name only as a whole: an answer that was cut leaves nothing that looks like a file."""
    part = to + ".part"
    written = 0
    with open(part, "wb") as file:
        while piece := answer.read(PIECE_BYTES):
            written += file.write(piece)
    announced = answer.headers.get("Content-Length")
    if announced is not None and int(announced) != written:
        raise ConnectionError(f"the answer was cut after {written} of {announced} bytes")
    os.replace(part, to)
    return to
