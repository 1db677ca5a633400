import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Every package that runs in production, as CycloneDX. Node is included, since an optional package brings it. npm adds a random serial
 * number, the time and the name of the folder. Here the number is derived from the content, and the time and the folder are omitted. So a
 * commit has the same bill of materials in its release and in its image.
 */
export function billOfMaterials(): Buffer {
  const made = run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev']);
  const { serialNumber: _serialNumber, metadata, ...rest } = JSON.parse(made.toString());
  const { timestamp: _timestamp, ...kept } = metadata;
  // npm takes the project's name from its folder, so the name is replaced by the one in the package URL.
  const component = { ...kept.component, name: kept.component.purl.replace(/^pkg:npm\/|@.*$/g, '') };
  const content = { ...rest, metadata: { ...kept, component } };
  const digest = sha256(Buffer.from(JSON.stringify(content)));
  // A UUID of version 8, whose bits an application may choose freely.
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  const serialNumber = `urn:uuid:${[...groups, digest.slice(20, 32)].join('-')}`;
  return Buffer.from(`${JSON.stringify({ ...content, serialNumber }, null, 2)}\n`);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The standard output of a program in the checkout. Throws when it fails. */
export function run(program: string, args: readonly string[]): Buffer {
  return execFileSync(program, args, { cwd: ROOT, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
}

// `node deploy/release/bill-of-materials.ts`: the build of the image runs it.
if (import.meta.main) process.stdout.write(billOfMaterials());
