export const ACTOR_KINDS = ['user', 'cli', 'system'] as const;
/** A user of the console, an operator at the command line, or the gateway itself. */
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The actor of a change, as the audit log stores it. */
export interface Actor {
  readonly kind: ActorKind;
  /** Set for users of the console; null for all others. */
  readonly id: string | null;
  readonly name: string;
  /** The IP address of the browser, or the host name of the command's machine; null if there is neither. */
  readonly address: string | null;
}

/** The gateway itself, for its own jobs. */
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system', address: null };

/** The format of user ids; no actor name has it. */
const USER_ID = /^usr_[0-9A-Za-z]{16,}$/;

/**
 * The filter of a list of changes by actor, from a typed text: a user id, or the name of any actor. Both fields are
 * undefined for an empty text.
 */
export function actorFilter(text = ''): { actorId: string | undefined; actorName: string | undefined } {
  const isId = USER_ID.test(text);
  return { actorId: isId ? text : undefined, actorName: isId || text === '' ? undefined : text };
}

/** Control and formatting characters, lone surrogates, and line ends. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MAX_CHARACTERS = 64;

/** Why a name given by `--as` is invalid; undefined for a valid name. */
export function actorNameFault(name: string): string | undefined {
  const isGood = name.trim() !== '' && [...name].length <= MAX_CHARACTERS && !UNPRINTABLE.test(name);
  return isGood ? undefined : `It must have 1 to ${MAX_CHARACTERS} printable characters.`;
}
