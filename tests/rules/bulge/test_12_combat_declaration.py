"""12.1 step 1: who attacks whom, on which table. The rulebook's examples first."""

from __future__ import annotations

import pytest

from tests.rules.bulge.table import offered, refused, situation


@pytest.mark.rule("bulge", "12.1-1", "D-OOB")
def test_a_unit_beside_a_stronger_enemy_cannot_join_a_secondary_attack_on_a_weaker_one() -> None:
    # 1 SS stands beside both US armored divisions; 2 Pz and 116 Pz stand beside the 7th only.
    units = {"us-7arm": "1010", "us-2arm": "1109", "de-1ss": "1009", "de-2": "0910", "de-116": "0911"}
    match = situation("german-combat-before-movement", units, turn=2)
    match.play("attack", "us-7arm")
    match.play("unit", "de-2")
    match.play("unit", "de-116")
    assert offered(match, "crt") == ["primary", "secondary"]
    match.play("unit", "de-1ss")
    assert offered(match, "crt") == ["primary"]
    assert refused(match, "crt", "secondary") == "12.1-1"
