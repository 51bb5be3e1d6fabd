"""Checks results files against Benchmarks/Schema/results.schema.json.

    check-results.py RESULTS.json…

Exit status: 0 if all have the form of the schema, 2 if one has not, 65 if one is not JSON, 66 if one is missing, 69 if
the package jsonschema is missing.
"""

import json
import pathlib
import sys

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "Schema" / "results.schema.json"


def faults(path):
    """Yields a sentence for each place where a file differs from the schema."""
    import jsonschema
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(path.read_text(encoding="utf-8"))):
        yield f"{path}, {error.json_path}: {error.message[:200]}"


def main(paths):
    status = 0
    for path in paths:
        try:
            found = list(faults(path))
        except ImportError as error:
            print(f"check-results: {error}; install the packages with: make bench-setup", file=sys.stderr)
            return 69
        except OSError as error:
            print(f"check-results: {path}: {error.strerror}", file=sys.stderr)
            return 66
        except ValueError as error:
            print(f"check-results: {path} is not JSON: {error}", file=sys.stderr)
            return 65
        for fault in found[:20]:
            print(fault)
        status = 2 if found else status
    return status


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main([pathlib.Path(name) for name in sys.argv[1:]]))
