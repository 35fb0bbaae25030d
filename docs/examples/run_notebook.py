#!/usr/bin/env python3
"""Runs the code cells of a notebook in order, without Jupyter.

    GRID_URL=http://127.0.0.1:8090 GRID_TOKEN="$(cat .state/admin-token)" python3 docs/examples/run_notebook.py docs/examples/grid.ipynb

What the cells print is shown; figures are written where the cells save them. The first cell that fails ends it.
"""

import json
import os
import sys


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: run_notebook.py NOTEBOOK")
    path = os.path.abspath(sys.argv[1])
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    # Like Jupyter, find modules in the notebook's folder.
    sys.path.insert(0, os.path.dirname(path))
    names = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"], start=1):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path}, cell {number}", "exec"), names)


if __name__ == "__main__":
    main()
