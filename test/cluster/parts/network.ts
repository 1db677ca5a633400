import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The network of the cluster: a bridge in the runner's own namespace, and a machine behind it for each database member. */
const BRIDGE = 'cluster0';
const GATEWAY = '10.0.0.1';

/** A machine that is separate in the network: its programs can be reached only at its address. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The ids of all processes on this machine. */
  pids(): number[];
  /** The ids of the processes whose program has this name. */
  pidsOf(program: string): number[];
  /** Disconnects the machine from the network, or connects it again. */
  setLink(state: 'up' | 'down'): void;
  signal(pids: readonly number[], signal: NodeJS.Signals): void;
}

/** Sets up the network in the runner's own namespace, which has no connection to the real network. */
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
          // The process has ended by itself in the meantime.
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
