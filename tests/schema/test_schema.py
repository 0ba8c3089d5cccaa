"""The generated schema for editors: fresh, valid, and in agreement with the compiler about what it accepts and
refuses.
"""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft7Validator

from cardwright.dsl.schema.editor import bundled_schema_text, schema_path


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    return Draft7Validator(json.loads(schema_path().read_text("utf-8")))


def test_the_file_is_fresh() -> None:
    """If this fails: python -m cardwright.dsl.schema.editor"""
    assert schema_path().read_text("utf-8") == bundled_schema_text()


def test_it_is_a_valid_draft_7_schema(validator: Draft7Validator) -> None:
    Draft7Validator.check_schema(validator.schema)
    text = json.dumps(validator.schema)
    assert '"x-' not in text and "oneOf" not in text and '"if"' in text


@pytest.mark.parametrize(
    ("instance", "right"),
    [
        ({"set": "x", "language": 1, "cards": [{"kind": "Hero", "name": "A", "cost": 3, "class": "Tech"}]}, True),
        ({"set": "x", "cards": [{"kind": "Hero", "cards": [{"name": "A", "Attack": "2+"}]}]}, True),
        ({"set": "x", "cards": [{"kind": "Hero", "name": "A", "class": "Techh"}]}, False),
        ({"set": "x", "cards": [{"kind": "Heroo", "name": "A"}]}, False),
        ({"set": "x", "cards": [{"kind": "Hero", "name": "A", "atack": 3}]}, False),
        ({"set": "x", "zones": [{"zone": "hand"}]}, False),
        ({"set": "x", "zonse": []}, False),
    ],
)
def test_what_it_says(validator: Draft7Validator, instance: object, right: bool) -> None:
    assert validator.is_valid(instance) is right
