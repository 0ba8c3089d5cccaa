"""Words a text coins for cards of a kind: "Each Twist is a "Rift."" makes "a Rift" a Twist in every line of that card.

Must not know what a line does."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t


def with_coined_words(text: t.CardText) -> t.CardText:
    """The text with its coined words replaced by what they stand for; that they are coined is nothing to be done."""
    meant = {name: noun for node in text.walk() if (found := _coins(node)) for name, noun in (found,)}
    if not meant:
        return text
    return _spoken(text, meant)


def called_somewhere(text: t.CardText) -> set[str]:
    """Names that a text gives to cards where it puts them: "Put this next to the Scheme as a "Seal"."""
    said = [arg for node in text.walk() if isinstance(node, t.Do) for arg in node.args]
    names = {arg.value.text for arg in said if arg.role == "as" and isinstance(arg.value, t.NameValue)}
    return names | {arg.value.name for arg in said if isinstance(arg.value, t.Beside) and arg.value.name}


def _coins(node: object) -> tuple[str, str] | None:
    """The word and the noun, if the node says that all cards of a kind are called so and nothing else."""
    if not isinstance(node, t.Gain) or node.lose or len(node.gives) != 1:
        return None
    what, role = node.what, node.gives[0]
    if not isinstance(what, t.Sel) or what.quant.kind not in ("each", "all", "plural") or what.where or what.pos:
        return None
    if not isinstance(role, t.RoleValue) or role.kind != "card" or role.numbers or role.abilities or role.icons:
        return None
    return (role.name.text, what.noun) if isinstance(role.name, t.NameValue) else None


def _spoken(text: t.CardText, meant: dict[str, str]) -> t.CardText:
    def spoken(node: t.Node) -> t.Node:
        if _coins(node):
            return t.Nothing("")
        node = node.with_children(spoken)
        if isinstance(node, t.Sel) and node.noun == "card":
            for pred in node.where:
                if isinstance(pred, t.Named) and isinstance(pred.value, t.NameValue) and pred.value.text in meant:
                    rest = tuple(other for other in node.where if other is not pred)
                    return replace(node, noun=meant[pred.value.text], where=rest)
        return node

    return t.mapped(t.CardText, text, spoken)
