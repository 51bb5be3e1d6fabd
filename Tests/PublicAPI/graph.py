"""The symbols of modules, and their relations, from the compiler's symbol graphs."""

import json
import pathlib

from symbol import Symbol, constraint_text

# The compiler infers these conformances for most types, so the listings leave them out.
INFERRED = {"BitwiseCopyable", "Copyable", "Escapable", "SendableMetatype"}
SYNTHESIZED = "::SYNTHESIZED::"


class Graph:
    def __init__(self, files):
        self.symbols = {}
        # Members that types get from protocols and superclasses: pairs of the type's identifier and the symbol.
        self.inherited = []
        self.owners, self.members, self.parents, self.requirements = {}, {}, {}, set()
        for file in files:
            content = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
            for symbol in map(Symbol, content["symbols"]):
                if SYNTHESIZED in symbol.identifier:
                    self.inherited.append((symbol.identifier.split(SYNTHESIZED)[1], symbol))
                else:
                    self.symbols[symbol.identifier] = symbol
            for relation in content["relationships"]:
                self.add(relation)

    def add(self, relation):
        kind, source, target = relation["kind"], relation["source"], relation["target"]
        if kind in ("memberOf", "requirementOf") and SYNTHESIZED not in source:
            self.owners[source] = target
            self.members.setdefault(target, set()).add(source)
            if kind == "requirementOf":
                self.requirements.add(source)
        elif kind in ("conformsTo", "inheritsFrom"):
            self.parents.setdefault(source, []).append(relation)

    def declaration(self, symbol):
        """One line of Swift. A member of an extension has the constraints of the extension."""
        constraints = [] if symbol.is_type else symbol.constraints
        return symbol.declaration(self.extra(constraints, self.owners.get(symbol.identifier)))

    def extra(self, constraints, owner):
        """The constraints that a type's own declaration does not have."""
        known = self.symbols[owner].constraints if owner in self.symbols else []
        return [one for one in constraints if one not in known and one.rsplit(": ")[-1] not in INFERRED]

    def conformances(self, symbol):
        """A line for the superclass and the protocols of a type, then a line for each conditional conformance."""
        plain, conditional = set(), set()
        for relation in self.parents.get(symbol.identifier, []):
            target = relation["target"]
            name = relation.get("targetFallback", target).split(".")[-1]
            if target in self.symbols:
                name = self.symbols[target].full_name
            if name in INFERRED or name.startswith("_"):
                continue
            conditions = [constraint_text(one) for one in relation.get("swiftConstraints", [])]
            conditions = self.extra(conditions, symbol.identifier)
            if conditions:
                conditional.add(f": {name} where {', '.join(conditions)}")
            else:
                plain.add((relation["kind"] == "conformsTo", name))
        return ([": " + ", ".join(name for _, name in sorted(plain))] if plain else []) + sorted(conditional)

    def ancestors(self, identifier):
        """The type, and all its superclasses and protocols."""
        found, queue = {identifier}, [identifier]
        while queue:
            for relation in self.parents.get(queue.pop(), []):
                if relation["target"] not in found:
                    found.add(relation["target"])
                    queue.append(relation["target"])
        return found
