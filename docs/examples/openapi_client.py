#!/usr/bin/env python3
"""A client of either service in Python 3.9 or newer that takes everything it knows from the OpenAPI document.

    export GRID_TOKEN="$(cat .state/admin-token)"
    python3 docs/examples/openapi_client.py --document docs/openapi/grid.json --url http://127.0.0.1:8090 listWorkflows
    python3 docs/examples/openapi_client.py --document docs/openapi/grid.json --url http://127.0.0.1:8090 \\
        listPoints name=first status=failed limit=10
    python3 docs/examples/openapi_client.py --document docs/openapi/grid.json --url http://127.0.0.1:8090 \\
        setNodeQuota node_id=desk --body '{"admin_max_slots": 2}'

It finds the operation by its operationId, checks parameters and body before it sends them, and checks the answer before it
hands it on: a misspelt key or a changed interface is one line that names the place. Only the standard library is used.
"""

import argparse
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
# Keywords that need no check. A keyword that is neither here nor checked below ends the program.
REMARKS = {"description", "title", "default", "format", "contentMediaType", "contentSchema"}


class Mismatch(Exception):
    """A value is not what the document describes."""


class Refused(Exception):
    """The service did not do what was asked."""


class Schemas:
    def __init__(self, document):
        self.components = document["components"]["schemas"]

    def faults(self, schema, value, place):
        """Every difference between a value and its schema, as `place: what is wrong`."""
        if "$ref" in schema:
            return self.faults(self.components[schema["$ref"].rsplit("/", 1)[1]], value, place)
        if "anyOf" in schema:
            attempts = [self.faults(one, value, place) for one in schema["anyOf"]]
            return min(attempts, key=len)
        if "type" in schema:
            # bool is an int in Python, but not in JSON; 1.0 is an integer in JSON.
            fits = isinstance(value, TYPES[schema["type"]]) and not (isinstance(value, bool) and schema["type"] != "boolean")
            if not fits and not (schema["type"] == "integer" and isinstance(value, float) and value.is_integer()):
                return [f"{place}: must be {schema['type']}, is {json.dumps(value)[:80]}"]
        found = []
        for keyword, limit in schema.items():
            found += self.check(keyword, limit, value, place, schema)
        return found

    def check(self, keyword, limit, value, place, schema):
        if keyword in REMARKS or keyword == "type":
            return []
        if keyword == "properties":
            return [
                fault
                for name, one in limit.items()
                if name in value
                for fault in self.faults(one, value[name], f"{place}.{name}")
            ]
        if keyword == "required":
            return [f"{place}.{name}: is missing" for name in limit if name not in value]
        if keyword == "additionalProperties":
            others = [name for name in value if name not in schema.get("properties", {})]
            if limit is False:
                return [f"{place}.{name}: unknown key" for name in others]
            if limit is True:
                return []
            return [fault for name in others for fault in self.faults(limit, value[name], f"{place}.{name}")]
        if keyword == "items":
            return [
                fault
                for number, element in enumerate(value)
                for fault in self.faults(limit, element, f"{place}[{number}]")
            ]
        fits = {
            "enum": lambda: value in limit,
            "const": lambda: value == limit,
            "pattern": lambda: re.search(limit, value) is not None,
            "minLength": lambda: len(value) >= limit,
            "maxLength": lambda: len(value) <= limit,
            "minItems": lambda: len(value) >= limit,
            "maxItems": lambda: len(value) <= limit,
            "minimum": lambda: value >= limit,
            "maximum": lambda: value <= limit,
        }
        if keyword not in fits:
            raise NotImplementedError(f"the schema of {place} has the keyword {keyword}")
        return [] if fits[keyword]() else [f"{place}: {keyword} is {json.dumps(limit)}, the value {json.dumps(value)[:80]}"]


class Client:
    def __init__(self, document, url, token=None):
        self.url = url.rstrip("/")
        self.token = token
        self.schemas = Schemas(document)
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }

    def call(self, operation_id, parameters=None, body=None):
        """The answer: parsed JSON, text, or the bytes of a file. Raises Mismatch and Refused."""
        method, path, operation = self.operations[operation_id]
        path = self.address(operation, path, dict(parameters or {}))
        request = urllib.request.Request(self.url + path, method=method, data=self.encoded(operation, body))
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return self.decoded(operation, answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(f"{error.code} {error.read().decode('utf-8', 'replace')}") from None

    def address(self, operation, path, values):
        query = {}
        for parameter in operation["parameters"]:
            name = parameter["name"]
            if name not in values:
                if parameter["required"]:
                    raise Mismatch(f"{name}: is missing")
                continue
            value = values.pop(name)
            self.must_fit(parameter["schema"], value, name)
            text = json.dumps(value) if isinstance(value, bool) else str(value)
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(text, safe=""))
            else:
                query[name] = text
        if values:
            raise Mismatch(f"{', '.join(values)}: unknown parameter")
        return path + ("?" + urllib.parse.urlencode(query) if query else "")

    def encoded(self, operation, body):
        if body is None:
            if operation.get("requestBody", {}).get("required"):
                raise Mismatch("body: is missing")
            return None
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            raise Mismatch("body: this operation takes no JSON")
        self.must_fit(content["application/json"]["schema"], body, "body")
        return json.dumps(body).encode()

    def decoded(self, operation, data):
        (kind, content), = operation["responses"]["200"]["content"].items()
        if kind == "application/json":
            value = json.loads(data)
            self.must_fit(content["schema"], value, "answer")
            return value
        return data.decode() if kind.startswith("text/") else data

    def must_fit(self, schema, value, place):
        faults = self.schemas.faults(schema, value, place)
        if faults:
            raise Mismatch("; ".join(faults[:5]))


def parameters_of(client, operation_id, words):
    """`name=value` as the operation's schemas have it: as text where text fits, otherwise as a number, true or false."""
    schemas = {one["name"]: one["schema"] for one in client.operations[operation_id][2]["parameters"]}
    values = {}
    for name, _, text in (word.partition("=") for word in words):
        try:
            is_text = not client.schemas.faults(schemas.get(name, {}), text, name)
            values[name] = text if is_text else json.loads(text)
        except ValueError:
            values[name] = text
    return values


def main():
    parser = argparse.ArgumentParser(description="Calls one operation of a service.")
    parser.add_argument("--document", required=True, help="docs/openapi/grid.json or docs/openapi/literature.json")
    parser.add_argument("--url", required=True, help="address of the service")
    parser.add_argument("--body", help="body of the request, as JSON")
    parser.add_argument("operation", help="an operationId of the document")
    parser.add_argument("parameters", nargs="*", metavar="name=value")
    arguments = parser.parse_intermixed_args()
    with open(arguments.document, encoding="utf-8") as file:
        client = Client(json.load(file), arguments.url, os.environ.get("GRID_TOKEN") or os.environ.get("API_TOKEN"))
    if arguments.operation not in client.operations:
        raise SystemExit(f"unknown operation. There are: {', '.join(sorted(client.operations))}")
    parameters = parameters_of(client, arguments.operation, arguments.parameters)
    body = None if arguments.body is None else json.loads(arguments.body)
    try:
        answer = client.call(arguments.operation, parameters, body)
    except (Mismatch, Refused) as error:
        raise SystemExit(f"{arguments.operation}: {error}") from None
    if isinstance(answer, bytes):
        sys.stdout.buffer.write(answer)
    else:
        print(answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
