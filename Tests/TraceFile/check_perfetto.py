#!/usr/bin/env python3
"""Reads a trace file with Perfetto's own messages, and says what is wrong with it.

Independent of the reader in Swift. Prints the content of the trace as JSON. If anything is wrong, prints the problems
to standard error and exits with 1.

    check_perfetto.py FILE [--expect FILE.json] [--complete] [--trace-processor] [--without-event N]
"""

import argparse
import collections
import json
import pathlib
import sys

from google.protobuf.unknown_fields import UnknownFieldSet
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TracePacket, TrackEvent

MARKER = "switchboard.trace/1"
ACTIVITIES = {"send", "start", "replay", "arrive", "scope"}
# The activities that may directly contain a delivery.
DELIVERING = {"send", "start", "replay", "arrive"}
MOMENTS = {"deliver", "subscribe", "dispose", "queue", "hop", "owner-deinit", "close", "lost"}
UNSIGNED_64 = 1 << 64


class Sequence:
    """The state of a reader for one packet sequence."""

    def __init__(self):
        self.clear()
        self.track = None
        self.time = None
        self.open = []

    def clear(self):
        self.categories, self.names, self.annotations, self.locations = {}, {}, {}, {}
        self.defaults = None


class Check:
    def __init__(self, complete=False):
        self.complete = complete
        self.problems = []
        self.sequences = collections.defaultdict(Sequence)
        self.kinds = collections.Counter()
        self.counts = collections.Counter()
        self.sites = collections.Counter()
        self.tracks, self.counters, self.used_tracks = set(), set(), set()
        self.origins, self.targets = collections.Counter(), collections.Counter()
        self.process = None

    def complain(self, index, what):
        self.problems.append(f"packet {index}: {what}")

    def packet(self, index, packet):
        unknown(packet, lambda what: self.complain(index, what))
        sequence = self.sequences[packet.trusted_packet_sequence_id]
        if packet.sequence_flags & TracePacket.SEQ_INCREMENTAL_STATE_CLEARED:
            sequence.clear()
        if packet.previous_packet_dropped:
            self.counts["losses"] += 1
        if packet.HasField("trace_packet_defaults"):
            sequence.defaults = packet.trace_packet_defaults
            sequence.track = packet.trace_packet_defaults.track_event_defaults.track_uuid
        if packet.HasField("clock_snapshot"):
            for clock in packet.clock_snapshot.clocks:
                if clock.clock_id == 64 and clock.is_incremental:
                    sequence.time = clock.timestamp
        data = packet.interned_data
        for table, known in (
            (data.event_categories, sequence.categories), (data.event_names, sequence.names),
            (data.debug_annotation_names, sequence.annotations),
        ):
            for entry in table:
                known[entry.iid] = entry.name
        for entry in data.source_locations:
            sequence.locations[entry.iid] = f"{entry.file_name}:{entry.line_number}"
        if packet.HasField("track_descriptor"):
            self.descriptor(index, packet.track_descriptor)
        if packet.HasField("track_event"):
            self.event(index, packet, sequence)

    def descriptor(self, index, track):
        if index == 0:
            self.process = track.process
            if MARKER not in track.process.process_labels:
                self.complain(index, f"the first packet does not say {MARKER}")
        if track.HasField("counter"):
            self.counters.add(track.uuid)
        self.tracks.add(track.uuid)

    def event(self, index, packet, sequence):
        event = packet.track_event
        if sequence.defaults is None or sequence.defaults.timestamp_clock_id != 64 or sequence.time is None:
            self.complain(index, "an event in a sequence that has no clock")
            return
        sequence.time += packet.timestamp
        track = event.track_uuid if event.HasField("track_uuid") else sequence.track
        if track not in self.tracks:
            self.complain(index, "an event in a track without description")
        if event.type == TrackEvent.TYPE_COUNTER:
            self.counts["counters"] += 1
            if track not in self.counters:
                self.complain(index, "a counter's value in a track that is no counter")
            return
        if event.type == TrackEvent.TYPE_SLICE_END:
            self.counts["ends"] += 1
            if not sequence.open:
                self.complain(index, "an end without a begin")
            else:
                sequence.open.pop()
            return
        if event.name_iid not in sequence.names:
            self.complain(index, "a name that is not interned")
        category = [sequence.categories.get(iid, "?") for iid in event.category_iids]
        if "?" in category:
            self.complain(index, "a category that is not interned")
        kind = category[0] if category else "deliver"
        self.kinds[kind] += 1
        self.arguments(index, event, sequence, kind)
        if event.type == TrackEvent.TYPE_SLICE_BEGIN:
            self.counts["slices"] += 1
            if kind == "deliver" and not any(outer in ACTIVITIES for outer in sequence.open):
                self.complain(index, "a delivery outside of any activity")
            if self.complete and kind == "deliver":
                innermost = next((outer for outer in reversed(sequence.open) if outer != "deliver"), None)
                if innermost not in DELIVERING:
                    self.complain(index, f"a delivery in {innermost}, not in its send")
            if kind not in ACTIVITIES | {"deliver"}:
                self.complain(index, f"a slice of kind {kind}")
            sequence.open.append(kind)
        elif event.type == TrackEvent.TYPE_INSTANT:
            self.counts["instants"] += 1
            if not category or kind not in MOMENTS:
                self.complain(index, f"an instant of kind {kind}")
            if self.complete and kind in {"deliver", "lost"}:
                self.complain(index, "a delivery without its send" if kind == "deliver" else "a loss")
        if kind == "lost" and sequence.open:
            self.complain(index, "slices that are still open after a loss")
        self.flows(index, event, kind)

    def arguments(self, index, event, sequence, kind):
        for annotation in event.debug_annotations:
            name = sequence.annotations.get(annotation.name_iid)
            if name is None:
                self.complain(index, "an annotation with a name that is not interned")
            else:
                self.counts[f"sum of {name}"] = (self.counts[f"sum of {name}"] + annotation.uint_value) % UNSIGNED_64
        if event.source_location_iid:
            if event.source_location_iid not in sequence.locations:
                self.complain(index, "a source location that is not interned")
            elif kind == "subscribe":
                self.sites[sequence.locations[event.source_location_iid]] += 1

    def flows(self, index, event, kind):
        for flow in event.flow_ids:
            self.origins[flow] += 1
            if kind not in {"queue", "hop"}:
                self.complain(index, f"a flow that a {kind} begins")
        for flow in event.terminating_flow_ids:
            self.targets[flow] += 1
            self.counts["flows"] += 1
            if flow not in self.origins:
                self.complain(index, "a flow that ends without a beginning")

    def result(self):
        for flow, count in self.targets.items():
            if count > 1:
                self.problems.append(f"flow {flow} ends {count} times")
        self.counts["unfinished slices"] = sum(len(sequence.open) for sequence in self.sequences.values())
        self.counts["unfinished flows"] = len(set(self.origins) - set(self.targets))
        if self.counts["slices"] != self.counts["ends"] + self.counts["unfinished slices"]:
            self.problems.append("beginnings and ends do not match")
        if self.complete:
            for what in ("losses", "unfinished slices", "unfinished flows"):
                if self.counts[what]:
                    self.problems.append(f"{self.counts[what]} {what} in a trace that should be complete")
        return {
            # The end of an activity is a separate record; the end of a delivery is not.
            "records": sum(self.kinds.values()) + sum(self.kinds[kind] for kind in ACTIVITIES),
            "kinds": dict(sorted(self.kinds.items())),
            "counts": dict(sorted(self.counts.items())),
            "subscribeSites": dict(sorted(self.sites.items())),
        }


