import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** Packages that may run a script when they are installed. None needs to. */
const MAY_RUN_INSTALL_SCRIPTS: readonly string[] = [];

/** Where a package comes from; a lock file omits it when it is the registry that npm is set to. */
const REGISTRY = 'https://registry.npmjs.org/';

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Record<string, string>;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

describe('the packages', () => {
  const locked = Object.entries(read('package-lock.json').packages as Record<string, LockedPackage>).filter(([path]) =>
    path.includes('node_modules/'),
  );

  it('run only install scripts of the allow-list', () => {
    assert.ok(locked.length > 100, 'the lock file was read');
    const running = locked.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path);
    assert.deepEqual(running, MAY_RUN_INSTALL_SCRIPTS);
  });

  it('can be installed by Node 20 without a warning, because Peye runs on the Node 24 in the packages', () => {
    const refusing = locked.filter(([, { engines, optional }]) => !optional && !takesNode20(engines?.node ?? '*'));
    assert.deepEqual(
      refusing.map(([path]) => path),
      [],
    );
    for (const range of ['>=22', '^22.1.0 || >=24', '18', '^18.0.0']) assert.ok(!takesNode20(range), range);
    for (const range of ['>= 10.x', '20 || >=22', '^20.19.0 || >=22.12.0', '*', '>=9.4.0 || ^8.9.4']) {
      assert.ok(takesNode20(range), range);
    }
  });

  it('come from the npm registry and have a checksum, unless they are tools for another platform', () => {
    const odd = locked.filter(
      ([, { resolved = REGISTRY, integrity = '', link, dev, optional }]) =>
        !link && !(resolved.startsWith(REGISTRY) && (integrity.startsWith('sha512-') || (dev && optional))),
    );
    assert.deepEqual(
      odd.map(([path]) => path),
      [],
    );
  });

  it('are locked for every platform, without which npm ci refuses the lock file', () => {
    const names = new Set(locked.map(([path]) => path.split('node_modules/').at(-1)));
    const wanted = locked.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    assert.ok(wanted.length > 20, 'tools with builds for platforms were read');
    assert.deepEqual(
      wanted.filter((name) => !names.has(name)),
      [],
    );
  });

  it('have exact versions in package.json', () => {
    const files = [
      'package.json',
      ...read('package.json').workspaces.map((folder: string) => `${folder}/package.json`),
    ];
    const versions = files.flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = read(file);
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    const loose = versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)));
    assert.ok(versions.length > 10, 'package.json was read');
    assert.deepEqual(loose, []);
  });
});

/** Whether a range of versions includes the newest Node 20. Kinds of ranges that no package has used so far count as excluding it. */
function takesNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, operator, major] = /^\s*(>=|[\^~])?\s*(\d+)[\w.*]*\s*$/.exec(part) ?? [];
    if (major === undefined) return part.trim() === '*';
    return operator === '>=' ? Number(major) <= 20 : Number(major) === 20;
  });
}
