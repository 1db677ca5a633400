import { hostname, userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { type Actor, actorNameFault } from '../core/actor.ts';
import { printable } from '../platform/text/printable.ts';

/** What `--as` says. A process runs one command, for one person. */
let named: string | undefined;

/** The name that `--as` gives. */
export function parseActorName(text: string): string {
  const fault = actorNameFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return text;
}

/** The user this command acts for from here on; undefined for the user of the system. */
export function actAs(name: string | undefined): void {
  named = name;
}

/** Who acts by this command: the name that `--as` gives, else the user of the system, on this machine. */
export function cliActor(): Actor {
  return { kind: 'cli', id: null, name: named ?? systemUser(), address: hostname() };
}

/** A number where the system has no name for it, as in a container. */
function systemUser(): string {
  try {
    const name = printable(userInfo().username);
    if (actorNameFault(name) === undefined) return name;
  } catch {
    // The number says enough.
  }
  return `uid ${process.getuid?.() ?? 'unknown'}`;
}
