/** The cards that lie over the board now and then: none of them is there when it opens. */

import AdviceCard from "./AdviceCard.svelte";
import AttackCard from "./AttackCard.svelte";
import ChitTray from "./ChitTray.svelte";
import RollCard from "./RollCard.svelte";
import UnitCard from "./UnitCard.svelte";

export default { AdviceCard, AttackCard, ChitTray, RollCard, UnitCard };
