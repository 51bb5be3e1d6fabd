"""The content of a trace file according to Perfetto's trace processor, in the words of check_perfetto.py."""

import trace_processor

STATISTICS = "SELECT name, idx, severity, value FROM stats WHERE severity != 'info' AND value > 0"
KINDS = "SELECT coalesce(category, 'deliver') AS kind, count(*) AS n FROM slice GROUP BY 1"
COUNTS = """
SELECT
  (SELECT count(*) FROM counter) AS "counters",
  (SELECT count(*) FROM flow) AS "flows",
  (SELECT count(*) FROM slice WHERE dur = -1) AS "unfinished slices"
"""
SITES = """
SELECT file.string_value || ':' || line.int_value AS site, count(*) AS n
FROM slice
JOIN args AS file ON file.arg_set_id = slice.arg_set_id AND file.key = 'source.file_name'
JOIN args AS line ON line.arg_set_id = slice.arg_set_id AND line.key = 'source.line_number'
WHERE slice.category = 'subscribe' GROUP BY 1
"""
SUMS = """
SELECT replace(flat_key, 'debug.', 'sum of ') AS name, int_value AS value
FROM slice JOIN args USING (arg_set_id)
WHERE flat_key IN ('debug.subscription', 'debug.registry', 'debug.count')
"""
MISPLACED = """
SELECT count(*) AS n FROM slice LEFT JOIN slice AS outer ON outer.id = slice.parent_id
WHERE slice.category IS NULL AND outer.id IS NULL
"""
THREADS = "SELECT tid, thread.name, process.name AS process FROM thread JOIN process USING (upid) WHERE tid != 0"
COUNTER_TRACKS = "SELECT count(*) AS n FROM counter_track"

# A loss that the trace itself records is not an error in the trace.
EXPECTED_STATISTICS = {"traced_buf_sequence_packet_loss"}


def of(path):
    """Returns the values to print, and by part of the result the values that must agree with that part."""
    queries = [STATISTICS, KINDS, COUNTS, SITES, SUMS, MISPLACED, THREADS, COUNTER_TRACKS]
    statistics, kinds, counts, sites, sums, misplaced, threads, tracks = trace_processor.query(path, queries)
    totals = {"sum of subscription": 0, "sum of registry": 0, "sum of count": 0}
    for row in sums:
        totals[row["name"]] = (totals[row["name"]] + row["value"]) % (1 << 64)
    problems = [f"trace processor: {row['name']} is {row['value']}" for row in statistics
                if row["name"] not in EXPECTED_STATISTICS]
    if misplaced[0]["n"]:
        problems.append(f"trace processor: {misplaced[0]['n']} deliveries outside of any activity")
    shown = {"statistics": statistics, "threads": len(threads), "counterTracks": tracks[0]["n"], "problems": problems}
    agreed = {
        "kinds": {row["kind"]: row["n"] for row in kinds},
        "counts": {**counts[0], **totals},
        "subscribeSites": {row["site"]: row["n"] for row in sites},
    }
    return shown, agreed
