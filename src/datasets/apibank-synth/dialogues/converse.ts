/** How does a conversation lead from a request to the calls that it needs? */
import type { JsonObject } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import type { ApiTurn, Turn } from '../../apibank/data/dialogues.ts';
import { LOGIN } from '../catalog/base-catalog.ts';
import { chance, say } from '../grammar/phrases.ts';
import { sayFullDate } from '../grammar/spoken-time.ts';
import type { Detail, Goal, Scene } from './goal.ts';
import { type BaseWorld, DialogueRecorder } from './recorder.ts';
import { answerOf, correctionOf, openingOf, statementOf } from './requests.ts';
import {
  ACKNOWLEDGED,
  AGREED,
  BEFORE_CALL,
  CHATS,
  CLOSINGS,
  CONFIRMATIONS,
  DONE,
  LOGIN_ASKED,
  LOGIN_GIVEN,
  LOGIN_MENDED,
  SEARCHING,
  SIGNED_IN,
  SIGNING_IN,
  TODAY_BY_ASSISTANT,
  TODAY_LOOKED_UP,
} from './talk.ts';

/** Who says which day it is: nobody, one of the two, or the API that knows. */
export type TodayFrom = 'nobody' | 'user' | 'assistant' | 'lookup';

export interface ConversationPlan {
  readonly scene: Scene;
  readonly goals: readonly Goal[];
  readonly todayFrom: TodayFrom;
  /** Keyword phrasings by API when every API must be searched for first; null when all are known. */
  readonly keywords: { readonly [api: string]: readonly string[] } | null;
}

const TODAY_API = 'GetToday';

/** @throws RefusedError when the world does not do what is asked for. */
export function converse(plan: ConversationPlan, world: BaseWorld): readonly Turn[] {
  const conversation = new Conversation(plan, new DialogueRecorder(world));
  plan.goals.forEach((goal, index) => {
    conversation.pursue(goal, index === 0);
  });
  return conversation.turns;
}

/** What was said of a goal so far, and what is still to be said. */
interface Pending {
  readonly asked: Detail[];
  /** Said wrongly, to be put right before the call. */
  wrong: Detail | null;
}

class Conversation {
  readonly #plan: ConversationPlan;
  readonly #recorder: DialogueRecorder;
  readonly #random: RandomStream;

  constructor(plan: ConversationPlan, recorder: DialogueRecorder) {
    this.#plan = plan;
    this.#recorder = recorder;
    this.#random = plan.scene.random;
  }

  get turns(): readonly Turn[] {
    return this.#recorder.turns;
  }

