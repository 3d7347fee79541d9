"""Options tried out in a world of their own, with dice spread evenly over the samples."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from game.ai import duties, hopes
from game.ai.aims import LEADER, deciding, exit_value, press, rounds_left
from game.ai.bearing import Bearing, Terms
from game.ai.knowing import Units, blindfold
from game.ai.lateness import pressure
from game.ai.onward import Onward
from game.ai.places import Places
from game.ai.profiles import Profile
from game.ai.returning import left_behind
from game.ai.terms import TERMS, beside, measure
from game.ai.threat import Threats
from game.ai.throwing import came
from game.kernel.components import FIELD, Clock, Down, Duty, Objectives, Position, Side
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Decision, Option
from game.kernel.scratch import Scratch
from game.kernel.session import Rehearsal, Session
from game.rules.asking import promise
from game.rules.concern import targets, wish
from game.rules.foresight import foresight_of, gain
from game.rules.offering import options
from game.rules.ruleset import Ruleset
from game.rules.verbs import Question, question_of
from game.skirmish.record import side_of, team_of
from game.systems.field import board_of, bodies, cells_of, standing, teams

FELLED = 0.35  # of a unit of middling worth, what it counts beside its own worth that one is out of the fight
STILL = 0.85  # what an attack counts that may still be made in this turn
ONWARD = 0.9  # and what a better place counts to which it may still go
BETWEEN = 0.6  # and where others act before it comes to that
LASTING = 4  # turns for which a weapon in hand counts, while there are as many
AWAY = 1.2  # what it counts to have left by a zone, against standing in it
WON = 2.0  # share of all that is on the board that a win is worth
_GOALS = frozenset((Side, Objectives))
STAGE = 0.4  # share of a team's worth that an objective counts that is reached


class Trial:
    """One decision: the state it is made in, and what becomes of its options; counts its rehearsals."""

    def __init__(self, session: Session, decision: Decision, seed: str, hidden: Units, profile: Profile) -> None:
        self.session, self.decision, self.who, self.hidden = session, decision, decision.who, hidden
        self.rules = cast(Ruleset, session.rules)
        self.profile = profile.within(self.rules.name)
        told = foresight_of(session.rules)
        self.gauges, self.again, self.suppressor = told.gauges, told.again, told.suppressor
        self.later, self.onward = (STILL, ONWARD) if self.again is None else (BETWEEN, STILL)
        self.counts = self.profile.counts
        self.later *= self.counts.get("next", 1.0)
        self.onward *= self.counts.get("move", 1.0)
        self.fall = FELLED * self.counts.get("felled", 1.0)
        self.seed, self.nodes, self.wish, self.sure = seed, 0, wish(decision), True
        self.world = Scratch()
        self.prepare = blindfold(session, hidden, self.world)
        self.root: World = session.rehearse(Scratch(), self.prepare).world if hidden else session.world
        self.team = team_of(self.root, self.who)
        self.bodies = {} if self.gauges is None else bodies(self.root)
        self.valued, self.short = self.profile.values, self.profile.short
        self.leaders = deciding(self.root, self.team)
        self.prized = dict.fromkeys(self.leaders, self.counts.get("leader", 1.0))
        self.before = self._values(self.root)
        self._order = [*(self.before.keys() | self.before.keys())]  # in which changes are added up
        self.side = side_of(self.root, self.who)
        self.rest = self._rest(self.root)
        self.reached = self._reached(self.root)
        self.wishes = dict(self._wishes(self.root))
        own = sum(value for value in self.before.values() if value > 0)
        self.own_worth = own
        self.middling = sum(map(abs, self.before.values())) / max(1, len(self.before))
        self.stake = max(1.0, sum(map(abs, self.before.values())))
        self.coming = self._declared()
        self.pending = self._had = self._reckoned(self.root, *self.coming) if self.coming else 0.0
        self.behind = left_behind(session.world.events, self.who) if decision.moment == "own_turn" else 0
        self.turns = min(LASTING, rounds_left(self.root))
        haste = pressure(self.root, session.world.events, self.team)
        self.press = press(self.rules, self.root, self.team, haste)
        self.quiet = haste.stuck > 0
        self.places: Places | None = None
        self.bearing: Bearing | None = None
        self.ways: Onward | None = None
        self._promised: dict[Action, float] = {}
        self.prices: dict[str, float] = {}  # by verb, what an attack takes of what it promises
        self._bases: dict[int, float] = {}  # by how many prices were known
        vain: frozenset[str] = frozenset()
        if self.who in self.before and self.root.has(self.who, Position) and self._moves():
            threats = Threats(self.root, self.rules, self.who, hidden)
            self.places = Places(threats, self.stake / 2, self.team, haste, self.counts)
            self.bearing = Bearing(threats, threats.gauges, self.turns)
            vain = frozenset(threats.prospects.vain(self.root, self.who) if threats.prospects is not None else ())
        asked = self.rules.name, decision.question, self.root, decision
        stale = haste.stale >= 1
        self.hopes = hopes.hopes_of(*asked, walked=bool(self.behind), stale=stale, vain=vain, reached=self._reachable)
        if self.places is not None:
            self.ways = Onward(self.places, decision.question, self.hopes, self.behind)

    def _reachable(self) -> bool:
        """Whether some foe near could attack the unit where it is, for all that is known."""
        return self.bearing is None or bool(self.bearing.feared())

    def _moves(self) -> bool:
        """Whether the unit's place may be another afterwards, or its turn over."""
        if self.decision.moment == "own_turn" or self.wish:
            return True
        return any(option.cell is not None for option in self.decision.options)

    def _values(self, world: World) -> dict[int, float]:
        if self.gauges is None:
            return {}
        return {unit: self._value(world, unit) for unit in bodies(world)}

    def _value(self, world: World, unit: int) -> float:
        """What a unit counts for the team: with what the player values beside."""
        assert self.gauges is not None
        value = self.gauges.value(world, unit)
        if (self.valued or self.short) and not world.has(unit, Down):
            value += beside(world, unit, self.valued, self.short)
        return value if teams(world)[unit] == self.team else -value

    def _values_now(self) -> dict[int, float]:
        """The same in the rehearsal, of those alone that may count otherwise than before: who was touched by it, stands
        near those who were, has come or gone.
        """
        if self.gauges is None:
            return {}
        world, there, grid = self.world, bodies(self.world), board_of(self.world).grid
        touched = self.world.touched()
        around = 0
        for unit in touched:
            around |= self.bodies.get(unit, 0) | there.get(unit, 0)
        around = grid.within(around, 2, self.rules.metric) if around else 0
        before = self.before
        near = [unit for unit, body in there.items() if body & around or unit in touched or unit not in before]
        found = {unit: self._value(world, unit) for unit in near}
        found.update(dict.fromkeys(before.keys() - there.keys(), 0.0))
        return found

    def _rest(self, world: World) -> float:
        """What the team has beside its units; where the ruleset tells nothing of them all that it has."""
        return self.rules.worth(world, self.side) if self.gauges is None else self.gauges.team_value(world, self.side)

    def _reached(self, world: World) -> float:
        """How far objectives have got, own ones less others'."""
        return world.derive(("reached", self.team), self._now_reached, _GOALS)

    def _now_reached(self, world: World) -> float:
        total = 0.0
        for _, entry, goals in world.each(Side, Objectives):
            share = sum((goal.done / goal.amount) ** 2 for goal in goals.items if goal.amount and goal.zone)
            total += share if entry.team == self.team else -share
        return total

    # Rehearsals

    def rehearse(self) -> Rehearsal:
        """The present step once more in the world for trying out, up to this decision."""
        rehearsal = self.session.rehearse(self.world, self.prepare)
        if self.suppressor is not None:
            self.suppressor.suppress_reactions(self.world)  # only now: what was asked so far in the step stays asked
        return rehearsal

    # Judging

    def judge(self, option: Option, promised: float | None) -> Terms:
        """What has become of the state before, term by term; a `promised` gain takes the place of the target's harm."""
        world = self.world
        own = foe = itself = 0.0
        after = self._values_now()
        spared = option.unit if promised is not None else None
        fights_for = teams(world)
        for unit in self._order if after.keys() <= self.before.keys() else self.before.keys() | after.keys():
            if unit not in after:
                continue
            change = after[unit] - self.before.get(unit, 0.0)
            if not change or unit == spared:
                continue
            change *= self.prized.get(unit, 1.0)
            if unit == self.who:
                itself += change
            elif fights_for[unit] == self.team:
                own += change
            else:
                foe += change
        escaped = self._escaped(world)
        terms = [("harm", self.press * foe + (promised or 0.0)), ("self", 0.0 if escaped else itself), ("own", own)]
        if escaped:
            terms.append(("objective", AWAY * escaped))
        if self.coming and option.role != "decline":
            terms.append(("coming", -self.coming_still(world)))
        felled = self._felled(world, spared if not escaped else self.who)
        if felled:
            terms.append(("felled", felled))
        rest = self._rest(world) - self.rest
        if rest:
            terms.append(("rest", rest))
        reached = self._reached(world) - self.reached
        if reached:
            terms.append(("stage", STAGE * self.own_worth * reached))
        end = self.rules.outcome(world)
        if end is not None and end.winners:
            won = any(team_of(world, side) == self.team for side in end.winners)
            terms.append(("won", (WON if won else -WON) * self.stake))
        terms += [(name, value - self.wishes[name]) for name, value in self._wishes(world)]
        return (*terms, *self._ahead(world, option))

    def _declared(self) -> tuple[int, int] | None:
        """Who is about to attack whom of its own team, if that is what it is asked about."""
        about, own = self.decision.about, self.team
        if self.gauges is None or not isinstance(about, Used) or self.decision.moment == "own_turn":
            return None
        up = standing(self.root)
        mine = [unit for unit in targets(about) if unit in up and team_of(self.root, unit) == own]
        return (about.unit, mine[0]) if mine and about.unit in up and team_of(self.root, about.unit) != own else None

    def coming_still(self, world: World) -> float:
        """What the attack that was about to come will still do, where an answer has only put it off."""
        assert self.coming is not None
        actor, target = self.coming
        up = standing(world)
        if actor not in up or target not in up or came(world, self.decision.about, actor):
            return 0.0
        left, had = self._reckoned(world, actor, target), self._had
        return self.pending * min(1.0, left / had) if had > 0 else 0.0

    def _reckoned(self, world: World, actor: int, target: int) -> float:
        """What the actor's best attack promises from where it is."""
        assert self.gauges is not None
        away = board_of(world).grid.distance_sets(cells_of(world, actor), cells_of(world, target), self.rules.metric)
        arms = [arm for arm in self.gauges.arms(world, actor) if away <= arm.reach]
        return max((gain(world, actor, arm, target) for arm in arms), default=0.0)

    def _escaped(self, world: World) -> float:
        """What it is worth that the unit has left the board as its side wants; it is not lost by that."""
        if world.has(self.who, Position) or not self.root.has(self.who, Position):
            return 0.0
        then = [goal.done for goal in self.root.get(self.side, Objectives).items if goal.kind == "escape"]
        now = [goal.done for goal in world.get(self.side, Objectives).items if goal.kind == "escape"]
        return exit_value(self.root, self.team, self.stake / 2) if sum(now) > sum(then) else 0.0

    def _felled(self, world: World, spared: int | None) -> float:
        """Who is out of the fight now does no more harm, however little was left of it."""
        if self.gauges is None:
            return 0.0
        before, left = standing(self.root), standing(world)
        if before == left:
            return 0.0
        gone = [unit for unit in before if unit not in left and unit != spared]
        fights_for = teams(self.root)
        return self.middling * self.fall * sum(-1 if fights_for[unit] == self.team else 1 for unit in gone)

    def favour(self, target: int | None) -> float:
        """How much more an attack counts on whose target the skirmish may hang."""
        return LEADER if target in self.leaders else 1.0

    def fells(self, target: int, promised: float) -> float:
        """What it counts that an attack may put its target out of the fight: the likelier the more it takes of it."""
        left = -self.before.get(target, 0.0)
        return self.fall * self.middling * min(1.0, promised / left) ** 2 if left > 0 and promised > 0 else 0.0

    def _wishes(self, world: World) -> list[tuple[str, float]]:
        """What the player's character wants beside the rest, and the unit's duty."""
        found = [
            (f"wish {name}", weight * measure(TERMS[name], world, self.who, self.team, self.hidden))
            for name, weight in self.profile.weights
        ]
        if self.root.has(self.who, Duty):
            found.append(("duty", duties.value(self.rules, world, self.who, None, self.hidden)))
        return found

    def _ahead(self, world: World, option: Option) -> list[tuple[str, float]]:
        """What the unit can still do in this turn, and what its place is worth."""
        here = world.find(self.who, Position)
        if self.places is None or self.ways is None or self.bearing is None:
            return []
        if here is None or self.who not in standing(world):
            return []
        about = (*self.bearing.armed(world), *self.bearing.guarded(world))
        terms = [*self.places.terms(here.cell), *((name, self.counts.get(name, 1.0) * value) for name, value in about)]
        if self.decision.moment == "own_turn" and self.goes_on(world):
            terms.append(("next", self.later * self.still(world)))
            if option.role == "act" and option.cell is None:
                stays = self.places.value(here.cell)
                more = self.ways.further(world, stays) - stays
                if more > 0:
                    terms.append(("move", self.onward * more))
        return terms

    def is_own(self, who: int) -> bool:
        """Whether a unit or side is of the team of whoever is asked."""
        return team_of(self.world, who) == self.team

    def goes_on(self, world: World) -> bool:
        """Whether the unit may still act with what it had at first."""
        now, then = world.get(FIELD, Clock), self.root.get(FIELD, Clock)
        if self.again is not None:
            return now.round == then.round and self.again.acts_again(world, self.who)
        return (now.round, now.active, now.phase) == (then.round, then.active, then.phase)

    def still(self, world: World) -> float:
        """What the best attack promises that the unit may still make in this turn."""
        if self._out_of_reach(world):
            return 0.0
        question = self.decision.question
        near = world.find(self.who, Position) == self.root.find(self.who, Position)
        known = self._promised if near and self._same(world) else {}
        best = fallen = 0.0
        attacks = options(world, self.who, question, *_attacks(question_of(world, question)))
        for option in attacks if self.places is None else self.places.threats.promising(attacks):
            if option.unit is None or option.unit in self.hidden:
                continue
            found = known.get(option.action)
            if found is None:
                found = self.press * (promise(world, self.who, question, option) or 0.0)
                if world is self.root:
                    self._promised[option.action] = found
            found -= self.prices.get(option.verb, 0.0)
            if world.has(option.unit, Down):
                fallen = max(fallen, found)
            else:
                best = max(best, found)
        return best or fallen  # nobody strikes at the fallen while there are others to strike at

    def _out_of_reach(self, world: World) -> bool:
        """Whether there is nobody whom it could strike at from where it is."""
        here = world.find(self.who, Position)
        if self.places is None or self.bearing is None or here is None:
            return False
        if board_of(world) is not self.places.threats.board:
            return False  # a door stands open
        return self.bearing.as_before(world) and not self.places.strike(here.cell)

    def stays(self) -> float:
        """What the unit's place is worth now, and what the way to a better one counts that it may still go."""
        here = self.root.find(self.who, Position)
        if self.places is None or self.ways is None or here is None:
            return 0.0
        self.ways.learn(1 << here.cell)
        stays = self.places.value(here.cell)
        return stays + self.onward * (self.ways.further(self.root, stays) - stays)

    def is_down(self, unit: int | None) -> bool:
        """Whether it is somebody who is out of the fight."""
        return unit is not None and self.root.has(unit, Down)

    def returns(self, option: Option) -> bool:
        """Whether the option leads back to where the unit has come from with nothing come of it."""
        cell = option.action.cell
        return cell is not None and option.group == "move" and bool(self.behind >> cell & 1)

    def hoped(self) -> dict[str, float]:
        """By verb at most what comes of it, as far as anything is known of that; see rulesets/hopes.yaml."""
        base = self.base() if self.decision.moment == "own_turn" else 0.0
        return hopes.hoped(self.rules.name, self.root, self.decision, base, self.hopes)

    def base(self) -> float:
        """What it counts to go on from the state as it is."""
        if self.places is None:
            return 0.0
        known = len(self.prices)
        if known not in self._bases:
            self._bases[known] = self.stays() + self.later * self.still(self.root)
        return self._bases[known]

    def _same(self, world: World) -> bool:
        """Whether the unit is as it was, but for its place and what it has left to spend."""
        return self.bearing is not None and self.bearing.same(world)

    def promised(self, option: Option) -> float:
        """What an attack promises before anything has happened."""
        found = self._promised.get(option.action)
        if found is None:
            found = self._promised[option.action] = self.press * (
                promise(self.root, self.who, self.decision.question, option) or 0.0
            )
        return found


@lru_cache(maxsize=64)
def _attacks(question: Question) -> tuple[str, ...]:
    """The verbs of a question that promise something."""
    return tuple([verb.name for verb in question.verbs.values() if verb.promise is not None])
