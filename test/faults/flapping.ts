import type { Hands } from '../providers/hands.ts';
import type { SeededRandom } from '../support/seeded-random.ts';

/** What is wrong with a provider until a step has passed. */
interface Spell {
  readonly untilStep: number;
  readonly questions: number | null;
  readonly creations: number | null;
  readonly isSlow: boolean;
}

/** Breaks and mends a provider by a schedule that a seed decides: mostly for minutes, sometimes for hours, in every way. */
export function flapping(
  hands: Hands,
  random: SeededRandom,
): { to(step: number): void; end(): void; badSteps(): number } {
  let spell: Spell = { untilStep: 0, questions: null, creations: null, isSlow: false };
  let isBad = true;
  let badSteps = 0;
  const nextSpell = (step: number): Spell => {
    isBad = !isBad;
    if (!isBad) return { untilStep: step + random.between(1, 30), questions: null, creations: null, isSlow: false };
    const steps = random.percent(75) ? random.between(1, 4) : random.between(6, 48);
    const way = () => random.between(0, 100);
    const [questions, creations] = [random.percent(75) ? way() : null, random.percent(60) ? way() : null];
    return { untilStep: step + steps, questions, creations, isSlow: random.percent(30) };
  };
  return {
    to(step) {
      if (step >= spell.untilStep) spell = nextSpell(step);
      hands.mend();
      hands.hesitate(spell.isSlow);
      if (spell.questions !== null) hands.breakQuestions(spell.questions);
      if (spell.creations !== null) hands.breakCreations?.(spell.creations);
      if (isBad) badSteps++;
    },
    end() {
      hands.mend();
      hands.hesitate(false);
    },
    badSteps: () => badSteps,
  };
}
