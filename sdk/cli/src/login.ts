import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { environment } from './environment.ts';
import { clientOf, connectionOf, type Given, profileOf, text, usage } from './given.ts';
import { details, printResult } from './output.ts';
import { checkConnection, profilesFile, removeProfile, storeProfile } from './profiles.ts';

const MOST_INPUT = 1_000;

/** `peye login`: stores the gateway and the key of a profile, after a request has shown that they work. */
export async function login({ values }: Given): Promise<void> {
  const url = text(values, 'url') ?? environment.PEYE_URL;
  if (!url) throw usage('give the address of the gateway with --url');
  const key = text(values, 'key') || environment.PEYE_KEY || (await readInput());
  const connection = checkConnection(url, key);
  const profile = profileOf(values);
  const found = await clientOf(connection).checkout.website();
  storeProfile(profile, connection);
  printResult(values, { profile, url: connection.url, website_id: found.website_id, mode: found.mode }, () =>
    details([
      ['Website', `${found.name} (${found.mode})`],
      ['Gateway', connection.url],
      ['Profile', profile],
      ['Stored in', profilesFile()],
    ]),
  );
}

/** The key in the input, so that it is neither in the history of the shell nor in the list of processes. */
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Paste the API key, then press Enter: ');
  let input = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    input += part;
    if (input.includes('\n') || input.length > MOST_INPUT) break;
  }
  process.stdin.destroy();
  return input.trim();
}

/** `peye logout`: removes a profile. */
export async function logout({ values }: Given): Promise<void> {
  const profile = profileOf(values);
  if (!removeProfile(profile)) throw new CommandFailure(`there is no profile "${profile}"`);
  printResult(values, { profile, removed: true }, () => `Profile ${profile} removed.`);
}

/** `peye website`: shows the website of the key. */
export async function showWebsite({ values }: Given): Promise<void> {
  const found = await clientOf(connectionOf(values)).checkout.website();
  printResult(values, found, () =>
    details([
      ['ID', found.website_id],
      ['Name', found.name],
      ['Mode', found.mode],
      ['Methods', found.methods.join(', ')],
      ['Return URL', found.return_url],
      ['Callback URL', found.callback_url],
    ]),
  );
}
