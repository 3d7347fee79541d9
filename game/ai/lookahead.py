"""A computer player that weighs every option in closed form, tries out the best of them, and says how it judged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest

from game.ai import duties
from game.ai.at_once import at_once
from game.ai.baselines import asked, chooser
from game.ai.bearing import Terms, summed
from game.ai.hopes import IDLE, TURN, hopes_of
from game.ai.knowing import unseen
from game.ai.pricing import Candidate, Evaluation, learn_prices, of_several
from game.ai.profiles import Profile
from game.ai.rehearsing import Rehearsals, Tried
from game.ai.throwing import FEW, Dice, dice_for, in_turns
from game.ai.untried import ends_plainly, paid_moves, tells_prospects
from game.grid.masks import bits
from game.kernel.components import Duty, Position, changed
from game.kernel.dice import Chooser
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.verbs import question_of
from game.skirmish.record import team_of

EFFORT = 0.004  # what anything but an attack must bring, or it is left undone
SLACK = 0.01  # how much better than its bound something may turn out
ALIKE = 0.02  # how much less one option of a verb may have brought than the best if another is to be tried
DIFFER = ("magic", "attack", "hinder")  # groups in which it matters more whom an option is aimed at
ENDS = ("end_turn", "decline")
FUSS = 3  # times as much for handling gear and handing on turns
CLOSER = 4  # times as many samples for the best two of few options, if no more than this lies between them:
CLOSE = 0.04
_GROUPS = ("magic", "help", "attack", "guard", "move", "hinder", "gear", "turn")  # what is tried first
_COMES = ("harm", "self", "own", "felled", "rest", "stage", "guard")
_ATTACKS = 4  # ways to attack that are tried at least: a throw of the only weapon must not hide a blow that keeps it
_FOLLOW_UPS = 8  # options of a question without a closed form that are tried


class Lookahead:
    """Takes the option after which its side stands best; see `profiles.Profile`.

    The first pass ranks attacks by what they promise and places by what there is to do and to suffer there; the best
    are rehearsed, and so is of all other verbs what there is room for.
    """

    def __init__(self, profile: Profile, seed: int | str = 0) -> None:
        self.profile, self.seed = profile, seed
        self.name = profile.name

    def choose(self, session: Session) -> str:
        """See `Controller`."""
        return self.at_once(session) or self.evaluations(session)[0].option.key

    def at_once(self, session: Session) -> str:
        """The answer that needs no thought; empty where it weighs."""
        return at_once(session)

    def evaluations(self, session: Session) -> list[Evaluation]:
        """What it thinks of the options, best first; those it did not try are left out."""
        decision = asked(session)
        picks = chooser(self.seed, session)
        # Equals are drawn by lot all along: the order of keys would favour some directions, targets and sides.
        drawn = picks.lots(len(decision.options), 1_000_000)
        lots = dict(zip([option.key for option in decision.options], drawn, strict=True))
        lots |= {option.key: 0 for option in decision.options if option.role == "decline"}  # what gains nothing is left
        seed = f"{self.seed}/{len(session.past)}/{len(session.tape)}"
        known = (session, decision, seed, unseen(session), self.profile)
        trial = Rehearsals(*known)
        noticed = self._noticed(decision.options, picks)
        drawn = [lots[option.key] for option in noticed]
        options = [noticed[at] for at in sorted(range(len(noticed)), key=drawn.__getitem__)]
        found = self._weighed(trial, self._candidates(trial, options), lots)
        return sorted(found, key=lambda evaluation: (-round(evaluation.score, 9), lots[evaluation.option.key]))

    def _weighed(self, trial: Rehearsals, candidates: list[Candidate], lots: Mapping[str, int]) -> list[Evaluation]:
        """What might be best tried once, and the best with care until none looks better that was not."""
        if trial.coming:  # what comes if it lets it come is what its answers are measured by
            candidates = sorted(candidates, key=lambda candidate: candidate.option.role != "decline")
        few = trial.decision.moment != "own_turn" and len(candidates) <= FEW
        found: dict[str, Evaluation] = {}
        looked_at: set[str] = set()
        known = {candidate.option.key: candidate for candidate in candidates}
        self._try(trial, found, known, few=few)
        if few:
            self._look_closer(trial, found, known)
            looked_at |= found.keys()
        for _ in range(trial.profile.finals):
            best = max(found, key=lambda key: (round(found[key].score, 9), -lots[key]))
            if best in looked_at or found[best].sure or trial.nodes >= trial.profile.nodes:
                break
            looked_at.add(best)
            found[best] = self._evaluate(trial, known[best])
            self._try(trial, found, known, few=few)  # what seemed no match for it may be one now
        return list(found.values())

    def _try(
        self, trial: Rehearsals, found: dict[str, Evaluation], known: Mapping[str, Candidate], *, few: bool = False
    ) -> None:
        """Try all that might be better than the best so far, and of a verb that has brought little only one."""
        best_yet = max((each.score for each in found.values()), default=-math.inf)
        brought: dict[str, float] = {}
        for key, candidate in known.items():
            kin = candidate.kin
            if key not in found:
                if found and trial.nodes >= trial.profile.nodes:
                    break
                hopeless = candidate.bound < best_yet or (kin and brought.get(kin, math.inf) < best_yet - ALIKE)
                if hopeless:
                    continue
                if not candidate.promise:
                    learn_prices(trial, found, known)
                found[key] = self._evaluate(trial, candidate) if few else self._glance(trial, candidate)
                if trial.coming and candidate.option.role == "decline":
                    terms = dict(found[key].terms)
                    trial.pending = max(0.0, -sum(terms.get(name, 0.0) for name in ("self", "own", "felled")))
            best_yet = max(best_yet, found[key].score)
            if kin:
                brought[kin] = max(brought.get(kin, -math.inf), found[key].score)
        learn_prices(trial, found, known)

    def _look_closer(self, trial: Rehearsals, found: dict[str, Evaluation], known: Mapping[str, Candidate]) -> None:
        """The best two with more throws, if they are close: a bad throw hides the good one."""
        best = nlargest(2, found.values(), key=lambda each: each.score)
        close = len(best) > 1 and best[0].score - best[1].score < CLOSE
        if trial.profile.samples > 1 and close and not trial.wish:  # what is wished for is looked at again
            for each in best:
                if not each.sure and known[each.option.key].promise is None:
                    found[each.option.key] = self._evaluate(trial, known[each.option.key], CLOSER)

    def _noticed(self, options: Sequence[Option], picks: Chooser) -> Sequence[Option]:
        """An easy player overlooks some of its options, but never all."""
        if self.profile.notices >= 1:
            return options
        percent = self.profile.notices * 100
        seen = [option for option in options if picks.faces((100,))[0] <= percent or option.role in ENDS]
        if any(option.role not in ENDS for option in seen):
            return seen
        only = picks.pick([option.key for option in options])
        return [option for option in options if option.key == only]

    # First pass

    def _candidates(self, trial: Rehearsals, options: Sequence[Option]) -> list[Candidate]:
        """What to try out, the most promising first, and the end of the turn in any case."""
        hoped = trial.hoped()
        idle = {verb for verb, most in hoped.items() if most == -math.inf}
        if idle:
            options = [option for option in options if option.action.verb not in idle] or options
        if trial.places is None:
            return [Candidate(option) for option in in_turns(options)]
        if trial.decision.moment != "own_turn" and len(options) <= FEW:
            return [Candidate(option) for option in options]
        verbs = question_of(trial.root, trial.decision.question).verbs
        stays = trial.stays()
        if trial.behind:
            options = [option for option in options if not trial.returns(option)] or options
        attacks: list[Option] = []
        moves: list[Option] = []
        others: list[Option] = []
        whole = {verb.name for verb in verbs.values() if verb.ways is not None}
        plain = {name for name in whole if verbs[name].promise is None}
        for option in options:
            action = option.action
            if action.verb in plain:
                moves.append(option)  # most of them
                continue
            verb, unit, cell = verbs[action.verb], action.unit, action.cell
            if verb.family in whole and verb.name not in whole and cell is None:
                continue  # the same step by step
            if verb.promise is not None and unit is not None:
                attacks.append(option)
            elif verb.ways is not None or (option.group == "move" and cell is not None and unit is None):
                moves.append(option)
            elif not (option.group == "hinder" and trial.is_down(unit)):
                others.append(option)
        acts = self._at_standing(
            trial, [self._attack(trial, option, stays) for option in trial.places.threats.promising(attacks)]
        )
        acts.sort(key=lambda act: -(act.promise or 0.0))
        others.sort(key=lambda option: _GROUPS.index(option.group))
        over: tuple[str, ...] = ENDS
        if (trial.profile.thorough or trial.quiet) and any(option.role == "back" for option in others):
            over = (*ENDS, "back")  # its side can still wait when all the others have been thought of
            others = [option for option in others if option.role != "wait"]
        ends = [Candidate(option) for option in others if option.role in over]
        found = of_several(acts, max(_ATTACKS, trial.profile.moves // 4))
        found += self._best_moves(trial, moves)
        own_turn = trial.decision.moment == "own_turn"
        keep = trial.profile.moves + 2 if own_turn else _FOLLOW_UPS
        rest = in_turns([each for each in others if each.role not in over])[:keep]
        more = (
            Candidate(option, bound=hoped.get(option.verb, math.inf), kin="" if option.group in DIFFER else option.verb)
            for option in rest
        )
        return [*ends, *found, *more]

    def _attack(self, trial: Rehearsals, option: Option, stays: float) -> Candidate:
        """An attack with what it promises."""
        promised, target = trial.promised(option), option.action.target
        gained = (promised + trial.fells(target, promised)) * trial.favour(target)
        return Candidate(option, gained, stays + gained + SLACK)

    def _at_standing(self, trial: Rehearsals, acts: list[Candidate]) -> list[Candidate]:
        """Attacks on those who still stand, if any of them promises anything; else all."""
        found = [act for act in acts if not trial.is_down(act.option.unit)]
        return found if any(act.promise for act in found) else acts

    def _best_moves(self, trial: Rehearsals, moves: list[Option]) -> Iterable[Candidate]:
        """Of the places to go to those from which there is most to strike at, and the best to stay at."""
        places, keep = trial.places, max(2, trial.profile.moves // 3)
        if places is None or len(moves) <= keep:
            return map(Candidate, moves)
        if tells_prospects(trial) and not trial.root.has(trial.who, Duty):
            return [Candidate(option, bound=worth - EFFORT) for option, worth in paid_moves(trial, moves)]
        there = [option.action.there for option in moves]
        wanted = bits(there)
        values, strikes = places.values(wanted), places.strikes_at(wanted)
        stay = [values[cell] for cell in there]
        if trial.root.has(trial.who, Duty):
            stay = [value + self._duty(trial, option) for value, option in zip(stay, moves, strict=True)]
        most = [value + trial.later * strikes[cell] for value, cell in zip(stay, there, strict=True)]
        order = [sorted(range(len(moves)), key=worth.__getitem__, reverse=True)[:keep] for worth in (most, stay)]
        found: dict[tuple[int | None, str], Candidate] = {}
        for at in itertools.chain.from_iterable(zip(*order, strict=True)):
            option = moves[at]
            found.setdefault((option.cell, option.verb), Candidate(option, bound=most[at] - EFFORT))
            if len(found) == keep:
                break
        if places.held():
            for option, bound in self._ways_out(moves, stay, most):
                found.setdefault((option.cell, option.verb), Candidate(option, bound=bound - EFFORT))
        return found.values()

    def _ways_out(
        self, moves: Sequence[Option], stay: Sequence[float], most: Sequence[float]
    ) -> Iterable[tuple[Option, float]]:
        """The best cell by each way of going: one of them may get it away from a foe unharmed."""
        best: dict[str, int] = {}
        for at, option in enumerate(moves):
            if option.verb not in best or stay[at] > stay[best[option.verb]]:
                best[option.verb] = at
        return [(moves[at], most[at]) for at in best.values()]

    def _duty(self, trial: Rehearsals, option: Option) -> float:
        """What an option gains for the duty of whoever is asked."""
        return duties.bonus(trial.rules, trial.root, trial.who, option, trial.hidden)

    # Second pass

    def _glance(self, trial: Rehearsals, candidate: Candidate) -> Evaluation:
        """What comes of an option if it is answered as most would; what its own side chooses is tried.

        By its first throws; by two at least where dice decide and nothing is promised: a bad one would hide the option.
        """
        if candidate.option.role == "end_turn" and trial.places is not None and ends_plainly(trial):
            terms = trial.places.terms(trial.root.get(trial.who, Position).cell)
            return Evaluation(candidate.option, sum(value for _, value in terms), 1, terms, sure=True)
        most, key = trial.profile.samples, candidate.option.key
        dice, looks = dice_for(trial.seed, most), min(trial.profile.looks, most)
        first = trial.tried(candidate, (key,), dice, 0, "own" if candidate.promise is None else "")
        if first.request is not None:
            return self._answered(trial, candidate, first.request, dice, looks)
        samples = min(max(2, looks), most) if candidate.promise is None else looks
        return self._mean(trial, candidate, (key,), dice, samples, first)

    def _evaluate(self, trial: Rehearsals, candidate: Candidate, closer: int = 1) -> Evaluation:
        """What comes of an option; where somebody is asked next, by the answer that is best for whom is asked."""
        samples = trial.profile.samples * closer
        dice, key = dice_for(trial.seed, samples), candidate.option.key
        if candidate.promise is None and self.profile.replies:
            first = trial.tried(candidate, (key,), dice, 0, "any")
            if first.request is None:
                return self._mean(trial, candidate, (key,), dice, samples, first)
            if not first.rolled:
                return self._answered(trial, candidate, first.request, dice, samples)
        return self._mean(trial, candidate, (key,), dice, samples)

    def _answered(
        self, trial: Rehearsals, candidate: Candidate, request: Decision, dice: Dice, samples: int
    ) -> Evaluation:
        """By the answer that is best for whom is asked: all are looked at, and those that look best tried with care."""
        own, key = trial.is_own(request.who), candidate.option.key
        looks = min(samples, trial.profile.looks)

        def tried(reply: Option, samples: int) -> Evaluation:
            return changed(self._mean(trial, candidate, (key, reply.key), dice, samples), reply=reply)

        found = [tried(reply, looks) for reply in self._replies(trial, request)]
        found.sort(key=lambda evaluation: -evaluation.score if own else evaluation.score)
        if samples > looks:
            found = [each if each.sure or each.reply is None else tried(each.reply, samples) for each in found[:2]]
        return (max if own else min)(found, key=lambda evaluation: evaluation.score)

    def _replies(self, trial: Rehearsals, request: Decision) -> Sequence[Option]:
        """The answers to be tried: all of a few, else those that promise most and one of each verb."""
        if len(request.options) <= FEW:
            return request.options
        # By lot, or of many cells only those farthest north-west would be tried.
        drawn = Chooser(f"{trial.seed}/replies").shuffled(request.options)
        verbs, rules = question_of(trial.world, request.question).verbs, trial.rules.name
        known = hopes_of(rules, request.question, trial.world, request) or hopes_of(rules, TURN, trial.world, request)
        values: dict[int, float] = {}
        if trial.places is not None and request.who == trial.who:
            values = trial.places.values(bits(option.cell for option in drawn if option.cell is not None))
        promising: list[tuple[float, Option]] = []
        places: list[tuple[float, Option]] = []
        rest: list[Option] = []
        for option in drawn:
            promise = verbs[option.verb].promise
            if promise is not None and option.unit is not None:
                promising.append((promise(trial.world, request.who, option.action) or 0.0, option))
            elif option.cell is not None and values:
                places.append((values[option.cell], option))
            elif known.get(option.verb, math.inf) >= IDLE:
                rest.append(option)
        best = [option for found in (promising, places) for _, option in nlargest(2, found, key=lambda each: each[0])]
        return [*best, *in_turns(rest)][:_FOLLOW_UPS]

    def _mean(
        self,
        trial: Rehearsals,
        candidate: Candidate,
        answers: tuple[str, ...],
        dice: Dice,
        samples: int,
        first: Tried | None = None,
    ) -> Evaluation:
        """These answers with each sample's dice; without dice one sample tells all.

        `first` is what sample 0 gave, where that is known.
        """
        found: list[Terms] = []
        for sample in range(samples):
            tried = first if first is not None and not sample else trial.tried(candidate, answers, dice, sample, "")
            found.append(tried.terms)
            if not tried.rolled:
                break
        return self._told(candidate, summed(found), trial, len(found))

    def _told(self, candidate: Candidate, terms: dict[str, float], trial: Rehearsals, taken: int) -> Evaluation:
        """How an option was judged, with what its end or its effort counts."""
        option = candidate.option
        if option.role == "end_turn":
            # What the end of a turn brings comes anyway, be it the end of the round: no reason to do something first.
            # But a turn that could be handed on to friends is taken from them.
            comes = _COMES if not _shared(trial) else [name for name in _COMES if name != "own"]
            terms |= {name: 0.0 for name in comes if name in terms}
        elif candidate.promise is None and option.role == "act" and trial.decision.moment == "own_turn":
            idle = option.group in ("gear", "turn") and terms["self"] <= 0
            terms["effort"] = -EFFORT * (FUSS if idle else 1)
            fruitless = option.cell is None and all(terms.get(name, 0.0) <= 0 for name in (*_COMES, "arms"))
            if fruitless and sum(terms.values()) - terms.get("rest", 0.0) < trial.base():
                terms |= {name: 0.0 for name in ("next", "move") if name in terms}  # these were there before
        return Evaluation(option, sum(terms.values()), taken, tuple(terms.items()), sure=trial.sure)


def _shared(trial: Rehearsals) -> bool:
    """Whether all to whom the turn could be handed on are of its team."""
    others = [each.unit for each in trial.decision.options if each.role == "wait" and each.unit is not None]
    return bool(others) and all(team_of(trial.root, unit) == trial.team for unit in others)
