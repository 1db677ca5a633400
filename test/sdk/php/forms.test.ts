import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PHP } from '../support/languages.ts';
import { runProgram } from '../support/run-program.ts';

const SDK = fileURLToPath(new URL('../../../sdk/php/', import.meta.url));

describe('the two forms of the PHP SDK, its sources and one file', { skip: PHP.skip }, () => {
  const php = process.env.PHP_CURL_PATH!;

  it('are the same code: peye.php is the file that build.php creates from the sources', async () => {
    const { code, stderr } = await runProgram([php, `${SDK}build.php`, '--check'], {});
    assert.equal(code, 0, stderr);
    const oneFile = codeOf(readFileSync(`${SDK}peye.php`, 'utf8'));
    const sources = globSync('src/**/*.php', { cwd: SDK });
    assert.ok(sources.length > 40);
    for (const source of sources) {
      // Checked here too, in case build.php itself is wrong: the file has each class word for word.
      const body = codeOf(
        readFileSync(`${SDK}${source}`, 'utf8').replace(
          /^[\s\S]*?\n(?=(final |abstract )?(class|interface|trait) )/,
          '',
        ),
      );
      assert.ok(oneFile.includes(body), source);
    }
  });

  it('need no more than curl and json', async () => {
    const wanted = JSON.parse(readFileSync(`${SDK}composer.json`, 'utf8')).require;
    assert.deepEqual(wanted, { php: '>=7.4', 'ext-curl': '*', 'ext-json': '*' });
  });

  it('can be loaded twice, and alongside a copy of the sources', async () => {
    const twice = `require '${SDK}peye.php'; require '${SDK}src/Fields.php';`;
    for (const code of [
      `require '${SDK}peye.php'; require '${SDK}peye.php';`,
      twice.split('; ').reverse().join('; ').replace(/;*$/, ';'),
    ]) {
      const ran = await runProgram([php, '-r', `${code} echo \\Peye\\Amounts::fromMinor(5);`], {});
      assert.equal(ran.stdout, '0.05', ran.stderr);
    }
  });

  it('name the missing package if PHP has no curl', async () => {
    const create = `new \\Peye\\Peye(['apiKey' => 'tk_test_' . str_repeat('a', 32), 'baseUrl' => 'http://127.0.0.1:1']);`;
    const ran = await runProgram(
      [php, '-d', 'disable_functions=curl_init', '-r', `require '${SDK}peye.php'; ${create}`],
      {},
    );
    assert.match(`${ran.stdout}${ran.stderr}`, /the package php-curl/);
  });
});

/** Code with one space for any whitespace: the two forms may differ in nothing else. */
function codeOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
