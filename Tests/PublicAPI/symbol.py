"""One declaration of a symbol graph, and its text."""

import functools
import pathlib
import re

TYPES = {"swift.class", "swift.enum", "swift.protocol", "swift.struct"}
AFTER_A_VALUE = {"swift.method", "swift.property"}
# What most functions take to know the line of their caller. The listings call it `#caller`.
CALLER = "fileID: StaticString = #fileID, line: UInt32 = #line"
ATTRIBUTES_ONLY = re.compile(r"\s*(@\w+(\([^)]*\))?\s*)+")


class Symbol:
    def __init__(self, content):
        self.content = content
        self.identifier = content["identifier"]["precise"]
        self.kind = content["kind"]["identifier"]
        self.path = content["pathComponents"]
        self.name = self.path[-1]
        self.full_name = ".".join(self.path)
        self.owner_name = ".".join(self.path[:-1])
        self.is_type = self.kind in TYPES
        self.is_alias = self.kind == "swift.typealias"
        self.is_offered_after_a_value = self.kind in AFTER_A_VALUE

    @property
    def mentioned(self):
        """The identifiers of the types in the declaration."""
        fragments = self.content["declarationFragments"]
        return {part["preciseIdentifier"] for part in fragments if "preciseIdentifier" in part}

    @property
    def constraints(self):
        """The constraints of the type's parameters, or of a member's extension."""
        place = "swiftGenerics" if self.is_type else "swiftExtension"
        return [constraint_text(one) for one in self.content.get(place, {}).get("constraints", [])]

    def declaration(self, extra_constraints):
        """The declaration as one line of Swift. A type has its full name."""
        text = "".join(
            self.full_name if self.is_type and part["kind"] == "identifier" and part["spelling"] == self.name
            else part["spelling"] for part in self.content["declarationFragments"])
        text = re.sub(r"@_\w+(\([^)]*\))? ", "", text)
        text = re.sub(r"\s+", " ", text).strip().replace(" : ", ": ").replace(CALLER, "#caller")
        extra = [constraint for constraint in extra_constraints if constraint not in text]
        if extra:
            text += (", " if " where " in text else " where ") + ", ".join(extra)
        if self.content["accessLevel"] == "open":
            text = re.sub(r"\b(?=(override )?(class|func|init|var|subscript)\b)", "open ", text, count=1)
        return self.availability() + text + self.suppressed()

    def availability(self):
        """The attributes `@available`. The graph leaves out `noasync`, so this function looks at the source too."""
        found = [
            name for key, name in (("isUnconditionallyDeprecated", "deprecated"),
                                   ("isUnconditionallyUnavailable", "unavailable"))
            if any(one.get(key) for one in self.content.get("availability", []))]
        lines, at = self.source()
        first = at
        while first > 0 and ATTRIBUTES_ONLY.fullmatch(lines[first - 1]):
            first -= 1
        if any(re.search(r"@available\(\*, noasync\b", line) for line in lines[first:at + 1]):
            found.append("noasync")
        return "".join(f"@available(*, {name}) " for name in found)

    def suppressed(self):
        """`: ~Copyable` if the type cannot be copied. The graph leaves this out, so this function reads the source."""
        if not self.is_type:
            return ""
        lines, at = self.source()
        head = re.split(r"\{| where ", " ".join(lines[at:at + 5]))[0]
        return ": ~Copyable" if re.search(r":[^<>]*~Copyable[^<>]*$", head) else ""

    def source(self):
        """The lines of the file, and the index of the line of the declaration. Code of the compiler has no lines."""
        location = self.content.get("location")
        if not location:
            return (), 0
        return lines_of(location["uri"].removeprefix("file://")), location["position"]["line"]


def constraint_text(constraint):
    return constraint["lhs"] + (" == " if constraint["kind"] == "sameType" else ": ") + constraint["rhs"]


@functools.cache
def lines_of(path):
    return pathlib.Path(path).read_text(encoding="utf-8").splitlines()
