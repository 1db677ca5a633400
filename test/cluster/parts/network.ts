import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The network of the cluster: a bridge in the runner's own namespace, and a machine behind it for each database member. */
const BRIDGE = 'cluster0';
const GATEWAY = '10.0.0.1';

/** A separate machine as far as the network goes: what runs there is reached at its address alone. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Every process that runs there. */
  pids(): number[];
  /** Those whose program has this name. */
  pidsOf(program: string): number[];
  /** Takes the cable out, or puts it back. */
  setLink(state: 'up' | 'down'): void;
  signal(pids: readonly number[], signal: NodeJS.Signals): void;
}

/** Brings up the runner's own network namespace. Nothing of it reaches the machine's network. */
export function openNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${GATEWAY}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
}

export function addMachine(name: string, address: string): Machine {
  ip('netns', 'add', name);
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', `to-${name}`, 'master', BRIDGE, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  const pids = () => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
  return {
    name,
    address,
    pids,
    pidsOf: (program) => pids().filter((pid) => programOf(pid) === program),
    setLink: (state) => void ip('link', 'set', `to-${name}`, state),
    signal(signalled, signal) {
      for (const pid of signalled) {
        try {
          process.kill(pid, signal);
        } catch {
          // It ended by itself in the meantime.
        }
      }
    },
  };
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' });
}
