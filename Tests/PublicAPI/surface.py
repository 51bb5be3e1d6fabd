"""What one product lets a client write, in blocks: a type, and a line for each of its members."""

import collections

FUNCTIONS = "(functions)"

# A block has a header, and lines. A line is a pair of a key, by which the lines are sorted, and a text.
Block = collections.namedtuple("Block", ["header", "lines"])


class Surface:
    """The declarations that a product exports, and the hidden types that a client reaches through them.

    exported: the graph of the product and of what the product exports again
    package:  the graph of all modules of the package
    listed:   the identifiers of what the files of other products list
    """

    def __init__(self, exported, package, listed):
        self.package = package
        self.symbols = dict(exported.symbols)
        # The hidden types, and those hidden types that have a public name because of a typealias.
        self.hidden, self.named = set(), set()
        queue = list(self.symbols.values())
        while queue:
            queue += self.reach(queue.pop(), listed)

    def reach(self, symbol, listed):
        """Adds the hidden types that a declaration mentions, with their members. Returns what was added."""
        if symbol.is_alias:
            self.named |= symbol.mentioned
        parents = self.package.parents.get(symbol.identifier, []) if symbol.is_type else []
        added = []
        for target in symbol.mentioned | {relation["target"] for relation in parents}:
            hidden = self.package.symbols.get(target)
            if hidden and hidden.is_type and target not in self.symbols and target not in listed:
                self.hidden.add(target)
                added += self.add(hidden)
        return added

    def add(self, symbol):
        self.symbols[symbol.identifier] = symbol
        members = (self.package.symbols.get(one) for one in self.package.members.get(symbol.identifier, ()))
        return [symbol] + [one for member in members if member and member.identifier not in self.symbols
                           for one in self.add(member)]

    def blocks(self):
        headers, lines = {}, collections.defaultdict(set)
        for symbol in self.symbols.values():
            text = self.package.declaration(symbol)
            if symbol.is_type:
                unnamed = symbol.identifier in self.hidden - self.named
                headers[symbol.full_name] = ("[no public name] " if unnamed else "") + text
                # The declaration of a protocol says what the protocol inherits.
                conformances = [] if symbol.kind == "swift.protocol" else self.package.conformances(symbol)
                lines[symbol.full_name] |= {(("", index), text) for index, text in enumerate(conformances)}
            elif symbol.is_alias and not symbol.owner_name:
                # A typealias that only gives a hidden type its own name would say nothing beside the type's block.
                if not symbol.mentioned & self.hidden:
                    headers[symbol.full_name] = text
            else:
                tag = "[required] " if symbol.identifier in self.package.requirements else ""
                lines[symbol.owner_name or FUNCTIONS].add(((symbol.name, 0), tag + text))
        for name in lines:
            headers.setdefault(name, name if name == FUNCTIONS else f"extension {name}")
        return {name: Block(header, lines[name]) for name, header in headers.items()}

    def after_a_dot(self, type_name):
        """Counts the members that a value of the type has, by the protocol or class that they are from and by name."""
        owner = next((one for one in self.symbols.values() if one.is_type and one.full_name == type_name), None)
        if owner is None:
            return collections.Counter()
        ancestors = self.package.ancestors(owner.identifier)
        members = [
            (symbol, "" if symbol.owner_name == type_name else symbol.owner_name)
            for identifier, symbol in self.symbols.items()
            if self.package.owners.get(identifier) in ancestors and identifier not in self.package.requirements]
        members += [
            (symbol, "the standard library") for heir, symbol in self.package.inherited
            if heir == owner.identifier and symbol.identifier.split("::")[0] not in self.package.symbols]
        return collections.Counter(
            (source, symbol.name.replace("fileID:line:", "")) for symbol, source in members
            if symbol.is_offered_after_a_value)