def unknown(message, complain):
    """Complains about fields that Perfetto does not know, at any depth."""
    for field in UnknownFieldSet(message):
        complain(f"{message.DESCRIPTOR.name} has no field {field.field_number}")
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if not hasattr(value, "DESCRIPTOR") else [value]:
                unknown(part, complain)


def compare(expected, found, what, problems):
    for key in sorted(set(expected) | set(found)):
        if expected.get(key, 0) != found.get(key, 0):
            problems.append(f"{what}: {key} is {found.get(key, 0)}, not {expected.get(key, 0)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=pathlib.Path)
    parser.add_argument("--expect", type=pathlib.Path, help="JSON file with values that the output must have")
    parser.add_argument("--complete", action="store_true", help="refuse losses, unfinished slices and unfinished flows")
    parser.add_argument("--without-event", type=int, metavar="N", help="leave out event N, to test the check")
    parser.add_argument("--trace-processor", action="store_true", help="also use Perfetto's trace processor")
    arguments = parser.parse_args()

    check = Check(arguments.complete)
    events = 0
    for index, packet in enumerate(Trace.FromString(arguments.trace.read_bytes()).packet):
        events += packet.HasField("track_event")
        if not packet.HasField("track_event") or events != arguments.without_event:
            check.packet(index, packet)
    result = check.result()
    if arguments.expect:
        for part, expected in json.loads(arguments.expect.read_text()).items():
            compare(expected, {key: result[part].get(key, 0) for key in expected}, part, check.problems)
    if arguments.trace_processor:
        import processor_view
        result["traceProcessor"], view = processor_view.of(arguments.trace)
        for part, found in view.items():
            expected = result[part]
            compare({key: expected.get(key, 0) for key in found}, found, f"trace processor, {part}", check.problems)
        check.problems.extend(result["traceProcessor"].pop("problems"))
    print(json.dumps(result, indent=2))
    for problem in check.problems[:20]:
        print(f"{arguments.trace}: {problem}", file=sys.stderr)
    sys.exit(1 if check.problems else 0)


if __name__ == "__main__":
    main()