  pursue(goal: Goal, isFirst: boolean): void {
    const recorder = this.#recorder;
    if (isFirst && chance(this.#random, 0.1)) this.#chat();
    const signsIn = recorder.needsLogin(goal.api, goal.arguments(recorder.calls));
    const loginNow = signsIn && recorder.token === null && chance(this.#random, 0.15);
    const pending = this.#open(goal, isFirst);
    if (loginNow) recorder.say('User', this.#login());
    if (isFirst) this.#tellToday();
    this.#find(goal.api);
    const loginFirst = chance(this.#random, 0.35);
    if (signsIn && (loginFirst || loginNow)) this.#signIn(pending, loginNow);
    this.#askDetails(pending);
    if (signsIn) this.#signIn(pending, false);
    this.#confirm(pending);
    if (recorder.lastSpeaker !== 'AI' && chance(this.#random, 0.5)) {
      recorder.say('AI', say(this.#random, BEFORE_CALL));
    }
    const turn = recorder.call(goal.api, this.#arguments(goal));
    recorder.say('AI', this.#done(goal, turn), say(this.#random, CLOSINGS));
  }

  #arguments(goal: Goal): JsonObject {
    const args = goal.arguments(this.#recorder.calls);
    const { token } = this.#recorder;
    return this.#recorder.needsLogin(goal.api, args) && token !== null ? { token, ...args } : args;
  }

  #chat(): void {
    const [question, answer] = this.#random.pick(CHATS);
    this.#recorder.say('User', say(this.#random, [question]));
    this.#recorder.say('AI', say(this.#random, [answer]));
  }

  #open(goal: Goal, isFirst: boolean): Pending {
    const { scene, todayFrom } = this.#plan;
    const opening = openingOf(scene, goal, { isFirst, saysToday: isFirst && todayFrom === 'user' });
    this.#recorder.say('User', opening.text);
    return { asked: [...opening.untold], wrong: opening.wrong };
  }

  #tellToday(): void {
    const { scene, todayFrom } = this.#plan;
    if (todayFrom === 'assistant') {
      const today = sayFullDate(this.#random, scene.today);
      this.#recorder.say(
        'AI',
        say(this.#random, ACKNOWLEDGED),
        say(this.#random, TODAY_BY_ASSISTANT, { today }),
      );
    }
    if (todayFrom === 'lookup') {
      this.#recorder.say('AI', say(this.#random, TODAY_LOOKED_UP));
      this.#find(TODAY_API);
      this.#recorder.call(TODAY_API, {});
    }
  }

  #find(api: string): void {
    const { keywords } = this.#plan;
    if (keywords === null || this.#recorder.isFound(api)) return;
    if (chance(this.#random, 0.85)) this.#recorder.say('AI', say(this.#random, SEARCHING));
    this.#recorder.search(api, this.#random.pick(keywords[api] ?? []));
  }

  #askDetails(pending: Pending): void {
    while (pending.asked.length > 0) {
      const now = pending.asked.splice(0, chance(this.#random, 0.45) ? 2 : 1);
      const acknowledged = chance(this.#random, 0.5) ? say(this.#random, ACKNOWLEDGED) : '';
      const questions = now.map(({ questions: all, noun }) => say(this.#random, all, { noun }));
      this.#recorder.say('AI', acknowledged, ...questions);
      const [only] = now;
      const answers =
        now.length === 1 && only !== undefined
          ? [answerOf(this.#random, only)]
          : this.#random.shuffle(now).map((one) => statementOf(this.#random, one));
      this.#recorder.say('User', ...answers, this.#correction(pending, 0.5));
    }
  }

  /** Takes back what was said wrongly, with some probability; nothing otherwise. */
  #correction(pending: Pending, share: number): string {
    if (pending.wrong === null || !chance(this.#random, share)) return '';
    const text = correctionOf(this.#random, pending.wrong);
    pending.wrong = null;
    return text;
  }

  #login(): string {
    const { username, password, email } = this.#plan.scene.owner.person;
    const wrong = `${password.slice(0, -1)}${this.#random.integer(9)}x`;
    const texts = chance(this.#random, 0.12) ? LOGIN_MENDED : LOGIN_GIVEN;
    return say(this.#random, texts, { username, password, email, wrong });
  }

  #signIn(pending: Pending, isTold: boolean): void {
    const { person } = this.#plan.scene.owner;
    if (this.#recorder.token !== null) return;
    if (!isTold) {
      this.#recorder.say('AI', say(this.#random, LOGIN_ASKED));
      this.#recorder.say('User', this.#correction(pending, 0.4), this.#login());
    }
    if (chance(this.#random, 0.6)) this.#recorder.say('AI', say(this.#random, SIGNING_IN));
    const { username, password } = person;
    this.#recorder.call(LOGIN, { username, password });
    if (chance(this.#random, 0.6)) {
      this.#recorder.say('AI', say(this.#random, SIGNED_IN, { first: person.first }));
    }
  }

  #confirm(pending: Pending): void {
    if (pending.wrong === null && !chance(this.#random, 0.12)) return;
    this.#recorder.say('AI', say(this.#random, CONFIRMATIONS));
    const correction = this.#correction(pending, 1);
    this.#recorder.say('User', correction === '' ? say(this.#random, AGREED) : correction);
  }

  #done(goal: Goal, { result }: ApiTurn): string {
    const { output } = result;
    const shown = typeof output === 'string' || typeof output === 'number' ? output : '';
    return say(this.#random, goal.done.length > 0 ? goal.done : DONE, { output: shown });
  }
}
