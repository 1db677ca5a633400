import { createHash } from 'node:crypto';
import { type ArchiveFile, filesIn, readSource, under } from './package-files.ts';
import { tarGz } from './tar-gz.ts';
import { zip } from './zip.ts';

const FOLDER = 'sdk/python';

/** The wheel of the Python SDK: a ZIP archive with metadata, which pip installs without building anything. */
export async function pythonWheel(version: string): Promise<Buffer> {
  const info = `peye-${version}.dist-info`;
  const wheel = 'Wheel-Version: 1.0\nGenerator: peye\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const files: ArchiveFile[] = [
    ...(await filesIn(`${FOLDER}/src`, 'peye/{*.py,py.typed}')),
    { path: `${info}/METADATA`, bytes: await metadata() },
    { path: `${info}/WHEEL`, bytes: Buffer.from(wheel) },
    { path: `${info}/licenses/LICENSE`, bytes: await readSource(`${FOLDER}/LICENSE`) },
  ];
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
  const record = files.map(({ path, bytes }) => `${path},sha256=${hashOf(bytes)},${bytes.length}\n`).join('');
  return zip([...files, { path: `${info}/RECORD`, bytes: Buffer.from(`${record}${info}/RECORD,,\n`) }]);
}

/** The sources of the Python SDK, as pip and other tools expect them. */
export async function pythonSources(version: string): Promise<Buffer> {
  const files = await filesIn(FOLDER, '{LICENSE,README.md,pyproject.toml,src/peye/{*.py,py.typed}}');
  return tarGz(under(`peye-${version}`, [...files, { path: 'PKG-INFO', bytes: await metadata() }]));
}

/** The package's metadata, from the lines of `pyproject.toml`, with the README as its description. */
async function metadata(): Promise<Buffer> {
  const project = (await readSource(`${FOLDER}/pyproject.toml`)).toString();
  const value = (name: string): string => {
    const [, text] = new RegExp(`^${name} = "([^"\n]+)"$`, 'm').exec(project) ?? [];
    if (text === undefined) throw new Error(`${FOLDER}/pyproject.toml has no ${name}`);
    return text;
  };
  const listed = (name: string) => {
    const [, list = ''] = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(project) ?? [];
    return [...list.matchAll(/"([^"]+)"/g)].map(([, text]) => text!);
  };
  const lines = [
    'Metadata-Version: 2.4',
    `Name: ${value('name')}`,
    `Version: ${value('version')}`,
    `Summary: ${value('description')}`,
    'License-Expression: Apache-2.0',
    'License-File: LICENSE',
    `Keywords: ${listed('keywords').join(',')}`,
    // A licence expression replaces the classifiers of licences.
    ...listed('classifiers').flatMap((text) => (text.startsWith('License ::') ? [] : [`Classifier: ${text}`])),
    `Requires-Python: ${value('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${await readSource(`${FOLDER}/README.md`)}`);
}
