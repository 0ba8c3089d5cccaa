"""The indexes of the documents list every page, and every link between documents leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
_LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]*)(#[^)\s]*)?\)")


def links(page: Path) -> list[tuple[str, str]]:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return [(path, anchor) for path, anchor in _LINK.findall(text) if "://" not in path]


@pytest.mark.parametrize("folder", [DOCS, DOCS / "decisions"], ids=str)
def test_every_page_is_listed(folder: Path) -> None:
    listed = {path for path, _ in links(folder / "README.md")}
    pages = {page.name for page in folder.glob("*.md")} - {"README.md"}
    assert len(pages) >= 7
    assert pages <= listed, f"not listed in {folder.name}/README.md: {sorted(pages - listed)}"


def test_links_lead_somewhere() -> None:
    count = 0
    for page in (*PAGES, ROOT / "README.md"):
        for path, anchor in links(page):
            target = (page.parent / path) if path else page
            assert target.exists(), f"{page.relative_to(ROOT)} → {path}"
            if anchor and target.suffix == ".md":
                heads = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
                slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
                assert anchor[1:] in slugs, f"{page.relative_to(ROOT)} → {path}{anchor}"
            count += 1
    assert count >= 20
