"""Law 2, the real proof: with every declared word replaced, the same image and the same game come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.compile import CompileResult

from .games import HARD, answers, compiled, core, dealt, image_of
from .renaming import compare, renamed_files
from .reprinting import printer
from .wordmap import WordMap


def written(result: CompileResult, words: WordMap, folder: Path, *, anew: bool) -> list[Path]:
    """The sets of a result with their words replaced, as files. `anew`: texts of cards are printed from their trees."""
    printed = printer(result.declarations.declared.values(), words) if anew else None
    lines = 0
    for name, loaded in result.declarations.loaded.sets.items():
        (folder / name).mkdir(parents=True)
        for file, text, count in renamed_files(loaded, words, printed):
            target = file if len(loaded.files) > 1 else "set.yaml"
            (folder / name / target).write_text(text, encoding="utf-8")
            lines += count
    assert not anew or lines >= 25
    return [folder]


def words_of(result: CompileResult, seed: int) -> WordMap:
    """A made-up word for every declared one."""
    sets = [item.decl for item in result.declarations.declared.values()]
    words = WordMap(sets, seed)
    kept = words.kept(sets)
    print(f"renaming: {len(words.new)} words of {len(sets)} sets are new; these stay: {kept}")
    assert len(words.new) >= 200
    names = {str(card.name) for decl in sets for card in decl.all_cards()}  # made of function words alone: that may be
    assert len(set(kept) - names) <= 12
    return words


@pytest.mark.parametrize(("seed", "anew"), [(1, True), (2, False)])
def test_core_renamed_is_the_same_image_and_the_same_game(tmp_path: Path, seed: int, anew: bool) -> None:
    paths = written(core(), words_of(core(), seed), tmp_path, anew=anew)
    old, new = image_of(core()), image_of(compiled(paths))
    assert not compare(old, new)[:20]
    changed = sum(one != other for one, other in zip(old.names, new.names, strict=True))
    assert changed >= 150
    place, one = dealt(old, 2, 5)
    again, other = dealt(new, 2, 5)
    assert place == again
    digests = list(answers(one, 5, 400))
    assert len(digests) >= 60
    assert digests == list(answers(other, 5, 400))


@pytest.mark.parametrize("name", sorted(path.name for path in HARD.glob("[0-9]*.yaml")))
def test_a_hard_card_renamed_is_the_same_image(tmp_path: Path, name: str) -> None:
    """Both are printed anew, so that a text worded otherwise than the printer would does not count as a difference."""
    result = compiled([HARD / name])
    old = compiled(written(result, WordMap.same(), tmp_path / "old", anew=True))
    new = compiled(written(result, words_of(result, 3), tmp_path / "new", anew=True))
    assert not compare(image_of(old), image_of(new))[:20]
