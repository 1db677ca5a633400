import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { billOfMaterials, ROOT, run, sha256 } from './bill-of-materials.ts';

// `npm run release`: deploy/release/README.md.

const USAGE = `npm run release -- --key FILE [--output FOLDER]

Makes the files of a release of the commit that is checked out: the source as a .tar.gz, its software bill of materials (CycloneDX), SHA256SUMS
of both, and SHA256SUMS.sig, signed by the Ed25519 key in FILE (openssl genpkey -algorithm ed25519 -out FILE). The same commit makes the
same archive and the same bill of materials, byte by byte.
`;

try {
  makeRelease();
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 2;
}

function makeRelease(): void {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      output: { type: 'string', default: 'release' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (values.key === undefined) throw new Error('--key is missing');
  const key = createPrivateKey(readFileSync(values.key));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${values.key} is no Ed25519 key`);
  if (run('git', ['status', '--porcelain']).length > 0) {
    throw new Error('the checkout has changes that are not committed: a release is a commit');
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const output = resolve(values.output);
  mkdirSync(output, { recursive: true });
  const name = `peye-${version}`;
  const files: Readonly<Record<string, Buffer>> = {
    // Without the time at which it is packed.
    [`${name}.tar.gz`]: gzipSync(run('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD']), { level: 9 }),
    [`${name}.sbom.cdx.json`]: billOfMaterials(),
  };
  const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`);
  const listed = Buffer.from(sums.join(''));
  const all = { ...files, SHA256SUMS: listed, 'SHA256SUMS.sig': sign(null, listed, key) };
  const taken = Object.keys(all).find((file) => existsSync(join(output, file)));
  if (taken !== undefined) throw new Error(`${join(output, taken)} exists: name another folder with --output`);
  for (const [file, bytes] of Object.entries(all)) writeFileSync(join(output, file), bytes, { flag: 'wx' });
  process.stdout.write(
    `${sums.join('')}\nVerify the signature with this public key:\n\n${createPublicKey(key).export({ type: 'spki', format: 'pem' })}`,
  );
}
