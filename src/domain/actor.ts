export const ACTOR_KINDS = ['user', 'cli', 'system'] as const;
/** Somebody signed in to the console, somebody at the command line, or the gateway itself. */
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who makes a change, as the audit log keeps it. */
export interface Actor {
  readonly kind: ActorKind;
  /** Of a user; null for everybody else. */
  readonly id: string | null;
  readonly name: string;
  /** Where it comes from: the address of a browser, the name of the machine of a command; null where there is none. */
  readonly address: string | null;
}

/** The gateway, by its own jobs. */
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system', address: null };

/** As ids of users are drawn: nobody's name looks like that. */
const USER_ID = /^usr_[0-9A-Za-z]{16,}$/;

/** Whom a typed text means in lists of changes: a user by the id, or whoever has this name. Both undefined when nothing was typed. */
export function askedActor(text = ''): { actorId: string | undefined; actorName: string | undefined } {
  const isId = USER_ID.test(text);
  return { actorId: isId ? text : undefined, actorName: isId || text === '' ? undefined : text };
}

/** Control and formatting characters, lone surrogates, and what ends a line. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MAX_CHARACTERS = 64;

/** What is wrong with the name that somebody gives at the command line; undefined when it can be kept as it is. */
export function actorNameFault(name: string): string | undefined {
  const isGood = name.trim() !== '' && [...name].length <= MAX_CHARACTERS && !UNPRINTABLE.test(name);
  return isGood ? undefined : `It must have 1 to ${MAX_CHARACTERS} printable characters.`;
}
