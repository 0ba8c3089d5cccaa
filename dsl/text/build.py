"""The flat tree, built while the parser reduces: one method for each rule of grammar/card.lark. No meaning, no
lexing."""

from __future__ import annotations

from typing import Any

from lark import Transformer

from .flat import Clause, Cond, FlatLabel, Lead, Post, Sentence, Unit, Word

Row = list[Word]


class FlatBuilder(Transformer[Word, Sentence]):
    """Callbacks of the parser: what they are given is what the rules inside gave, which only the grammar tells."""

    def labels(self, parts: list[FlatLabel]) -> list[FlatLabel]:
        return parts

    def label(self, parts: Row) -> FlatLabel:
        return FlatLabel(tuple(parts[:-1]), parts[-1])

    def lpart(self, parts: Row) -> Word:
        return parts[0]

    def sentence(self, parts: list[Any]) -> Sentence:
        end = parts[1] if len(parts) > 1 else None
        return Sentence(tuple(parts[0]), end)

    def body(self, parts: list[Any]) -> list[Unit]:
        if len(parts) == 1:
            return [parts[0]]
        units: list[Unit] = parts[0]
        join, unit = parts[1:]
        unit.join = tuple(join)
        units.append(unit)
        return units

    def join(self, parts: Row) -> Row:
        return parts

    def unit(self, parts: list[Any]) -> Unit:
        leads = tuple(p for p in parts if isinstance(p, Lead))
        posts = tuple(p for p in parts if isinstance(p, Post))
        (clause,) = (p for p in parts if isinstance(p, Clause))
        return Unit(clause, leads, posts)

    def lead_if(self, parts: list[Any]) -> Lead:
        return Lead("if", parts[0], cond=parts[1])

    def lead_if_when(self, parts: list[Any]) -> Lead:
        event = Lead("when", parts[2], cond=parts[3])
        return Lead("if when", parts[0], cond=parts[1], when=event)

    def lead_when(self, parts: list[Any]) -> Lead:
        return Lead("when", parts[0], cond=parts[1])

    def lead_each(self, parts: list[Any]) -> Lead:
        row = tuple(parts[1]) if isinstance(parts[1], list) else ()
        return Lead("each", parts[0], row=row)

    def lead_time(self, parts: list[Any]) -> Lead:
        return Lead("time", parts[0])

    def lead_adv(self, parts: list[Any]) -> Lead:
        return Lead("adv", parts[0])

    def lead_to(self, parts: list[Any]) -> Lead:
        row: Row = parts[2] if isinstance(parts[2], list) else []
        return Lead("to", parts[0], cond=Cond((Clause((), (), parts[1], tuple(row)),)))

    def post_if(self, parts: list[Any]) -> Post:
        return Post("if", parts[0], parts[1])

    def post_when(self, parts: list[Any]) -> Post:
        return Post("when", parts[0], parts[1])

    def cond(self, parts: list[Any]) -> Cond:
        if len(parts) == 1:
            return Cond((parts[0],))
        before, join, clause = parts
        return Cond((*before.clauses, clause), (*before.joins, join))

    def whole_cond(self, parts: list[Any]) -> Cond:
        first, *others = (p for p in parts if isinstance(p, Cond))
        for part in parts:
            if isinstance(part, Word) and part.type in ("IF", "WHEN"):
                part.read = True
        clauses, joins = first.clauses, first.joins
        for other in others:
            clauses, joins = (*clauses, *other.clauses), (*joins, *other.joins)
        return Cond(clauses, joins)

    def further(self, parts: list[Any]) -> Cond:
        """ "…, or no cards are left": a comma before what joins a further condition."""
        comma, join, clause = parts
        comma.read = True
        return Cond((clause,), (join,))

    def whole_row(self, parts: list[Row]) -> Row:
        return parts[0]

    def clause_svo(self, parts: list[Row]) -> Clause:
        return Clause(tuple(parts[0]), tuple(parts[1][:-1]), parts[1][-1], tuple(parts[2]))

    def clause_sv(self, parts: list[Row]) -> Clause:
        return Clause(tuple(parts[0]), tuple(parts[1][:-1]), parts[1][-1])

    def clause_vo(self, parts: list[Row]) -> Clause:
        return Clause((), tuple(parts[0][:-1]), parts[0][-1], tuple(parts[1]))

    def clause_v(self, parts: list[Row]) -> Clause:
        return Clause((), tuple(parts[0][:-1]), parts[0][-1])

    def clause_row(self, parts: list[Row]) -> Clause:
        return Clause(row=tuple(parts[0]))

    def verb(self, parts: list[Any]) -> Row:
        if len(parts) == 1:
            return [parts[0]]
        return [*parts[0], parts[1]]

    def aux(self, parts: list[Any]) -> Row:
        if len(parts) == 1:
            return [parts[0]]
        return [*parts[0], parts[1]]

    def _row(self, parts: list[Any]) -> Row:
        out: Row = []
        for part in parts:
            if isinstance(part, Word):
                out.append(part)
            elif isinstance(part, list):
                out.extend(part)
        return out

    row = row_np = row_other = inf = np = np_head = np_pro = np_mod = _row
