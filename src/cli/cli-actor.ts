import { hostname, userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { type Actor, actorNameFault } from '../core/actor.ts';
import { printable } from '../platform/text/printable.ts';
import { call } from './caller.ts';

/** The name that `--as` gives. */
export function parseActorName(text: string): string {
  const fault = actorNameFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return text;
}

/** Sets the user that this command acts for; undefined means the user of the operating system. */
export function actAs(name: string | undefined): void {
  call().actorName = name;
}

/** The actor of this command: the name that `--as` gives, else the user of the operating system; and this machine. */
export function cliActor(): Actor {
  return { kind: 'cli', id: null, name: call().actorName ?? systemUser(), address: hostname() };
}

/** The user's name; its number if the system has no name for it, as in a container. */
function systemUser(): string {
  try {
    const name = printable(userInfo().username);
    if (actorNameFault(name) === undefined) return name;
  } catch {
    // The user has no name: its number is used.
  }
  return `uid ${process.getuid?.() ?? 'unknown'}`;
}
