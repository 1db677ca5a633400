import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../simulators/merchant/certificate.ts';

/** Names the folder of the run, in the process that runs the cluster. That process writes nothing outside of this folder. */
export const FOLDER_VARIABLE = 'PEYE_CLUSTER_FOLDER';
const UNSHARE = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** The first process of the new process table must adopt orphans. A shell does this, Node does not. */
const SHELL = ['sh', '-c', '"$@"; exit $?', 'sh'];

/**
 * Runs this same program again in its own namespaces: network, mounts and processes. When it ends, or is killed, the kernel ends every process
 * of the cluster and removes its network and disks. Returns its exit code.
 */
export async function runEnclosed(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-cluster-'));
  // PostgreSQL never runs as root, and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const tls = selfSigned('127.0.0.1');
  writeFileSync(join(folder, 'edge-ca.pem'), tls.cert);
  writeFileSync(join(folder, 'edge-key.pem'), tls.key, { mode: 0o600 });
  try {
    const child = spawn('unshare', [...UNSHARE, ...SHELL, process.execPath, ...process.argv.slice(1)], {
      stdio: 'inherit',
      // Node reads the certificate authority at its start. The simulators need it too, because they reach the gateway over TLS.
      env: {
        ...process.env,
        [FOLDER_VARIABLE]: folder,
        NODE_EXTRA_CA_CERTS: join(folder, 'edge-ca.pem'),
        TMPDIR: folder,
      },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'));
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
