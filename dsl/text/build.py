"""The flat tree, built while the parser reduces: one method for each rule of grammar/card.lark. No meaning, no
lexing."""

from __future__ import annotations

from typing import Any

from lark import Transformer

from .flat import Clause, Cond, FlatLabel, Lead, Post, Sentence, Unit, Word

Row = list[Word]


class FlatBuilder(Transformer):  # type: ignore[type-arg]
    """Callbacks of the parser."""

    def labels(self, parts: list[FlatLabel]) -> list[FlatLabel]:
        return parts

    def label(self, parts: Row) -> FlatLabel:
        return FlatLabel(tuple(parts[:-1]), parts[-1])

    def lpart(self, parts: Row) -> Word:
        return parts[0]

    def sentence(self, parts: list[object]) -> Sentence:
        end = parts[1] if len(parts) > 1 else None
        return Sentence(tuple(parts[0]), end)  # type: ignore[arg-type]

    def body(self, parts: list[object]) -> list[Unit]:
        if len(parts) == 1:
            return [parts[0]]  # type: ignore[list-item]
        units, join, unit = parts
        unit.join = tuple(join)  # type: ignore[attr-defined, arg-type]
        units.append(unit)  # type: ignore[attr-defined]
        return units  # type: ignore[return-value]

    def join(self, parts: Row) -> Row:
        return parts

    def unit(self, parts: list[object]) -> Unit:
        leads = tuple(p for p in parts if isinstance(p, Lead))
        posts = tuple(p for p in parts if isinstance(p, Post))
        (clause,) = (p for p in parts if isinstance(p, Clause))
        return Unit(clause, leads, posts)

    def lead_if(self, parts: list[object]) -> Lead:
        return Lead("if", parts[0], cond=parts[1])  # type: ignore[arg-type]

    def lead_if_when(self, parts: list[object]) -> Lead:
        event = Lead("when", parts[2], cond=parts[3])  # type: ignore[arg-type]
        return Lead("if when", parts[0], cond=parts[1], when=event)  # type: ignore[arg-type]

    def lead_when(self, parts: list[object]) -> Lead:
        return Lead("when", parts[0], cond=parts[1])  # type: ignore[arg-type]

    def lead_each(self, parts: list[object]) -> Lead:
        row = tuple(parts[1]) if isinstance(parts[1], list) else ()
        return Lead("each", parts[0], row=row)  # type: ignore[arg-type]

    def lead_time(self, parts: list[object]) -> Lead:
        return Lead("time", parts[0])  # type: ignore[arg-type]

    def lead_adv(self, parts: list[object]) -> Lead:
        return Lead("adv", parts[0])  # type: ignore[arg-type]

    def lead_to(self, parts: list[object]) -> Lead:
        row: Row = parts[2] if isinstance(parts[2], list) else []
        return Lead("to", parts[0], cond=Cond((Clause((), (), parts[1], tuple(row)),)))  # type: ignore[arg-type]

    def post_if(self, parts: list[object]) -> Post:
        return Post("if", parts[0], parts[1])  # type: ignore[arg-type]

    def post_when(self, parts: list[object]) -> Post:
        return Post("when", parts[0], parts[1])  # type: ignore[arg-type]

    def cond(self, parts: list[Any]) -> Cond:
        if len(parts) == 1:
            return Cond((parts[0],))
        before, join, clause = parts
        return Cond((*before.clauses, clause), (*before.joins, join))

    def whole_cond(self, parts: list[object]) -> Cond:
        (cond,) = (p for p in parts if isinstance(p, Cond))
        for part in parts:
            if isinstance(part, Word) and part.type in ("IF", "WHEN"):
                part.read = True
        return cond

    def whole_row(self, parts: list[object]) -> Row:
        return parts[0]  # type: ignore[return-value]

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

    def verb(self, parts: list[object]) -> Row:
        if len(parts) == 1:
            return [parts[0]]  # type: ignore[list-item]
        return [*parts[0], parts[1]]  # type: ignore[misc, list-item]

    def aux(self, parts: list[object]) -> Row:
        if len(parts) == 1:
            return [parts[0]]  # type: ignore[list-item]
        return [*parts[0], parts[1]]  # type: ignore[misc, list-item]

    def _row(self, parts: list[object]) -> Row:
        out: Row = []
        for part in parts:
            if isinstance(part, Word):
                out.append(part)
            elif isinstance(part, list):
                out.extend(part)
        return out

    row = row_np = row_other = inf = np = np_head = np_pro = np_mod = _row
